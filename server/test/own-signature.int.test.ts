// Loan documents signed on the lender's own pages and sealed with its own certificate, without a signing service.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import { extractText } from 'unpdf';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ApplicationStatus } from '#contract/application-status.ts';
import { cents, formatUsd } from '#finance/money.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId, SessionId } from '#server/platform/db/tables.ts';
import { NotPerformed } from '#server/platform/jobs/vendor-calls.ts';
import { readDocument } from '#server/records/documents.ts';
import { findSignedCopy } from '#server/records/envelopes.ts';
import { readEnvelope } from '#server/vendors/own-signature/envelope-store.ts';
import { documentsSentAs } from './journeys.ts';
import { readPdf } from './pdf-tools.ts';
import { finished } from './receive-funds.ts';
import { replaceCall } from './replace.ts';
import { rowsOf, setRows } from './rows.ts';
import { testFolder } from './test-folder.ts';
import {
  applicationOf,
  Browser,
  eventually,
  extendSessions,
  hasServer,
  openWorld,
  readUntil,
  type Surroundings,
} from './world.ts';

const world = openWorld({ env: { SIGNATURE: 'own' } });

async function toSign(around: Surroundings = world) {
  const { browser, sent, token } = await documentsSentAs(around);
  const { links } = await browser.journey();
  const signature = links.signature as string;
  const address = async () => (await browser.post(signature)).json().docusignUrl as string;
  return { browser, sent, token, signature, address, id: applicationOf(signature) };
}

/** Opens a link to the signing page, and returns the page or where the browser is sent instead. */
async function visit(browser: Browser, url: string) {
  const { pathname, search } = new URL(url);
  const opened = await browser.get(pathname + search);
  if (opened.headers.location !== '/sign') return { left: leftBy(opened) };
  const page = await browser.get('/sign');
  return { page };
}

/** Opens the documents that are folded; the disclosure opened with the page. */
async function readAll(browser: Browser, id: ApplicationId) {
  for (const [at, document] of (await envelopeOf(id)).shown.entries())
    if (at > 0)
      expect((await press(browser, `/sign/documents/${at + 1}`)).statusCode, document.name).toBe(303);
}

const leftBy = ({ headers }: { headers: Record<string, unknown> }) =>
  new URL(String(headers.location)).searchParams.get('event');

const asForm = { 'content-type': 'application/x-www-form-urlencoded' };
const press = (browser: Browser, path: string, fields: Record<string, string> = {}, headers = {}) =>
  browser.post(path, new URLSearchParams(fields).toString(), { ...asForm, ...headers });

const inAMinute = () => new Date(world.clock.now().getTime() + 60_000);

const signed = { consent: 'yes', name: 'alex  rivera' };
const envelopeOf = async (applicationId: ApplicationId) => {
  const envelope = await readEnvelope(world.services, { application_id: applicationId });
  if (envelope === undefined) throw new Error('There is no envelope.');
  return { ...envelope, steps: envelope.evidence.map(({ what }) => what) };
};

/** Opens a new link and signs, and returns where that leads. */
const signsAt = async (browser: Browser, address: () => Promise<string>, id: ApplicationId) => {
  await visit(browser, await address());
  await readAll(browser, id);
  return leftBy(await press(browser, '/sign', signed));
};

async function comeBack(browser: Browser, signature: string, event: string): Promise<string | undefined> {
  const { job } = (await browser.put(signature, { event })).json();
  return job && (await finished(browser, job.href));
}

async function visitCookie(browser: Browser, url: string) {
  const { pathname, search } = new URL(url);
  const { cookies } = await browser.get(pathname + search);
  return { cookie: `signing=${cookies.find(({ name }) => name === 'signing')?.value}` };
}

describe('the lender’s own signing page', () => {
  it('shows the documents as they are, takes one signature for all, and seals them with a record of it', async () => {
    const { browser, signature, address, id } = await toSign();
    const { page } = await visit(browser, await address());
    const { shown } = await envelopeOf(id);
    expect(page?.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'no-store',
    });
    // The disclosure is alone and unfolded; the others are folded with their length, and none can be signed unopened.
    expect(shown[0]?.name).toBe('Truth in Lending disclosure');
    const [disclosure, ...folded] = page?.body.split('<form class="folded"') ?? [];
    expect(disclosure).toMatch(/<article[^>]*>\s*<h2[^>]*>Truth in Lending disclosure<\/h2>/);
    expect(page?.body.match(/<article/g)).toHaveLength(1);
    expect(folded).toHaveLength(shown.length - 1);
    for (const one of folded) expect(one).toMatch(/<p>[\d,]+ words, about \d+ minutes?<\/p>/);
    const unread = await press(browser, '/sign', signed);
    const open = (names: readonly string[]) => `Open ${names.join(', ')} first.`;
    expect([unread.statusCode, unread.body]).toEqual([
      422,
      expect.stringContaining(open(shown.slice(1).map(({ name }) => name))),
    ]);
    expect((await envelopeOf(id)).steps).toEqual(['created', 'opened', 'opened']);
    // A document's PDF counts, and so does unfolding it, each once; a place without a document opens nothing.
    await browser.get('/sign/documents/2');
    expect((await press(browser, '/sign', signed)).body).toContain(
      open(shown.slice(2).map(({ name }) => name)),
    );
    for (const at of [2, 2, 99]) await press(browser, `/sign/documents/${at}`);
    await readAll(browser, id);
    const read = (await browser.get('/sign')).body;
    expect(read.match(/<details class="folded document" id="document-\d" open>/g)).toHaveLength(1);
    // What is signed for stays in view beside the place in the documents, and each document's sections can be jumped to.
    const { amount, monthlyPayment = 0, money } = (await browser.journey()).loan ?? {};
    expect(money?.amount).toBe(amount);
    for (const words of [
      ...shown.map(({ name }) => `>${name}</`),
      ...['Sign and finish', 'Finish later', 'Decline to sign', world.services.lender.brand.legalName],
      `${formatUsd(cents(amount ?? 0))} to ••${money?.mask}, ${formatUsd(cents(monthlyPayment))} a month`,
      `Document 2 of ${shown.length}`,
    ])
      expect(read).toContain(words);
    const sections = [...read.matchAll(/<a href="#(document-\d+-section-\d+)">/g)];
    expect(sections.length).toBeGreaterThan(shown.length);
    for (const [, section] of sections) expect(read).toContain(`id="${section}"`);
    const { db, vault } = world.services;
    for (const [at, { key, sha256 }] of shown.entries()) {
      const file = await browser.get(`/sign/documents/${at + 1}`);
      expect(file.headers['content-type']).toBe('application/pdf');
      expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(sha256);
      expect(await readDocument(db, vault, key)).toMatchObject({ pdf: expect.any(String), sha256 });
    }
    expect(shown.map(({ key }) => key)).toContain(`promissory-note:${id}`);

    for (const [fields, missing] of [
      [{ name: signed.name }, 'Check the box to sign electronically.'],
      [{ consent: 'yes', name: 'Somebody Else' }, 'Type your name as the documents have it: Alex Rivera.'],
    ] as const) {
      const refused = await press(browser, '/sign', fields as Record<string, string>);
      expect([refused.statusCode, refused.body.includes(missing)]).toEqual([422, true]);
    }
    expect(leftBy(await press(browser, '/sign', signed))).toBe('signing_complete');
    await comeBack(browser, signature, 'signing_complete');
    await browser.arriveAt('docusign-success');

    const { evidence, steps } = await envelopeOf(id);
    expect(steps).toEqual(['created', 'opened', ...shown.map(() => 'opened'), 'consented', 'signed']);
    expect(evidence.slice(2, -2).map(({ documents }) => documents)).toEqual(
      shown.map(({ name, sha256 }) => [{ name, sha256 }]),
    );
    expect(evidence.at(-1)).toMatchObject({
      typedName: 'alex  rivera',
      address: '127.0.0.1',
      userAgent: expect.any(String),
      at: expect.stringMatching(/^20/),
      documents: shown.map(({ name, sha256 }) => ({ name, sha256 })),
    });

    const { documents: files } = await readUntil<ApplicationStatus>(
      () => browser.read('status'),
      ({ documents }) => documents[0]?.title === 'Signed loan documents',
    );
    const opened = async (title: string) =>
      (await browser.get(files.find((file) => file.title === title)?.pdf ?? '')).rawPayload;
    const text = async (pdf: Buffer) => (await extractText(new Uint8Array(pdf))).text.join('\n');
    const documents = await opened('Signed loan documents');
    const certificate = await opened('Certificate of completion');
    for (const pdf of [documents, certificate]) {
      const words = (await text(pdf)).replace(/\s+/g, '');
      expect(words).toContain('Certificateofcompletion');
      expect(words).toContain('127.0.0.1');
      for (const { sha256 } of shown) expect(words).toContain(sha256);
      expect(words).not.toMatch(/\/(sig|date)\d/);
      expectSealed(pdf);
    }
    expect(await text(documents)).toContain('Alex Rivera');
  });

  it('allows the signer to leave unsigned, and declines once confirmed', { tags: ['full'] }, async () => {
    const { browser, signature, address, id } = await toSign();
    const back = async (event: string) => {
      expect(await comeBack(browser, signature, event)).toBe('FAILURE');
      return browser.journey();
    };
    const first = await address();
    await visit(browser, first);
    expect(leftBy(await press(browser, '/sign/later'))).toBe('cancel');
    expect((await back('cancel')).defaultScreen).toBe('docusign-canceled');
    expect(await visit(browser, first)).toEqual({ left: 'ttl_expired' });
    expect((await browser.get('/sign')).statusCode).toBe(404);

    // A visit ends an hour after it began, however much it is used, and the page for that names no service.
    await visit(browser, await address());
    for (const _ of [1, 2]) {
      world.clock.advance(29 * 60_000);
      expect((await browser.get('/sign')).statusCode).toBe(200);
    }
    world.clock.advance(2 * 60_000);
    expect(leftBy(await press(browser, '/sign', signed))).toBe('session_timeout');
    const { defaultScreen, signingService } = await back('session_timeout');
    expect([defaultScreen, signingService]).toEqual(['docusign-expired', undefined]);

    // A certificate past its time signs nothing.
    const link = await address();
    const years = 30 * 365 * 86_400_000;
    world.clock.advance(years);
    await extendSessions(world);
    await setRows(world, 'signing_visit', id, { link_expires_at: inAMinute() });
    await visit(browser, link);
    await readAll(browser, id);
    expect(leftBy(await press(browser, '/sign', signed))).toBe('exception');
    world.clock.advance(-years);
    await extendSessions(world);
    expect((await envelopeOf(id)).status).toBe('delivered');

    await visit(browser, await address());
    expect((await press(browser, '/sign/decline')).body).toContain('Yes, decline');
    expect(leftBy(await press(browser, '/sign/decline', { sure: 'yes' }))).toBe('decline');
    // Received at once, before the browser returns.
    await browser.arriveAt('docusign-incomplete');
    expect((await envelopeOf(id)).evidence.at(-1)).toMatchObject({ what: 'declined', address: '127.0.0.1' });
  });

  it.each([
    ['signs out', async (browser: Browser) => void (await browser.post('/api/v1/session/end'))],
    [
      'has entered a text code, which began another session',
      async (_: Browser, id: ApplicationId) => {
        const open = (await rowsOf(world, 'session', id)).find(({ ended_at }) => ended_at === null);
        await world.services.sessions.end(world.db, open?.id as SessionId, 'code');
      },
    ],
    ['has been idle for an hour', () => world.clock.advance(61 * 60_000)],
    [
      'must enter a text code again',
      (_: Browser, id: ApplicationId) =>
        transact(world.db, (tx) => world.services.sessions.requireCode(tx, id)),
    ],
  ])('shows and signs nothing anymore once its applicant %s', { tags: ['full'] }, async (_, end) => {
    const { browser, address, id } = await toSign();
    const visiting = await visitCookie(browser, await address());
    const unused = await address();
    expect((await browser.get('/sign')).statusCode).toBe(200);
    await end(browser, id);
    expect(leftBy(await press(browser, '/sign', signed))).toBe('session_timeout');
    expect((await browser.get('/sign')).statusCode).toBe(404);
    for (const path of ['/sign', '/sign/documents/1'])
      expect(leftBy(await browser.get(path, visiting)), path).toBe('session_timeout');
    expect(leftBy(await press(browser, '/sign/decline', { sure: 'yes' }, visiting))).toBe('session_timeout');
    // Nor does a link from before that was not opened.
    expect(await visit(browser, unused)).toEqual({ left: 'ttl_expired' });
    const unsigned = { status: 'delivered', steps: ['created', 'opened', 'opened'] };
    expect(await envelopeOf(id)).toMatchObject(unsigned);
  });

  it('opens only in the browser that requested it, also from the email', { tags: ['full'] }, async () => {
    const { browser, address, token } = await toSign();
    const link = await address();
    expect(await visit(world.browser(), link)).toEqual({ left: 'ttl_expired' });
    const copied = await visitCookie(browser, link);
    expect(leftBy(await world.browser().get('/sign', copied))).toBe('session_timeout');
    const emailed = { authorization: `Bearer ${token}` };
    const { docusignUrl } = (await browser.get('/api/v1/receive-funds/docusign-resume/', emailed)).json();
    expect((await visit(browser, docusignUrl)).page?.statusCode).toBe(200);
  });

  it.runIf(hasServer)(
    'seals once, however often and in however many processes the button is pressed meanwhile',
    async () => {
      const apps = [world.product.app, (await world.another('web')).app];
      let presses = 0;
      /** Each request goes to the other process. */
      const alternating = () =>
        new Browser(({ body, ...asked }) => {
          presses += 1;
          const app = apps[presses % 2];
          if (!app) throw new Error('This product answers no requests.');
          return app.inject({ ...asked, ...(body === undefined ? {} : { payload: body }) });
        });
      const { browser, address, id } = await toSign({ ...world, browser: alternating });
      await visit(browser, await address());
      await readAll(browser, id);
      const sealing = holdSealing();
      const first = press(browser, '/sign', signed);
      await sealing.begun;
      const others = await Promise.all(Array.from({ length: 23 }, () => press(browser, '/sign', signed)));
      for (const [path, fields] of [
        ['/sign/decline', { sure: 'yes' }],
        ['/sign/later', {}],
      ] as const)
        others.push(await press(browser, path, fields as Record<string, string>));
      for (const path of ['/sign', '/sign/documents/1']) others.push(await browser.get(path));
      for (const { statusCode, headers, body } of others) {
        expect([statusCode, headers.refresh]).toEqual([200, '2;url=/sign']);
        expect(body).toContain('Finishing your documents');
      }
      sealing.go();
      expect(leftBy(await first)).toBe('signing_complete');
      expect(sealing.count()).toBe(1);
      expect((await envelopeOf(id)).steps.filter((step) => step !== 'opened')).toEqual([
        'created',
        'consented',
        'signed',
      ]);
    },
  );

  it('seals again after a sealing failed, or its process died', { tags: ['full'] }, async () => {
    const { browser, address, id } = await toSign();
    await visit(browser, await address());
    await readAll(browser, id);
    const sealing = holdSealing();
    const failing = press(browser, '/sign', signed);
    await sealing.begun;
    sealing.fail();
    expect(leftBy(await failing)).toBe('exception');

    await setRows(world, 'signing_envelope', id, { sealing_until: inAMinute() });
    await visit(browser, await address());
    expect((await press(browser, '/sign', signed)).headers.refresh).toBe('2;url=/sign');
    world.clock.advance(61_000);
    vi.restoreAllMocks();
    expect(leftBy(await press(browser, '/sign', signed))).toBe('signing_complete');
  });

  it('has the sealed PDFs stored once, as long as envelope or signed copy', { tags: ['full'] }, async () => {
    const { browser, address, id, signature } = await toSign();
    const { db, vendors } = world.services;
    const objects = async () =>
      (await rowsOf(world, 'blob', id))
        .map(({ key }) => String(key))
        .filter((key) => key.startsWith('signed/'))
        .sort();
    // The store dies after it took the first of the two.
    let puts = 0;
    const restore = replaceCall(vendors.blobStore, 'put', (put) => async (key, ...rest) => {
      if (key.startsWith('signed/')) puts += 1;
      if (puts === 2) throw new NotPerformed('unavailable');
      return put(key, ...rest);
    });
    expect(await signsAt(browser, address, id)).toBe('exception');
    expect(await objects()).toEqual([]);
    restore();
    expect(await signsAt(browser, address, id)).toBe('signing_complete');
    await comeBack(browser, signature, 'signing_complete');
    const copy = await eventually(() => findSignedCopy({ db }, id));
    const both = [copy.documents, copy.certificate].sort();
    expect(await objects()).toEqual(both);

    for (const [table, left] of [
      ['signing_envelope', both],
      ['signed_copy', []],
    ] as const) {
      await db.deleteFrom(table).where('application_id', '=', id).execute();
      expect(await objects()).toEqual(left);
    }
    const removed = await db.selectFrom('removed_blob').select('key').where('key', 'in', both).execute();
    expect(removed.map(({ key }) => key).sort()).toEqual(both);
  });

  it('does not open without a link', async () => {
    const stranger = world.browser();
    for (const path of ['/sign', '/sign/start?token=made-up', '/sign/documents/1'])
      expect((await stranger.get(path)).statusCode, path).toBe(404);
    expect((await press(stranger, '/sign', signed)).statusCode).toBe(404);
  });
});

/** Counts the sealings, and holds them until they may go on or fail. */
function holdSealing() {
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let count = 0;
  const run = Piscina.prototype.run;
  vi.spyOn(Piscina.prototype, 'run').mockImplementation(async function (this: Piscina, ...given) {
    if (this.options.filename?.endsWith('seal.worker.ts')) {
      count += 1;
      begun.resolve();
      await held.promise;
    }
    return run.apply(this, given);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const fail = () => held.reject(new Error('The thread has ended.'));
  return { begun: begun.promise, go: () => held.resolve(), fail, count: () => count };
}

/** The seal covers the whole file and is valid. */
function expectSealed(pdf: Buffer): void {
  const range = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(pdf.toString('latin1'));
  expect([Number(range?.[1]), Number(range?.[3]) + Number(range?.[4])]).toEqual([0, pdf.length]);
  const folder = testFolder();
  const file = join(folder, 'sealed.pdf');
  writeFileSync(file, pdf);
  const output = readPdf('pdfsig', ['-nocert', file]);
  expect(output).toContain('Signature is Valid.');
  expect(output).toContain('Total document signed');
}
