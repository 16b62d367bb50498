// The DocuSign adapter against the sandbox, without the rest of the app.
import { createHmac, createPrivateKey } from 'node:crypto';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { serve, startSandbox } from '#sandbox/testing.ts';
import { demoDocument } from '#sandbox/vendors/docusign/testing.ts';
import type { DocumentModel } from '#server/pdf/document-model.ts';
import { MovableClock } from '#server/platform/clock.ts';
import { docusign } from '#server/vendors/docusign/docusign.ts';
import { consoleOf } from './world.ts';

const sandbox = await startSandbox();
afterAll(() => sandbox.close());

const signal = () => AbortSignal.timeout(60_000);
const signer = { name: 'Ana Example', email: 'ana@example.com', clientUserId: 'ana' };

function adapter(changes: Partial<Parameters<typeof docusign>[0]> = {}, clock = new MovableClock()) {
  const { credentials } = sandbox;
  const settings = {
    oauthUrl: `${sandbox.url}/docusign`,
    integrationKey: credentials.DOCUSIGN_INTEGRATION_KEY,
    userId: credentials.DOCUSIGN_USER_ID,
    accountId: credentials.DOCUSIGN_ACCOUNT_ID,
    privateKey: credentials.DOCUSIGN_PRIVATE_KEY,
    hmacKey: credentials.DOCUSIGN_HMAC_KEY,
    ...changes,
  };
  return docusign(settings, clock);
}

const paper: DocumentModel = {
  title: 'Promissory note',
  language: 'en-US',
  subject: 'A loan',
  sender: { name: 'Lender', legalName: 'Lender, Inc.', lines: [] },
  reference: 'Application 1',
  madeAt: '2026-01-02T03:04:05.000Z',
  blocks: [],
};
const places = [
  { field: 'signature', page: 1, x: 72, y: 300 },
  { field: 'date', page: 1, x: 396, y: 328 },
] as const;

async function envelope(signatures: ReturnType<typeof adapter>, transactionId: string): Promise<string> {
  const pdf = await demoDocument('Promissory note');
  const request = {
    transactionId,
    subject: 'Your loan documents',
    documents: [{ key: 'promissory-note:1', pdf, sha256: 'unread', places, paper }],
    signer,
    webhookUrl: 'http://localhost:9/webhooks/docusign',
  };
  const { envelopeId } = await signatures.create(request, signal());
  return envelopeId;
}

it.each([
  'pkcs1',
  'pkcs8',
] as const)('the key that DocuSign hands out signs in as %s, with its line ends or with \\n', async (type) => {
  const { DOCUSIGN_PRIVATE_KEY: key } = sandbox.credentials;
  const pem = String(createPrivateKey(key).export({ type, format: 'pem' }));
  expect(pem).toContain(type === 'pkcs1' ? 'BEGIN RSA PRIVATE KEY' : 'BEGIN PRIVATE KEY');
  for (const privateKey of [pem, pem.replaceAll('\n', '\\n')])
    expect(await adapter({ privateKey }).find('unheard', signal())).toBeUndefined();
});

describe('the account', () => {
  it('is called at the address that userinfo names', async () => {
    const signatures = adapter({ oauthUrl: `${sandbox.url}/docusign/` });
    const id = await envelope(signatures, 'application-1');
    expect(await signatures.find('application-1', signal())).toEqual({ envelopeId: id, status: 'open' });
    const requests = await consoleOf(sandbox.url).console<{ path: string }[]>('requests?vendor=docusign');
    expect(requests[0]?.path).toMatch(/^\/docusign\/na4\/restapi\/v2\.1\/accounts\//);
  });

  it('is signed in to at the time of the injected clock', async () => {
    const clock = new MovableClock();
    clock.advance(-2 * 3_600_000);
    await expect(adapter({}, clock).find('nothing', signal())).rejects.toThrow('invalid_grant');
  });

  it('that refuses the sign-in reports why, and is retried once an operator has fixed it', async () => {
    const refused = adapter({ userId: 'another-user' }).find('application-1', signal());
    const message = 'docusign refused the sign-in: invalid_grant';
    await expect(refused).rejects.toMatchObject({ message, isFinal: false });
  });
});

it('an envelope is voided once, and a second void reports that it was over', async () => {
  const signatures = adapter();
  const id = await envelope(signatures, 'application-2');
  expect(await signatures.void(id, 'A new amount', signal())).toBe('voided');
  expect(await signatures.void(id, 'A new amount', signal())).toBe('ended-before');
  expect(await signatures.status(id, signal())).toBe('voided');
  const message = 'docusign refused with 400 (Hourly_Envelope_Polling_Limit_Exceeded)';
  await expect(signatures.status(id, signal())).rejects.toMatchObject({ message, isFinal: false });
});

describe('a status', async () => {
  let word = '';
  let refusal: string | undefined;
  let path = '';
  const server = await serve((request, response) => {
    const account_id = sandbox.credentials.DOCUSIGN_ACCOUNT_ID;
    path = request.url ?? '';
    const answer = path.endsWith('/token')
      ? { access_token: 'token', expires_in: 3600 }
      : path.endsWith('/userinfo')
        ? { accounts: [{ account_id, base_uri: server.url }] }
        : refusal === undefined
          ? { status: word }
          : { errorCode: refusal };
    if ('errorCode' in answer) response.statusCode = 400;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  afterAll(() => server.close());

  const signatures = () => adapter({ oauthUrl: server.url });

  it.each([
    ['delivered', 'open'],
    ['signed', 'open'],
    ['completed', 'completed'],
    ['declined', 'declined'],
    ['voided', 'voided'],
    ['one that DocuSign adds later', 'open'],
  ])('%s is %s to us', async (theirs, ours) => {
    word = theirs;
    expect(await signatures().status('one', signal())).toBe(ours);
  });

  it('is asked for by the short number of the user’s only account, too', async () => {
    await adapter({ oauthUrl: server.url, accountId: '7654321' }).status('one', signal());
    expect(path).toBe('/restapi/v2.1/accounts/7654321/envelopes/one');
  });

  const refusals = ['HOURLY_APIINVOCATION_LIMIT_EXCEEDED', 'Burst_APIInvocation_Envelope_Limit_Exceeded'];
  it.each(
    refusals,
  )('that is refused with %s can be requested later, and the keys are accepted', async (code) => {
    refusal = code;
    onTestFinished(() => {
      refusal = undefined;
    });
    const refused = { status: 400, isFinal: false, message: `docusign refused with 400 (${code})` };
    await expect(signatures().status('one', signal())).rejects.toMatchObject(refused);
    await expect(signatures().document('one', 'combined', signal())).rejects.toMatchObject(refused);
    await expect(signatures().tryKeys(signal())).rejects.toMatchObject(refused);
  });
});

describe('a message of Connect', () => {
  const { DOCUSIGN_HMAC_KEY } = sandbox.credentials;
  const read = (body: object, key = DOCUSIGN_HMAC_KEY, header = 'x-docusign-signature-1') => {
    const raw = Buffer.from(JSON.stringify(body));
    return adapter().webhook?.read(raw, { [header]: createHmac('sha256', key).update(raw).digest('base64') });
  };
  const completed = { event: 'envelope-completed', data: { envelopeId: 'one' } };

  it('is believed if one of the account’s keys signed it', () => {
    for (const header of ['x-docusign-signature-1', 'x-docusign-signature-2'])
      expect(read(completed, undefined, header)).toEqual({ envelopeId: 'one', status: 'completed' });
    expect(read(completed, 'another key')).toBe('forged');
    expect(read(completed, undefined, 'x-signature')).toBe('unsigned');
  });

  it('reports nothing unless the envelope has ended', () => {
    expect(read({ ...completed, event: 'envelope-declined' })).toMatchObject({ status: 'declined' });
    for (const event of ['envelope-delivered', 'envelope-signed', 'recipient-completed'])
      expect(read({ ...completed, event })).toBe('nothing');
    expect(read({ event: 'envelope-completed' })).toBe('nothing');
  });
});
