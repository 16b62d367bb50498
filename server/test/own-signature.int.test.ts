// Loan documents signed on the lender's own pages and sealed with its own certificate, without a signing service.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPages, textOf } from '#sandbox/vendors/docusign/pdf/text.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { readDocument } from '#server/records/documents.ts';
import { readEnvelope } from '#server/vendors/own-signature/envelope-store.ts';
import { applicationOf, documentsSentAs, finished } from './receive-funds.ts';
import { type Browser, createWorld, eventually, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ env: { SIGNATURE: 'own' } });
});
afterAll(() => world?.close());

async function toSign() {
  const { browser, sent } = await documentsSentAs(world);
  const { links } = await browser.journey();
  const signature = links.signature as string;
  const address = async () => (await browser.post(signature)).json().docusignUrl as string;
  return { browser, sent, signature, address, id: applicationOf(signature) };
}

/** Opens a link to the signing page, and returns the page or where the browser is sent instead. */
async function visit(browser: Browser, url: string) {
  const { pathname, search } = new URL(url);
  const opened = await browser.get(pathname + search);
  if (opened.headers.location !== '/sign') return { left: leftBy(opened) };
  const page = await browser.get('/sign');
  return { page };
}

const leftBy = ({ headers }: { headers: Record<string, unknown> }) =>
  new URL(String(headers.location)).searchParams.get('event');

const press = (browser: Browser, path: string, fields: Record<string, string> = {}) =>
  browser.post(path, new URLSearchParams(fields).toString() as unknown as object, {
    'content-type': 'application/x-www-form-urlencoded',
  });

const signed = { consent: 'yes', name: 'alex  rivera' };
const envelopeOf = async (applicationId: ApplicationId) => {
  const envelope = await readEnvelope(world.product.services, { applicationId });
  if (envelope === undefined) throw new Error('There is no envelope.');
  return envelope;
};

describe('the lender’s own signing page', () => {
  it('shows the documents as they are, takes one signature for all, and seals them with a record of it', async () => {
    const { browser, sent, signature, address, id } = await toSign();
    const { page } = await visit(browser, await address());
    const { brand } = world.product.services.lender;
    const { shown } = await envelopeOf(id);
    expect(page?.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page?.headers['cache-control']).toBe('no-store');
    for (const { name } of shown) expect(page?.body).toContain(`>${name}</h2>`);
    for (const words of ['Sign and finish', 'Finish later', 'Decline to sign', brand.legalName])
      expect(page?.body).toContain(words);
    const { db, vault } = world.product.services;
    for (const [at, { pdf }] of shown.entries()) {
      const file = await browser.get(`/sign/documents/${at + 1}`);
      expect(file.headers['content-type']).toBe('application/pdf');
      expect(file.rawPayload.equals(pdf)).toBe(true);
    }
    const note = await readDocument(db, vault, `promissory-note:${id}`);
    expect(shown.some(({ pdf }) => note && pdf.equals(note.pdf))).toBe(true);

    for (const [fields, missing] of [
      [{ name: signed.name }, 'Check the box to sign electronically.'],
      [{ consent: 'yes', name: 'Somebody Else' }, 'Type your name as the documents have it: Alex Rivera.'],
    ] as const) {
      const refused = await press(browser, '/sign', fields as Record<string, string>);
      expect([refused.statusCode, refused.body.includes(missing)]).toEqual([422, true]);
    }
    const pressed = await Promise.all([press(browser, '/sign', signed), press(browser, '/sign', signed)]);
    expect(pressed.map(leftBy)).toEqual(['signing_complete', 'signing_complete']);
    const { job } = (await browser.put(signature, { event: 'signing_complete' })).json();
    if (job) expect(await finished(browser, job.href)).toBe('SUCCESS');
    await eventually(async () => ((await browser.journey()).rest === 'docusign-success' ? true : undefined));

    const { evidence } = await envelopeOf(id);
    expect(evidence.map(({ what }) => what)).toEqual(['created', 'opened', 'consented', 'signed']);
    expect(evidence.at(-1)).toMatchObject({
      typedName: 'alex  rivera',
      address: '127.0.0.1',
      userAgent: expect.any(String),
      at: expect.stringMatching(/^20/),
      documents: shown.map(({ name, pdf }) => ({
        name,
        sha256: createHash('sha256').update(pdf).digest('hex'),
      })),
    });

    const mail = await eventually(async () => {
      const mails = await world.console<
        { subject: string; attachments: { href: string; filename: string }[] }[]
      >(`mail?to=${sent.email}`);
      return mails.find(({ subject }) => /^Your signed loan documents/.test(subject));
    });
    const attached = async (name: string) => {
      const href = mail.attachments.find(({ filename }) => filename === name)?.href ?? '';
      return Buffer.from(await (await fetch(world.sandboxUrl + href)).arrayBuffer());
    };
    const text = async (pdf: Buffer) => (await readPages(pdf)).map(textOf).join('\n');
    const documents = await attached('loan-documents.pdf');
    const certificate = await attached('certificate-of-completion.pdf');
    for (const pdf of [documents, certificate]) {
      const words = (await text(pdf)).replace(/\s+/g, '');
      expect(words).toContain('Certificateofcompletion');
      expect(words).toContain('127.0.0.1');
      for (const { pdf: original } of shown)
        expect(words).toContain(createHash('sha256').update(original).digest('hex'));
      expect(words).not.toContain('/sig1/');
      expectSealed(pdf);
    }
    expect(await text(documents)).toContain('Alex Rivera');
  });

  it('allows the signer to leave without a signature, and declines only after a confirmation', async () => {
    const { browser, signature, address, id } = await toSign();
    const back = async (event: string) => {
      const { job } = (await browser.put(signature, { event })).json();
      expect(await finished(browser, job.href)).toBe('FAILURE');
      return browser.journey();
    };
    /** Presses the button when so much time has passed, and the page was used a moment ago or not. */
    const pressLater = async (seconds: number, isInUse: boolean) => {
      await visit(browser, await address());
      world.clock.advance(seconds * 1000);
      const { db } = world.product.services;
      const inUse = db.updateTable('signing_visit').set({ active_at: world.clock.now() });
      if (isInUse) await inUse.where('application_id', '=', id).execute();
      return press(browser, '/sign', signed).finally(() => world.clock.advance(-seconds * 1000));
    };

    const link = await address();
    await visit(browser, link);
    expect(leftBy(await press(browser, '/sign/later'))).toBe('cancel');
    expect((await back('cancel')).rest).toBe('docusign-canceled');
    // The link worked once, and the visit is over.
    expect(await visit(browser, link)).toEqual({ left: 'ttl_expired' });
    expect((await browser.get('/sign')).statusCode).toBe(404);

    // A visit without activity for an hour is over, and its page names no service.
    expect(leftBy(await pressLater(61 * 60, false))).toBe('session_timeout');
    const { rest, signingService } = await back('session_timeout');
    expect([rest, signingService]).toEqual(['docusign-expired', undefined]);

    // A certificate past its time signs nothing.
    expect(leftBy(await pressLater(30 * 365 * 86_400, true))).toBe('exception');
    expect((await envelopeOf(id)).status).toBe('delivered');

    await visit(browser, await address());
    const question = await press(browser, '/sign/decline');
    expect(question.body).toContain('Yes, decline');
    expect(leftBy(await press(browser, '/sign/decline', { sure: 'yes' }))).toBe('decline');
    // Received at once, before the browser returns.
    await eventually(async () =>
      (await browser.journey()).rest === 'docusign-incomplete' ? true : undefined,
    );
    expect((await envelopeOf(id)).evidence.at(-1)).toMatchObject({ what: 'declined', address: '127.0.0.1' });
  });

  it('does not open without a link', async () => {
    const stranger = world.browser();
    expect((await stranger.get('/sign')).statusCode).toBe(404);
    expect((await stranger.get('/sign/start?token=made-up')).statusCode).toBe(404);
    expect((await stranger.get('/sign/documents/1')).statusCode).toBe(404);
    expect((await press(stranger, '/sign', signed)).statusCode).toBe(404);
  });
});

/** The seal covers the whole file, and is valid where a program that checks it is installed. */
function expectSealed(pdf: Buffer): void {
  const range = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(pdf.toString('latin1'));
  expect([Number(range?.[1]), Number(range?.[3]) + Number(range?.[4])]).toEqual([0, pdf.length]);
  if (spawnSync('pdfsig', ['-v']).error) return;
  const folder = mkdtempSync(join(tmpdir(), 'branchline-seal-'));
  try {
    const file = join(folder, 'sealed.pdf');
    writeFileSync(file, pdf);
    const output = execFileSync('pdfsig', ['-nocert', file], { encoding: 'utf8' });
    expect(output).toContain('Signature is Valid.');
    expect(output).toContain('Total document signed');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
