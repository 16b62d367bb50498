// An outcome comes from the envelope itself. Nothing listens at the webhook URL: events are delivered here.
import { createHmac } from 'node:crypto';
import { Piscina } from 'piscina';
import { extractTextItems } from 'unpdf';
import { describe, expect, it, vi } from 'vitest';
import { signatureSize } from '#sandbox/vendors/docusign/pdf/stamp.ts';
import { visit } from '#sandbox/vendors/docusign/testing.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId, BlobKey } from '#server/platform/db/tables.ts';
import { CallUnresolved, NotPerformed, OutcomeUnknown } from '#server/platform/jobs/vendor-calls.ts';
import { readDocument } from '#server/records/documents.ts';
import { readEnvelope, saveEnvelope } from '#server/records/envelopes.ts';
import { holdsOf, readEvidence } from '#server/records/holds.ts';
import { createEnvelope, renderLoanDocuments } from '#server/stages/documents/envelope.ts';
import { checkOpenEnvelopes } from '#server/stages/documents/envelope-status.ts';
import { depositChosenAs, documentsSentAs } from './journeys.ts';
import { operate } from './operator.ts';
import { atSigningPage, finished, openedElsewhere } from './receive-funds.ts';
import { replaceCall } from './replace.ts';
import { rowsOf } from './rows.ts';
import { sandboxAhead, vendorEventsOf } from './vendors.ts';
import { jobsEnded } from './waits.ts';
import { type Browser, eventually, openWorld, stateOf } from './world.ts';

const world = openWorld();

interface SandboxEnvelope {
  readonly id: string;
  readonly status: string;
  readonly places: readonly {
    readonly kind: string;
    readonly documentId: string;
    readonly page: number;
    readonly x: number;
    readonly y: number;
  }[];
  readonly documents: readonly { readonly href: string }[];
}

/** An applicant with emailed documents, and helpers to check the signature. */
async function toSign() {
  const { browser, sent, id } = await documentsSentAs(world);
  const signature = await browser.link('signature');
  const page = async () => (await browser.post(signature)).json().docusignUrl as string;
  const back = async (event?: string) =>
    (await browser.put(signature, event ? { event } : {})).json().job.href as string;
  return { browser, sent, id, page, back };
}

/** The signing service's clock only goes forward. */
async function ahead<T>(seconds: number, action: () => Promise<T>): Promise<T> {
  await sandboxAhead(world, seconds);
  world.clock.advance(seconds * 1000);
  try {
    return await action();
  } finally {
    world.clock.advance(-seconds * 1000);
  }
}

async function toSend() {
  const { sent, id } = await depositChosenAs(world);
  const { services } = world.product;
  const email = String(sent.email);
  await transact(services.db, (tx) => saveEnvelope(tx, services, id, email, services.clock.now()));
  await jobsEnded(world, { of: id });
  return { id, envelopes: () => world.console<SandboxEnvelope[]>(`envelopes?email=${email}`) };
}

async function statusRequests(): Promise<Record<string, number>> {
  const { values } = await world.services.metrics.vendorCalls.get();
  const counts = values.filter(
    ({ metricName, labels }) => metricName?.endsWith('_count') && labels.operation === 'status',
  );
  return Object.fromEntries(counts.map(({ labels, value }) => [labels.outcome, value]));
}

async function deliverEvent(
  id: ApplicationId,
  key?: string,
  event: 'completed' | 'declined' | 'delivered' = 'completed',
) {
  const [envelope] = await rowsOf(world, 'envelope', id);
  return post({ event: `envelope-${event}`, data: { envelopeId: envelope?.envelope_id } }, key);
}

async function post(message: object, key = String(world.config.DOCUSIGN_HMAC_KEY)) {
  const body = JSON.stringify(message);
  const signature = createHmac('sha256', key).update(body).digest('base64');
  const headers = { 'content-type': 'application/json', 'x-docusign-signature-1': signature };
  return (await world.browser().call('POST', '/webhooks/docusign', body, headers)).statusCode;
}

it('a message of Connect may have the documents in it', { tags: ['full'] }, async () => {
  const sized = (bytes: number) => ({
    event: 'envelope-completed',
    data: { envelopeId: 'unknown', documents: 'x'.repeat(bytes) },
  });
  for (let at = 0; at < 25; at += 1) expect(await post(sized(3_000_000))).toBe(200);
  expect(await post(sized(11_000_000))).toBe(413);
  const many = await Promise.all(Array.from({ length: 8 }, () => post(sized(10_000_000))));
  expect(many.sort()).toEqual([...Array(6).fill(200), 503, 503]);
});

const disbursements = async (id: ApplicationId) => (await rowsOf(world, 'disbursement', id)).length;

it('documents signed by another name are held for a person, unfunded', async () => {
  const { browser, id, page, back } = await toSign();
  expect(await atSigningPage(await page(), 'sign', 'Jordan Stone')).toBe('signing_complete');
  await finished(browser, await back('signing_complete'));
  const [hold] = await holdsOf(world.db, id);
  expect(hold).toMatchObject({ kind: 'signature', stage: 'signing', reason: 'other-name' });
  expect(await readEvidence(world.db, world.services.vault, String(hold?.id))).toMatchObject({
    signedBy: 'Jordan Stone',
  });
  expect(await stateOf(world, id)).toBe('SIGNED_HELD');
  expect(await disbursements(id)).toBe(0);
});

it('the signing page has one signature and one date at each place for them', { tags: ['full'] }, async () => {
  const { id, sent, page } = await toSign();
  const { db, vault } = world.services;
  const rows = (await rowsOf(world, 'document', id)).filter(({ kind }) => kind !== 'adverse-action');
  const papers = await Promise.all(rows.map(({ key }) => readDocument(db, vault, key)));
  const blocks = papers.flatMap((kept) => kept?.paper.blocks ?? []);
  const toFill = blocks.filter((block) => block.kind === 'signature').length;
  const [envelope] = await world.console<SandboxEnvelope[]>(`envelopes?email=${sent.email}`);
  const counted = (kind: string) => envelope?.places.filter((place) => place.kind === kind).length;
  expect(toFill).toBeGreaterThan(2);
  expect([counted('signHere'), counted('dateSigned')]).toEqual([toFill, toFill]);

  for (const { href } of envelope?.documents ?? []) {
    const pdf = new Uint8Array(await (await fetch(world.sandboxUrl + href)).arrayBuffer());
    const { items: pages } = await extractTextItems(pdf);
    const textOf = (runs: (typeof pages)[number]) => runs.map(({ str }) => str).join('');
    expect(pages.map(textOf).join('\n'), href).not.toMatch(/\/(sig|date)\d/);
    const places = envelope?.places.filter(
      (place) => place.kind === 'signHere' && href.endsWith(`/${place.documentId}`),
    );
    for (const { page: number, x, y } of places ?? []) {
      const top = 792 - y;
      const touched = (pages[number - 1] ?? []).filter(
        (run) =>
          run.y > top - signatureSize.height &&
          run.y - run.fontSize / 4 < top + 4 &&
          run.x < x + signatureSize.width,
      );
      expect(textOf(touched).trim(), href).toBe('');
    }
  }

  const { html } = (await visit(await page())).page ?? {};
  expect(html).toContain(`${world.services.lender.brand.name} sent you`);
});

it('documents are stored as sent, even if another release continues', { tags: ['full'] }, async () => {
  const { id, envelopes } = await toSend();
  const { services } = world.product;
  const { db, vault } = services;
  const stored = async () =>
    (await db.selectFrom('document').select('pdf').where('key', 'like', `%:${id}`).execute()).filter(
      ({ pdf }) => pdf !== null,
    ).length;
  const restore = replaceCall(services.vendors.blobStore, 'put', () => async () => {
    throw new NotPerformed('crashed');
  });
  await expect(createEnvelope(services, id)).rejects.toThrow('crashed');
  restore();
  expect([await stored(), (await envelopes()).length]).toEqual([0, 1]);

  const { run } = Piscina.prototype;
  const spy = vi.spyOn(Piscina.prototype, 'run').mockImplementation(async function (this: Piscina, ...given) {
    const pdf = await run.apply(this, given);
    return { ...pdf, bytes: Buffer.concat([pdf.bytes, Buffer.from('% of the next release')]) };
  });
  await expect(createEnvelope(services, id)).rejects.toThrow('was sent or opened as another PDF');
  spy.mockRestore();
  expect([await stored(), (await readEnvelope(services, id))?.envelopeId]).toEqual([0, undefined]);

  await createEnvelope(services, id);
  const [envelope, ...others] = await envelopes();
  expect(others).toEqual([]);
  const rendered = await renderLoanDocuments(services, id);
  expect(envelope?.documents).toHaveLength(rendered.length);
  for (const [at, { key }] of rendered.entries()) {
    const sentThere = await fetch(world.sandboxUrl + envelope?.documents[at]?.href);
    const kept = (await readDocument(db, vault, key))?.pdf as BlobKey;
    expect((await services.blobs.read(kept)).equals(Buffer.from(await sentThere.arrayBuffer()))).toBe(true);
  }
});

describe('the return from the signing page', () => {
  it('trusts the envelope, not the return URL', { tags: ['full'] }, async () => {
    const { id, browser, page, back } = await toSign();
    for (const [event, screen] of [
      ['signing_complete', 'docusign-canceled'],
      ['decline', 'docusign-canceled'],
      ['exception', 'docusign-canceled'],
      ['cancel', 'docusign-canceled'],
      ['session_timeout', 'docusign-expired'],
      ['ttl_expired', 'docusign-expired'],
    ] as const) {
      const job = await back(event);
      await ahead(2701, async () => expect(await finished(browser, job), event).toBe('FAILURE'));
      expect(await browser.screen(), event).toBe(screen);
    }
    expect(await atSigningPage(await page(), 'decline')).toBe('decline');
    await deliverEvent(id, undefined, 'declined');
    await browser.arriveAt('docusign-incomplete');
    // A declined envelope stays declined, even if the page reports that nothing happened.
    expect(await finished(browser, await back('cancel'))).toBe('SUCCESS');
    expect(await browser.screen()).toBe('docusign-incomplete');
  });

  it('calls the service once, and again only after 15 minutes', { tags: ['full'] }, async () => {
    const events = await vendorEventsOf(world, 'signatures');
    const { browser, page, back } = await toSign();
    const before = await statusRequests();
    expect(await finished(browser, await back('cancel'))).toBe('FAILURE');
    const once = { ...before, succeeded: (before.succeeded ?? 0) + 1 };
    expect(await statusRequests()).toEqual(once);
    // Back at the signing page within the quarter of an hour: the status of the signature is unknown, and no call is made.
    await atSigningPage(await page(), 'sign');
    const job = await back('signing_complete');
    await checkOpenEnvelopes(world.services);
    // In a test tries follow each other without a pause, so it does not wait for many of them.
    await ahead(14 * 60, async () =>
      expect((await browser.get(job)).json().status).toMatch(/^(PENDING|ACTIVE)$/),
    );
    expect(await statusRequests()).toEqual(once);
    await ahead(16 * 60, async () => expect(await finished(browser, job)).toBe('SUCCESS'));
    expect(await statusRequests()).toEqual({ ...once, succeeded: once.succeeded + 1 });
    expect(await browser.screen()).toBe('docusign-success');
    const polling = (events.polling ?? 0) + 1;
    expect(await vendorEventsOf(world, 'signatures')).toEqual({ ...events, polling });
  });
});

const unsigned = /^Your loan documents aren't signed/;

it('a signature that turns out to be none is emailed about, once', { tags: ['full'] }, async () => {
  const { browser, sent, id, back } = await toSign();
  const job = await back('signing_complete');
  expect(await browser.screen()).toBe('docusign-loading');
  await ahead(2701, async () => expect(await finished(browser, job)).toBe('FAILURE'));
  expect(await browser.screen()).toBe('docusign-canceled');
  await world.mailAbout(sent.email, unsigned);
  for (const _ of [1, 2]) await deliverEvent(id, undefined, 'delivered');
  expect(await finished(browser, await back('cancel'))).toBe('FAILURE');
  expect(await world.mailsAbout(sent.email, unsigned)).toHaveLength(1);
});

describe('a session while documents are out for signing', () => {
  const left = async (browser: Browser) => Math.round(Number((await browser.journey()).sessionEndsIn) / 60);

  it('may be idle for an hour until it is signed, and then for 15 minutes', { tags: ['full'] }, async () => {
    const { browser, id, page } = await toSign();
    expect(await left(browser)).toBe(60);
    await ahead(59 * 60, async () => {
      await atSigningPage(await page(), 'sign');
      await deliverEvent(id);
      await browser.arriveAt('docusign-success');
      expect(await left(browser)).toBe(15);
    });
  });

  it('from an emailed documents link may be idle for as long', { tags: ['full'] }, async () => {
    const { browser: first, sent, token } = await documentsSentAs(world);
    const { browser: other } = await openedElsewhere(world, sent, token);
    await ahead(59 * 60, async () => expect((await other.get('/api/v1/journey')).statusCode).toBe(200));
    expect((await first.journey()).defaultScreen).toBe('thank-you');
  });
});

describe('a signature without the applicant’s return', () => {
  it('is found by the scheduled status check, and funded once', async () => {
    const { browser, id, page } = await toSign();
    const still = await toSign();
    await atSigningPage(await page(), 'sign');
    expect(await browser.screen()).toBe('thank-you');
    for (const _ of [1, 2]) await checkOpenEnvelopes(world.services, 1);
    await browser.arriveAt('docusign-success');
    await eventually(async () => (await disbursements(id)) > 0);
    await checkOpenEnvelopes(world.services);
    expect(await disbursements(id)).toBe(1);
    expect(await still.browser.screen()).toBe('thank-you');
  });

  it('is not lost if the signing service never responded to our checks', { tags: ['full'] }, async () => {
    const { browser, id, page, back } = await toSign();
    await atSigningPage(await page(), 'sign');
    await world.fault('docusign', { mode: 'error' });
    await back('signing_complete');
    await world.db
      .updateTable('job')
      .set({ failures: 99 })
      .where('application_id', '=', id)
      .where('name', '=', 'check-envelope-status')
      .execute();
    await browser.arriveAt('contact');
    await world.fault('docusign', { mode: 'none' });
    await ahead(15 * 60, () => checkOpenEnvelopes(world.services));
    await browser.arriveAt('docusign-success');
  });
});

it('an envelope whose creation got no response is not created again once DocuSign may have forgotten it, until an operator has settled it', async () => {
  const { id, envelopes } = await toSend();
  await world.fault('docusign', { mode: 'twice', path: '/envelopes', times: 1 });
  await expect(createEnvelope(world.services, id)).rejects.toThrow(OutcomeUnknown);
  const [lost] = await envelopes();
  await ahead(8 * 86_400, async () => {
    await expect(createEnvelope(world.services, id)).rejects.toThrow(CallUnresolved);
    expect(await envelopes()).toHaveLength(1);

    const listed = await operate(world, 'calls');
    const lookUp = `create-envelope of application ${id}, .* look up at docusign by the applicant’s email address, .* Application ${id.slice(0, 8).toUpperCase()}`;
    expect(listed).toMatch(new RegExp(lookUp));
    const call = listed.split(' ')[0] as string;
    const settle = (outcome: string) => operate(world, 'calls', 'settle', call, outcome);
    const expected = 'Void it at the signing service, then settle the call with --did-not-happen.';
    await expect(settle('--happened')).rejects.toThrow(expected);
    const { signatures } = world.services.vendors;
    await signatures.void(lost?.id as string, 'Sent twice.', AbortSignal.timeout(60_000));
    expect(await settle('--did-not-happen')).toContain('Run its job send-documents again with ops jobs');
    await createEnvelope(world.services, id);
    expect((await envelopes()).filter(({ status }) => status !== 'voided')).toHaveLength(1);
  });
});
