// The vendors' own clients against the sandbox; most are installed only for the full tests.
import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer as createHttpServer, request as httpRequest, type RequestListener } from 'node:http';
import { createServer as createHttpsServer, request as httpsRequest } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServerIdentity } from '#sandbox/certificate.ts';
import { startSandbox, type TestSandbox } from '#sandbox/testing.ts';
import { envelopeRequest } from '#sandbox/vendors/docusign/testing.ts';
import { officialSdks } from '../scripts/official-sdks.js';
import { openBrowser } from './screen-pictures.ts';

const tls = createServerIdentity();
const trusted = getCACertificates('default');
let sandbox: TestSandbox;
/** The sandbox by TLS, which DocuSign's client insists on. */
let secured: TestSandbox;
const servers: { closeAllConnections(): void; close(): void }[] = [];

beforeAll(async () => {
  setDefaultCACertificates([...trusted, tls.certificate]);
  sandbox = await startSandbox();
  secured = await startSandbox({ tls });
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await Promise.all([sandbox?.close(), secured?.close()]);
  setDefaultCACertificates(trusted);
});

/** A host of the vendor's own, as its client expects one: the sandbox has each vendor below a path. */
async function hostOf(target: TestSandbox, path: string): Promise<number> {
  const { protocol, port } = new URL(target.url);
  const isSecure = protocol === 'https:';
  const handle: RequestListener = (request, response) => {
    const send = isSecure ? httpsRequest : httpRequest;
    const { method, headers } = request;
    const passed = send(
      {
        host: 'localhost',
        port,
        method,
        headers,
        path: request.url?.startsWith(`${path}/`) ? request.url : `${path}${request.url}`,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(passed);
  };
  const server = isSecure
    ? createHttpsServer({ key: tls.key, cert: tls.certificate }, handle)
    : createHttpServer(handle);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return (server.address() as AddressInfo).port;
}

describe.skipIf(!existsSync(join(officialSdks, 'installed')))(
  'of clients that are installed apart',
  { tags: ['full'] },
  () => {
    const load = (name: string) => createRequire(join(officialSdks, 'package.json'))(name);

    it('docusign-esign: signs in by JWT, finds the account, and sends, reads and voids an envelope', async () => {
      const docusign = load('docusign-esign');
      const { credentials } = secured;
      const client = new docusign.ApiClient();
      const host = `localhost:${await hostOf(secured, '/docusign')}`;
      client.setOAuthBasePath(host);
      const signIn = (key: string) =>
        client.requestJWTUserToken(
          credentials.DOCUSIGN_INTEGRATION_KEY,
          credentials.DOCUSIGN_USER_ID,
          ['signature', 'impersonation'],
          Buffer.from(key),
          3600,
        );
      const { body: token } = await signIn(credentials.DOCUSIGN_PRIVATE_KEY);
      const { accounts } = await client.getUserInfo(token.access_token);
      expect(accounts[0].accountId).toBe(credentials.DOCUSIGN_ACCOUNT_ID);
      client.setBasePath(`${accounts[0].baseUri}/restapi`);
      client.addDefaultHeader('Authorization', `Bearer ${token.access_token}`);
      const envelopes = new docusign.EnvelopesApi(client);
      const account = credentials.DOCUSIGN_ACCOUNT_ID;
      const definition = docusign.EnvelopeDefinition.constructFromObject(await envelopeRequest());
      const { envelopeId } = await envelopes.createEnvelope(account, { envelopeDefinition: definition });
      const { url } = await envelopes.createRecipientView(account, envelopeId, {
        recipientViewRequest: {
          returnUrl: 'https://apply.lender.com/back',
          authenticationMethod: 'none',
          email: 'ana.example@example.com',
          userName: 'Ana María Łęcka',
          clientUserId: 'application-1',
        },
      });
      expect(url).toMatch(/^https:/);
      const envelope = { status: 'voided', voidedReason: 'Not wanted' };
      await envelopes.update(account, envelopeId, { envelope });
      // Once: DocuSign lets an envelope’s status be asked every fifteen minutes.
      expect((await envelopes.getEnvelope(account, envelopeId)).status).toBe('voided');
      const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
      const pem = other.export({ type: 'pkcs1', format: 'pem' }).toString();
      // Setting the account's address reset the one of the sign-in.
      client.setOAuthBasePath(host);
      const refused = await signIn(pem).catch(
        (error: { response?: { data?: unknown } }) => error.response?.data,
      );
      expect(refused).toMatchObject({ error: 'invalid_grant' });
    });

    it('@googlemaps/places: suggests addresses and reads one', async () => {
      const { PlacesClient } = load('@googlemaps/places').v1;
      const port = await hostOf(sandbox, '/google');
      const client = (apiKey: string) =>
        new PlacesClient({ apiKey, fallback: true, apiEndpoint: 'localhost', port, protocol: 'http' });
      const places = client(sandbox.credentials.GOOGLE_MAPS_KEY);
      const sessionToken = 'c1f1f3a2-5c8a-4e5a-9d4d-7d6d0f3b9a11';
      const [{ suggestions }] = await places.autocompletePlaces({
        input: '350 S Main',
        includedRegionCodes: ['us'],
        includedPrimaryTypes: ['street_address'],
        sessionToken,
      });
      const { placeId, text } = suggestions[0].placePrediction;
      expect(text.text).toContain('350 S Main St');
      const [place] = await places.getPlace(
        { name: `places/${placeId}`, sessionToken },
        { otherArgs: { headers: { 'X-Goog-FieldMask': 'addressComponents' } } },
      );
      expect(place.addressComponents.map((part: { shortText: string }) => part.shortText)).toContain('84101');
      await expect(client('wrong').autocompletePlaces({ input: '350' })).rejects.toThrow('API key not valid');
    });

    it('@socure-inc/device-risk-sdk: opens a session in a browser, which the evaluation knows', async () => {
      const browser = await openBrowser();
      try {
        const page = await browser.newPage({ bypassCSP: true });
        await page.goto(sandbox.url);
        const path = join(officialSdks, 'node_modules/@socure-inc/device-risk-sdk/device-risk-sdk.js');
        await page.addScriptTag({ path });
        const session = (sdkKey: string) =>
          page.evaluate(
            async ([key, configBaseUrl]) => {
              // biome-ignore lint/suspicious/noExplicitAny: the script defines it on the page.
              const { SigmaDeviceManager: module } = window as any;
              const manager = module.SigmaDeviceManager ?? module;
              manager.initialize({ sdkKey: key, configBaseUrl });
              return manager.getSessionToken() as Promise<string>;
            },
            [sdkKey, `${sandbox.url}/socure/config`] as const,
          );
        const token = await session(sandbox.credentials.SOCURE_SDK_KEY);
        expect(token).toMatch(/\S/);
        const person = { given_name: 'Alex', family_name: 'Rivera', national_id: '666010001' };
        const evaluation = {
          id: 'evaluation-1',
          timestamp: new Date().toISOString(),
          workflow: sandbox.credentials.SOCURE_WORKFLOW,
          data: { individual: { ...person, di_session_token: token, address: { country: 'US' } } },
        };
        const authorization = { Authorization: `Bearer ${sandbox.credentials.SOCURE_API_KEY}` };
        const { body } = await sandbox.json('POST', '/socure/api/evaluation', evaluation, authorization);
        expect(body).toMatchObject({ decision: 'ACCEPT', tags: expect.arrayContaining(['device_known']) });
      } finally {
        await browser.close();
      }
    });
  },
);
