// DocuSign envelopes and embedded signing, with a thin client for its REST API.
import { createHmac, createPrivateKey, timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';
import * as z from 'zod';
import type { Clock } from '../platform/clock.ts';
import { NotPerformed, OutcomeUnknown } from '../platform/jobs/vendor-calls.ts';
import { callVendor, send, VendorRefused } from './http-client.ts';
import { anchors, type EnvelopeStatus, isFinal, type Signatures } from './signature.ts';
import { refusedKeys, ToFix } from './vendor-check.ts';

/** DocuSign's statuses in our terms. One that it adds later ends nothing. */
const statusOf: Readonly<Record<string, EnvelopeStatus>> = {
  created: 'open',
  sent: 'open',
  delivered: 'open',
  // Everyone has signed, and DocuSign is still finishing the documents.
  signed: 'open',
  completed: 'completed',
  declined: 'declined',
  voided: 'voided',
};
const status = z.string().transform((word): EnvelopeStatus => statusOf[word] ?? 'open');

/** What Connect posts, in the format that `eventData` asks for: each event tells of the status that it is named after. */
const message = z.object({
  event: z
    .string()
    .startsWith('envelope-')
    .transform((event) => statusOf[event.slice('envelope-'.length)]),
  data: z.object({ envelopeId: z.string() }),
});

const created = z.object({ envelopeId: z.string() });
const found = z.object({ envelopes: z.array(z.object({ envelopeId: z.string(), status })).optional() });
const changed = z.object({
  recipientUpdateResults: z.array(z.object({ errorDetails: z.object({ errorCode: z.string() }).optional() })),
});
const view = z.object({ url: z.url() });
const token = z.object({ access_token: z.string(), expires_in: z.coerce.number() });
const userinfo = z.object({ accounts: z.array(z.object({ account_id: z.string(), base_uri: z.url() })) });

interface SignedIn {
  readonly authorization: string;
  /** The account's address, below which all its calls are. */
  readonly base: string;
}

interface DocusignSettings {
  readonly oauthUrl: string;
  readonly integrationKey: string;
  readonly userId: string;
  readonly accountId: string;
  /** PEM, PKCS #1 or PKCS #8; line ends may be written as `\n`. */
  readonly privateKey: string;
  readonly hmacKey: string;
}

export function docusign(settings: DocusignSettings, clock: Clock): Signatures {
  const vendor = 'docusign';
  const oauthUrl = settings.oauthUrl.replace(/\/$/, '');
  const key = createPrivateKey(settings.privateKey.replaceAll('\\n', '\n'));
  let cached: (SignedIn & { readonly until: number }) | undefined;

  async function signedIn(signal: AbortSignal): Promise<SignedIn> {
    const now = clock.now().getTime();
    if (cached && cached.until > now) return cached;
    const { access_token, expires_in } = await accessToken(signal);
    const authorization = `Bearer ${access_token}`;
    const base = await accountAddress(authorization, signal);
    cached = { authorization, base, until: now + (expires_in - 300) * 1000 };
    return cached;
  }

  async function accessToken(signal: AbortSignal) {
    const seconds = Math.floor(clock.now().getTime() / 1000);
    const assertion = await new SignJWT({ scope: 'signature impersonation' })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(settings.integrationKey)
      .setSubject(settings.userId)
      .setAudience(new URL(oauthUrl).host)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 3600)
      .sign(key);
    try {
      return await callVendor({
        vendor,
        method: 'POST',
        url: `${oauthUrl}/oauth/token`,
        form: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion },
        answer: token,
        signal,
      });
    } catch (error) {
      // Consent or a key is missing. The lender's engineers see to it, and the same envelope is sent then.
      if (error instanceof VendorRefused)
        throw new NotPerformed(`docusign refused the sign-in: ${wordOf(error)}`);
      throw error;
    }
  }

  /** DocuSign says for each account which of its data centers has it. */
  async function accountAddress(authorization: string, signal: AbortSignal): Promise<string> {
    const { accounts } = await callVendor({
      vendor,
      method: 'GET',
      url: `${oauthUrl}/oauth/userinfo`,
      headers: { authorization },
      answer: userinfo,
      signal,
    });
    const account = accounts.find(
      ({ account_id: id }) => id.toLowerCase() === settings.accountId.toLowerCase(),
    );
    if (account === undefined)
      throw new NotPerformed('the docusign user does not belong to the account in DOCUSIGN_ACCOUNT_ID');
    const { protocol } = new URL(account.base_uri);
    // The token must not leave unencrypted.
    if (protocol !== 'https:' && oauthUrl.startsWith('https:'))
      throw new NotPerformed('docusign named an address of the account that is not encrypted');
    return `${account.base_uri.replace(/\/$/, '')}/restapi/v2.1/accounts/${encodeURIComponent(settings.accountId)}`;
  }

  /** DocuSign rejects an expired token before it acts, so the call is sent again with a new one. */
  async function authorized<A>(signal: AbortSignal, call: (as: SignedIn) => Promise<A>): Promise<A> {
    try {
      return await call(await signedIn(signal));
    } catch (error) {
      if (!(error instanceof VendorRefused) || error.status !== 401) throw error;
      cached = undefined;
      return call(await signedIn(signal));
    }
  }

  function ask<A>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    { json, answer, signal }: { json?: unknown; answer: z.ZodType<A>; signal: AbortSignal },
  ): Promise<A> {
    return authorized(signal, ({ authorization, base }) =>
      callVendor({
        vendor,
        method,
        url: `${base}/envelopes${path}`,
        headers: { authorization },
        ...(json === undefined ? {} : { json }),
        answer,
        signal,
      }),
    );
  }

  return {
    vendor,
    publicName: 'DocuSign',
    statusEverySeconds: 15 * 60,
    webhook: {
      path: '/webhooks/docusign',
      read(body, headers) {
        const expected = createHmac('sha256', settings.hmacKey).update(body).digest();
        const isSigned = Object.entries(headers).some(([name, value]) => {
          // One for each of the account's keys.
          if (!/^x-docusign-signature-\d+$/.test(name) || typeof value !== 'string') return false;
          const given = Buffer.from(value, 'base64');
          return given.length === expected.length && timingSafeEqual(given, expected);
        });
        if (!isSigned) return 'forged';
        const read = message.safeParse(readJson(body));
        if (!read.success || !isFinal(read.data.event)) return 'nothing';
        return { envelopeId: read.data.data.envelopeId, status: read.data.event };
      },
    },
    /** Signs in, and looks for an envelope that never was. */
    async tryKeys(signal) {
      await accessToken(signal).catch((error: unknown) => {
        if (!(error instanceof NotPerformed)) throw error;
        if (error.message.includes('consent_required'))
          throw new ToFix(
            `the user in DOCUSIGN_USER_ID has to consent once, at ${oauthUrl}/oauth/auth?response_type=code&scope=signature%20impersonation&client_id=<DOCUSIGN_INTEGRATION_KEY>&redirect_uri=<one of the app’s redirect URIs>`,
          );
        throw new ToFix(
          `DOCUSIGN_INTEGRATION_KEY, DOCUSIGN_USER_ID or DOCUSIGN_PRIVATE_KEY is not accepted: ${error.message}`,
        );
      });
      await this.find('00000000-0000-4000-8000-000000000000', signal).catch(
        refusedKeys('DOCUSIGN_ACCOUNT_ID is', [400, 401, 403, 404]),
      );
      return 'signed in, and the account is there; no envelope was sent, and Connect’s key shows with the first';
    },
    create: ({ transactionId, subject, documents, signer, webhookUrl }, signal) =>
      ask('POST', '', {
        json: {
          transactionId,
          emailSubject: subject,
          status: 'sent',
          documents: documents.map((document, index) => ({
            documentId: String(index + 1),
            name: document.name,
            fileExtension: 'pdf',
            documentBase64: document.pdf.toString('base64'),
          })),
          recipients: {
            signers: [
              {
                recipientId: '1',
                routingOrder: '1',
                name: signer.name,
                email: signer.email,
                clientUserId: signer.clientUserId,
                tabs: {
                  // DocuSign searches all documents for an anchor, so one tab of a kind fills every place.
                  signHereTabs: [anchored(anchors.signature)],
                  dateSignedTabs: [anchored(anchors.date)],
                },
              },
            ],
          },
          eventNotification: {
            url: webhookUrl,
            requireAcknowledgment: 'true',
            includeHMAC: 'true',
            loggingEnabled: 'true',
            deliveryMode: 'SIM',
            events: ['envelope-completed', 'envelope-declined', 'envelope-voided'],
            eventData: { version: 'restv2.1', format: 'json' },
          },
        },
        answer: created,
        signal,
      }),
    async find(transactionId, signal) {
      const path = `?transaction_ids=${encodeURIComponent(transactionId)}`;
      const { envelopes } = await ask('GET', path, { answer: found, signal });
      return envelopes?.[0];
    },
    async changeSigner(envelopeId, signer, signal) {
      const { recipientUpdateResults } = await ask('PUT', `/${encodeURIComponent(envelopeId)}/recipients`, {
        json: { signers: [{ recipientId: '1', ...signer }] },
        answer: changed,
        signal,
      });
      // DocuSign reports a refused recipient in a response with status 200.
      const refused = recipientUpdateResults.find(
        ({ errorDetails }) => errorDetails && errorDetails.errorCode !== 'SUCCESS',
      );
      if (refused) throw new VendorRefused(vendor, 200, refused);
    },
    async void(envelopeId, reason, signal) {
      try {
        await ask('PUT', `/${encodeURIComponent(envelopeId)}`, {
          json: { status: 'voided', voidedReason: reason },
          answer: z.unknown(),
          signal,
        });
        return 'voided';
      } catch (error) {
        if (error instanceof VendorRefused && wordOf(error) === 'ENVELOPE_CANNOT_VOID_INVALID_STATE')
          return 'ended-before';
        throw error;
      }
    },
    async status(envelopeId, signal) {
      const path = `/${encodeURIComponent(envelopeId)}`;
      return (await ask('GET', path, { answer: z.object({ status }), signal })).status;
    },
    async statuses(envelopeIds, signal) {
      const path = `?envelope_ids=${encodeURIComponent(envelopeIds.join(','))}`;
      const { envelopes = [] } = await ask('GET', path, { answer: found, signal });
      return new Map(envelopes.map((one) => [one.envelopeId, one.status]));
    },
    async signingAddress(envelopeId, signer, returnUrl, signal) {
      const { url } = await ask('POST', `/${encodeURIComponent(envelopeId)}/views/recipient`, {
        json: {
          returnUrl,
          authenticationMethod: 'none',
          userName: signer.name,
          email: signer.email,
          clientUserId: signer.clientUserId,
        },
        answer: view,
        signal,
      });
      return url;
    },
    document: (envelopeId, which, signal) =>
      authorized(signal, async ({ authorization, base }) => {
        const url = `${base}/envelopes/${encodeURIComponent(envelopeId)}/documents/${which}`;
        const headers = { authorization, accept: 'application/pdf' };
        const response = await send('docusign', new Request(url, { headers }), signal);
        if (!response.ok) throw new OutcomeUnknown(`docusign did not send the ${which} document`);
        return Buffer.from(await response.arrayBuffer());
      }),
  };
}

const anchored = (anchorString: string) => ({
  recipientId: '1',
  anchorString,
  anchorUnits: 'pixels',
  anchorXOffset: '0',
  anchorYOffset: '0',
});

/** The error's code: `error` of a sign-in, `errorCode` of a call. Anything that doesn't look like one becomes the status. */
function wordOf({ body, status: code }: VendorRefused): string {
  const { error, errorCode } = (body ?? {}) as { error?: unknown; errorCode?: unknown };
  const word = errorCode ?? error;
  return typeof word === 'string' && /^\w{1,80}$/.test(word) ? word : String(code);
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
