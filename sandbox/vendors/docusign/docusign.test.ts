import { generateKeyPairSync } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serve, startSandbox, type TestSandbox } from '../../testing.ts';
import { grantType } from './oauth.ts';
import { borrower, envelopeRequest, senderOf } from './testing.ts';

let sandbox: TestSandbox;
let sender: ReturnType<typeof senderOf>;
beforeEach(async () => {
  sandbox = await startSandbox();
  sender = senderOf(sandbox);
});
afterEach(() => sandbox.close());

const later = (advanceSeconds: number) => sandbox.json('POST', '/console/api/clock', { advanceSeconds });
const created = async (change: Record<string, unknown> = {}) =>
  String((await sender.create(change)).body.envelopeId);
const codeOf = async (response: Promise<{ body: unknown }>) =>
  ((await response).body as { errorCode?: string }).errorCode;

describe('the JWT grant', () => {
  it('gives a token for an hour to an assertion signed with the registered key', async () => {
    const { status, body } = await sender.grant();
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'signature impersonation' });
    await sender.signIn();
    expect((await sender.call('GET', '/envelopes?transaction_ids=none')).status).toBe(200);
    await later(3601);
    expect(await sender.call('GET', '/envelopes?transaction_ids=none')).toMatchObject({
      status: 401,
      body: { errorCode: 'AUTHORIZATION_INVALID_TOKEN' },
    });
    // Moving the clock does not expire a new assertion.
    expect((await sender.grant()).status).toBe(200);
  });

  it('accepts a configured key and the usual audiences', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const other = await startSandbox({
      credentials: { DOCUSIGN_PUBLIC_KEY: publicKey.replaceAll('\n', '\\n') },
    });
    const client = senderOf(other);
    const host = new URL(other.url).host;
    for (const aud of [host, `${other.url}/docusign`, `${host}/docusign`])
      expect((await client.grant({ aud }, privateKey)).status).toBe(200);
    expect((await client.grant()).body).toMatchObject({ error: 'invalid_grant' });
    await other.close();
  });

  it.each([
    ['another integration', { iss: 'someone' }, 'invalid_grant', 'issuer_not_found'],
    ['another audience', { aud: 'example.com' }, 'invalid_grant', 'invalid_audience'],
    ['an expired assertion', { iat: 1_700_000_000, exp: 1_700_003_600 }, 'invalid_grant', 'expired_grant'],
    ['a scope without consent', { scope: 'signature impersonation payments' }, 'consent_required', undefined],
  ])('refuses %s', async (_, claims, error, description) => {
    const body = description ? { error, error_description: description } : { error };
    expect(await sender.grant(claims)).toEqual(expect.objectContaining({ status: 400, body }));
  });

  it('refuses other grant types and malformed assertions', async () => {
    const ask = async (form: Record<string, string>) =>
      (await sandbox.form('/docusign/oauth/token', form)).body;
    expect(await ask({ grant_type: 'password' })).toEqual({ error: 'unsupported_grant_type' });
    expect(await ask({ grant_type: grantType, assertion: 'a.b.c' })).toMatchObject({
      error_description: 'no_valid_keys_or_signatures',
    });
  });
});

describe('envelopes', () => {
  beforeEach(async () => {
    await sender.signIn();
  });

  it('are sent, and returned with numbers and booleans as strings', async () => {
    const { status, body } = await sender.create();
    expect(status).toBe(201);
    expect(body).toEqual({
      envelopeId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      uri: `/envelopes/${body.envelopeId}`,
      status: 'sent',
      statusDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z$/),
    });
    const id = String(body.envelopeId);
    expect((await sender.call('GET', `/envelopes/${id}`)).body).toMatchObject({
      envelopeId: id,
      status: 'sent',
      emailSubject: 'Your loan documents',
      enableWetSign: 'false',
      recipients: {
        recipientCount: '1',
        signers: [{ recipientId: '1', routingOrder: '1', status: 'sent', email: borrower.email }],
      },
    });
    expect((await sender.envelope(id)).places).toMatchObject([
      { kind: 'signHere', documentId: '1', page: 1 },
      { kind: 'signHere', documentId: '2' },
      { kind: 'dateSigned', documentId: '1' },
      { kind: 'dateSigned', documentId: '2' },
    ]);
  });

  it('are refused when they cannot be sent', async () => {
    const request = await envelopeRequest();
    const signer = request.recipients.signers[0];
    const refused = (change: Record<string, unknown>) =>
      codeOf(sender.call('POST', '/envelopes', { ...request, ...change }));
    const withTabs = (tabs: unknown) => ({ recipients: { signers: [{ ...signer, tabs }] } });

    for (const [change, code] of [
      [{ documents: [] }, 'ENVELOPE_HAS_NO_DOCUMENTS'],
      [{ recipients: { signers: [] } }, 'ENVELOPE_IS_INCOMPLETE'],
      [{ status: 'perhaps' }, 'INVALID_REQUEST_BODY'],
      [{ documents: [request.documents[0], request.documents[0]] }, 'INVALID_REQUEST_BODY'],
      [withTabs({ fullNameTabs: [{ documentId: '1' }] }), 'INVALID_REQUEST_BODY'],
      [{ recipients: { signers: [{ ...signer, email: 'ana' }] } }, 'INVALID_EMAIL_ADDRESS_FOR_RECIPIENT'],
      [{ documents: [{ ...request.documents[0], documentBase64: 'aGk=' }] }, 'UNABLE_TO_CONVERT_DOCUMENT'],
    ] as const)
      expect(await refused(change)).toBe(code);
    const place = { documentId: '1', pageNumber: '1', xPosition: '72', yPosition: '72' };
    for (const bad of [
      { documentId: '9' },
      { pageNumber: '2' },
      { yPosition: '2000' },
      { xPosition: undefined },
      { xPosition: '7.5' },
    ])
      expect(await refused(withTabs({ signHereTabs: [{ ...place, ...bad }] }))).toBe('INVALID_TAB_OPERATION');
    expect(await refused(withTabs({ signHereTabs: [place] }))).toBeUndefined();
  });

  it('need a valid token, account and id', async () => {
    const id = await created();
    const other = `/docusign/na4/restapi/v2.1/accounts/other/envelopes/${id}`;
    expect(await codeOf(sandbox.json('GET', other))).toBe('USER_AUTHENTICATION_FAILED');
    expect(await sender.call('GET', '/envelopes/00000000-0000-4000-8000-000000000000')).toMatchObject({
      status: 404,
      body: { errorCode: 'ENVELOPE_DOES_NOT_EXIST' },
    });
    expect(await sender.call('GET', `/envelopes/${id}/documents/9`)).toMatchObject({
      status: 404,
      body: { errorCode: 'DOCUMENT_DOES_NOT_EXIST' },
    });
    sender.useToken('made up');
    expect(await codeOf(sender.call('GET', `/envelopes/${id}`))).toBe('AUTHORIZATION_INVALID_TOKEN');
  });

  it('let only their signer sign', async () => {
    const id = await created();
    for (const change of [{ clientUserId: 'x' }, { userName: 'Ana' }, { email: 'b@example.com' }])
      expect(await codeOf(sender.view(id, change))).toBe('UNKNOWN_ENVELOPE_RECIPIENT');
    expect(await codeOf(sender.view(id, { returnUrl: 'nowhere' }))).toBe('INVALID_REQUEST_BODY');
    expect((await sender.view(id, { email: borrower.email.toUpperCase() })).status).toBe(201);
  });
});

describe('Connect', () => {
  let listener: Awaited<ReturnType<typeof serve>>;
  let refusals = 0;
  let received: { body: string; signature: unknown }[] = [];
  beforeEach(async () => {
    received = [];
    refusals = 0;
    listener = await serve(async (request, response) => {
      received.push({ body: await text(request), signature: request.headers['x-docusign-signature-1'] });
      response.writeHead(refusals > 0 ? 503 : 200).end();
      refusals -= 1;
    });
    await sender.signIn();
  });
  afterEach(() => listener.close());

  const notified = (change: Record<string, unknown> = {}) => ({
    eventNotification: {
      url: `${listener.url}/connect`,
      requireAcknowledgment: 'true',
      includeHMAC: 'true',
      events: 'sent delivered completed declined voided'.split(' ').map((event) => `envelope-${event}`),
      deliveryMode: 'SIM',
      eventData: { version: 'restv2.1', format: 'json' },
      ...change,
    },
  });
  const events = () => received.map(({ body }) => JSON.parse(body).event as string);

  it('retries until accepted', async () => {
    refusals = 2;
    await created(notified());
    await expect.poll(() => received.length).toBe(3);
    expect(received.map(({ body }) => JSON.parse(body).retryCount)).toEqual([0, 1, 2]);
  });

  it('sends the requested events, only once and unsigned unless the sender asks for retries and signatures', async () => {
    refusals = 5;
    const id = await created(
      notified({ events: ['envelope-voided'], requireAcknowledgment: 'false', includeHMAC: 'false' }),
    );
    await sender.call('PUT', `/envelopes/${id}`, { status: 'voided', voidedReason: 'Done' });
    await expect.poll(events).toEqual(['envelope-voided']);
    expect(received[0]?.signature).toBeUndefined();
  });

  it('refuses events without their mode or format', async () => {
    for (const change of [{ deliveryMode: undefined }, { eventData: { version: 'restv2.1' } }])
      expect(await sender.create(notified(change))).toMatchObject({
        status: 400,
        body: { errorCode: 'INVALID_REQUEST_BODY' },
      });
  });
});
