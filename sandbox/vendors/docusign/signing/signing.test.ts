import { PDFDocument } from '@cantoo/pdf-lib';
import { extractText, extractTextItems } from 'unpdf';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, type TestSandbox } from '../../../testing.ts';
import { signatureSize } from '../pdf/stamp.ts';
import { borrower, senderOf, visit } from '../testing.ts';

let sandbox: TestSandbox;
let sender: ReturnType<typeof senderOf>;
beforeEach(async () => {
  sandbox = await startSandbox();
  sender = await senderOf(sandbox).signIn();
});
afterEach(() => sandbox.close());

const later = (advanceSeconds: number) => sandbox.json('POST', '/console/api/clock', { advanceSeconds });
const created = async () => String((await sender.create()).body.envelopeId);
const link = async (id: string) => String((await sender.view(id)).body.url);
const open = async (id: string) => {
  const { page } = await visit(await link(id));
  if (!page) throw new Error('There is no page.');
  return page;
};
const filledIn = { consent: 'yes', name: borrower.name, zone: 'America/Chicago' };

describe('a signing link', () => {
  it('works once, for five minutes', async () => {
    const url = await link(await created());
    expect((await visit(url)).page?.status).toBe(200);
    const again = await visit(url);
    expect(again.event).toBe('ttl_expired');
    expect(again.left).toContain('/receive-funds/docusign-loading?from=here&event=');
    const late = await link(await created());
    await later(301);
    expect((await visit(late)).event).toBe('ttl_expired');
  });

  it('is not found when it is unknown', async () => {
    const response = await fetch(`${sandbox.url}/docusign/signing/start?token=unknown`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('This signing link doesn’t work');
  });
});

describe('the signing page', () => {
  it('reports missing fields and preserves the others', async () => {
    const page = await open(await created());
    const nothing = await page.press('sign', { name: ' ' });
    expect(nothing.html).toContain('Check the box to sign electronically.');
    expect(nothing.html).toContain('Type your full name.');
    const nameless = await page.press('sign', { consent: 'yes' });
    expect(nameless.html).toContain('name="consent" value="yes" required checked');
  });

  it('returns signing_complete, then viewing_complete on a later visit', async () => {
    const id = await created();
    const page = await open(id);
    expect((await sender.envelope(id)).status).toBe('delivered');
    const [first, second] = await Promise.all([page.press('sign', filledIn), page.press('sign', filledIn)]);
    expect([first?.event, second?.event]).toEqual(['signing_complete', 'signing_complete']);
    expect(await sender.envelope(id)).toMatchObject({ status: 'completed', completedAt: expect.any(String) });
    const back = await open(id);
    expect(back.html).toContain('Certificate of completion');
    expect((await back.press('close')).event).toBe('viewing_complete');
    // The session has ended; going back leads to the same event.
    expect((await back.press('later')).event).toBe('viewing_complete');
  });

  it('returns session_timeout after inactivity, whatever the person does next', async () => {
    const id = await created();
    const page = await open(id);
    await later(19 * 60);
    expect((await page.press('active')).status).toBe(204);
    await later(19 * 60);
    expect((await page.press('active')).status).toBe(204);
    await later(21 * 60);
    expect((await page.press('sign', filledIn)).event).toBe('session_timeout');
    await sender.signIn();
    expect((await sender.envelope(id)).status).toBe('delivered');
    expect((await page.press('active')).status).toBe(410);
    expect((await (await open(id)).press('timeout')).event).toBe('session_timeout');
  });

  it('refuses to sign an envelope that was voided meanwhile', async () => {
    const id = await created();
    const page = await open(id);
    const unexplained = await sender.call('PUT', `/envelopes/${id}`, { status: 'voided' });
    expect(unexplained.body.errorCode).toBe('INVALID_REQUEST_BODY');
    await sender.call('PUT', `/envelopes/${id}`, { status: 'voided', voidedReason: 'A new amount' });
    expect((await page.press('sign', filledIn)).event).toBe('exception');
    expect((await sender.envelope(id)).status).toBe('voided');
  });

  it('cannot be framed and runs no foreign scripts', async () => {
    const policy = (await fetch(await link(await created()))).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("form-action 'self' http://localhost:3000");
  });
});

const text = async (bytes: Uint8Array) => (await extractText(new Uint8Array(bytes))).text.join(' ');

it('a signed document shows the signature at its place, is sealed as a whole and stays tagged', async () => {
  const id = await created();
  expect((await (await open(id)).press('sign', filledIn)).event).toBe('signing_complete');
  for (const name of ['1', '2', 'combined', 'certificate']) {
    const bytes = await sender.pdf(id, name);
    expect(bytes.toString('latin1')).toContain('/SubFilter /ETSI.CAdES.detached');
    expect(bytes.toString('latin1')).toContain('/StructTreeRoot');
  }
  const { items } = await extractTextItems(new Uint8Array(await sender.pdf(id, '1')));
  const [runs = []] = items;
  const signature = runs.find((run) => run.str === borrower.name);
  const top = 792 - 300;
  expect(signature?.y).toBeLessThan(top);
  expect(signature?.y).toBeGreaterThan(top - signatureSize.height);
  expect(runs.map(({ str }) => str).join('')).toContain(`Envelope ${id}`);
  const certificate = await text(await sender.pdf(id, 'certificate'));
  expect(certificate).toContain('Certificate of completion');
  expect(certificate).toContain(borrower.email);
  expect((await PDFDocument.load(await sender.pdf(id, 'combined'))).getPageCount()).toBe(2);
});
