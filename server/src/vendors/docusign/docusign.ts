// DocuSign envelopes and embedded signing.

import { createHmac, createPrivateKey, type KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import type { Place } from '../../pdf/document-model.ts';
import type { Clock } from '../../platform/clock.ts';
import { isSameSecret } from '../../platform/constant-time.ts';
import { deferredImport } from '../../platform/deferred-import.ts';
import { NotPerformed, OutcomeUnknown } from '../../platform/jobs/vendor-calls.ts';
import { readJson } from '../../platform/json.ts';
import { errorDetails } from '../error-details.ts';
import { callVendor, send, VendorRefused } from '../http-client.ts';
import { optional, optionalList } from '../optional-fields.ts';
import { type EnvelopeStatus, isFinal, type NewEnvelope, type Signatures } from '../signature.ts';
import { refusedKeys, ToFix } from '../vendor-check.ts';

interface DocusignLogin {
  readonly oauthUrl: string;
  readonly integrationKey: string;
  readonly userId: string;
  readonly accountId: string;
  /** PEM, PKCS #1 or PKCS #8; line ends may be written as `\n`. */
  readonly privateKey: string;
}

interface SignedIn {
  readonly authorization: string;
  /** The account's address, which all its calls are below. */
  readonly base: string;
}

const jose = deferredImport(() => import('jose'));

const token = z.object({ access_token: z.string(), expires_in: z.coerce.number() });
const userinfo = z.object({ accounts: z.array(z.object({ account_id: z.string(), base_uri: z.url() })) });

/** DocuSign reports its limits with status 400, but a limit passes. */
class LimitExceeded extends VendorRefused {
  override readonly isFinal = false;
}

class DocusignAccount {
  readonly oauthUrl: string;
  readonly #login: DocusignLogin;
  readonly #clock: Clock;
  readonly #key: KeyObject;
  #signedIn: (SignedIn & { readonly until: number }) | undefined;

  constructor(login: DocusignLogin, clock: Clock) {
    this.oauthUrl = login.oauthUrl.replace(/\/$/, '');
    this.#login = login;
    this.#clock = clock;
    this.#key = createPrivateKey(login.privateKey.replaceAll('\\n', '\n'));
  }

  /** Calls the envelopes API at a path below `/envelopes`. */
  call<A>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    { json, response, signal }: { json?: unknown; response: z.ZodType<A>; signal: AbortSignal },
  ): Promise<A> {
    return this.#authorized(signal, ({ authorization, base }) =>
      callVendor({
        vendor: 'docusign',
        method,
        url: `${base}/envelopes${path}`,
        headers: { authorization },
        json,
        response,
        signal,
      }),
    );
  }

  pdf(path: string, signal: AbortSignal): Promise<Buffer> {
    return this.#authorized(signal, async ({ authorization, base }) => {
      const headers = { authorization, accept: 'application/pdf' };
      const url = `${base}/envelopes${path}`;
      const response = await send('docusign', new Request(url, { headers }), signal);
      const { ok, status } = response;
      if (ok) return Buffer.from(await response.arrayBuffer());
      const body: unknown = await response.json().catch(() => undefined);
      if (status >= 500) throw new OutcomeUnknown('docusign did not send the document');
      throw new VendorRefused('docusign', status, body, errorDetails(body, url, headers));
    });
  }

  /** DocuSign rejects an expired token before it acts, so the call is repeated with a new one. */
  async #authorized<A>(signal: AbortSignal, call: (as: SignedIn) => Promise<A>): Promise<A> {
    try {
      return await call(await this.#signIn(signal));
    } catch (error) {
      if (!(error instanceof VendorRefused)) throw error;
      const errorCode = errorCodeOf(error);
      if (/LIMIT_EXCEEDED$/i.test(errorCode))
        throw new LimitExceeded('docusign', error.status, error.body, errorCode);
      if (error.status !== 401) throw error;
      this.#signedIn = undefined;
      return call(await this.#signIn(signal));
    }
  }

  async #signIn(signal: AbortSignal): Promise<SignedIn> {
    const now = this.#clock.now().getTime();
    if (this.#signedIn && this.#signedIn.until > now) return this.#signedIn;
    const { access_token, expires_in } = await this.accessToken(signal);
    const authorization = `Bearer ${access_token}`;
    const base = await this.#accountAddress(authorization, signal);
    this.#signedIn = { authorization, base, until: now + (expires_in - 300) * 1000 };
    return this.#signedIn;
  }

  async accessToken(signal: AbortSignal): Promise<z.output<typeof token>> {
    const seconds = Math.floor(this.#clock.now().getTime() / 1000);
    const { SignJWT } = await jose();
    const assertion = await new SignJWT({ scope: 'signature impersonation' })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(this.#login.integrationKey)
      .setSubject(this.#login.userId)
      .setAudience(new URL(this.oauthUrl).host)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 3600)
      .sign(this.#key);
    try {
      return await callVendor({
        vendor: 'docusign',
        method: 'POST',
        url: `${this.oauthUrl}/oauth/token`,
        form: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion },
        response: token,
        signal,
      });
    } catch (error) {
      // Consent or a key is missing. The same envelope is sent once the lender's engineers have fixed that.
      if (error instanceof VendorRefused)
        throw new NotPerformed(`docusign refused the sign-in: ${errorCodeOf(error)}`);
      throw error;
    }
  }

  /** Each account is in one of DocuSign's data centers. */
  async #accountAddress(authorization: string, signal: AbortSignal): Promise<string> {
    const { accountId } = this.#login;
    const { accounts } = await callVendor({
      vendor: 'docusign',
      method: 'GET',
      url: `${this.oauthUrl}/oauth/userinfo`,
      headers: { authorization },
      response: userinfo,
      signal,
    });
    // The list has no short account numbers, which calls take, too.
    const isNumber = /^\d+$/.test(accountId) && accounts.length === 1;
    const account = isNumber
      ? accounts[0]
      : accounts.find(({ account_id: id }) => id.toLowerCase() === accountId.toLowerCase());
    if (account === undefined)
      throw new NotPerformed('the docusign user does not belong to the account in DOCUSIGN_ACCOUNT_ID');
    const { protocol } = new URL(account.base_uri);
    // The token must not be sent unencrypted.
    if (protocol !== 'https:' && this.oauthUrl.startsWith('https:'))
      throw new NotPerformed('docusign named an address of the account that is not encrypted');
    return `${account.base_uri.replace(/\/$/, '')}/restapi/v2.1/accounts/${encodeURIComponent(accountId)}`;
  }
}

/** The error's code: `error` of a sign-in, `errorCode` of a call, or the status if neither looks like a code. */
function errorCodeOf({ body, status }: VendorRefused): string {
  const { error, errorCode } = (body ?? {}) as { error?: unknown; errorCode?: unknown };
  const code = errorCode ?? error;
  return typeof code === 'string' && /^\w{1,80}$/.test(code) ? code : String(status);
}

export function docusign(
  { hmacKey, ...login }: DocusignLogin & { readonly hmacKey: string },
  clock: Clock,
): Signatures {
  const account = new DocusignAccount(login, clock);
  return {
    vendor: 'docusign',
    publicName: 'DocuSign',
    statusEverySeconds: 15 * 60,
    findableDays: 7,
    webhook: docusignWebhook(hmacKey),
    tryKeys: (signal) => tryKeys(account, signal),
    create: (envelope, signal) =>
      account.call('POST', '', { json: newEnvelope(envelope), response: responses.created, signal }),
    async find(transactionId, signal) {
      const path = `?transaction_ids=${encodeURIComponent(transactionId)}`;
      return (await account.call('GET', path, { response: responses.found, signal })).envelopes[0];
    },
    async changeSigner(envelopeId, signer, signal) {
      const { recipientUpdateResults } = await account.call('PUT', `${pathOf(envelopeId)}/recipients`, {
        json: { signers: [{ recipientId: '1', ...signer }] },
        response: responses.changed,
        signal,
      });
      // DocuSign reports a refused recipient in a response with status 200.
      const refused = recipientUpdateResults.find(
        ({ errorDetails }) => errorDetails && errorDetails.errorCode !== 'SUCCESS',
      );
      if (refused) throw new VendorRefused('docusign', 200, refused);
    },
    async void(envelopeId, reason, signal) {
      try {
        const json = { status: 'voided', voidedReason: reason };
        await account.call('PUT', pathOf(envelopeId), { json, response: z.unknown(), signal });
        return 'voided';
      } catch (error) {
        if (error instanceof VendorRefused && errorCodeOf(error) === 'ENVELOPE_CANNOT_VOID_INVALID_STATE')
          return 'ended-before';
        throw error;
      }
    },
    status: async (envelopeId, signal) =>
      (await account.call('GET', pathOf(envelopeId), { response: responses.status, signal })).status,
    async statuses(envelopeIds, signal) {
      const path = `?envelope_ids=${encodeURIComponent(envelopeIds.join(','))}`;
      const { envelopes } = await account.call('GET', path, { response: responses.found, signal });
      return new Map(envelopes.map((found) => [found.envelopeId, found.status]));
    },
    async signedName(envelopeId, signal) {
      const path = `${pathOf(envelopeId)}/recipients`;
      const { signers } = await account.call('GET', path, { response: responses.signed, signal });
      return signers.map(({ name }) => name).join(', ');
    },
    async signingAddress(envelopeId, signer, { returnUrl }, signal) {
      const { url } = await account.call('POST', `${pathOf(envelopeId)}/views/recipient`, {
        json: {
          returnUrl,
          authenticationMethod: 'none',
          userName: signer.name,
          email: signer.email,
          clientUserId: signer.clientUserId,
        },
        response: responses.view,
        signal,
      });
      return url;
    },
    document: (envelopeId, which, signal) => account.pdf(`${pathOf(envelopeId)}/documents/${which}`, signal),
  };
}

const pathOf = (envelopeId: string) => `/${encodeURIComponent(envelopeId)}`;

/** Signs in, and looks for an envelope that doesn't exist. */
async function tryKeys(account: DocusignAccount, signal: AbortSignal): Promise<string> {
  await account.accessToken(signal).catch((error: unknown) => {
    if (!(error instanceof NotPerformed)) throw error;
    if (error.message.includes('consent_required'))
      throw new ToFix(
        `the user in DOCUSIGN_USER_ID has to consent once, at ${account.oauthUrl}/oauth/auth?response_type=code&scope=signature%20impersonation&client_id=<DOCUSIGN_INTEGRATION_KEY>&redirect_uri=<one of the app’s redirect URIs>`,
      );
    throw new ToFix(
      `DOCUSIGN_INTEGRATION_KEY, DOCUSIGN_USER_ID or DOCUSIGN_PRIVATE_KEY is not accepted: ${error.message}`,
    );
  });
  const path = '?transaction_ids=00000000-0000-4000-8000-000000000000';
  await account.call('GET', path, { response: responses.found, signal }).catch((error: unknown) => {
    if (error instanceof LimitExceeded) throw error;
    return refusedKeys('DOCUSIGN_ACCOUNT_ID is', [400, 401, 403, 404])(error);
  });
  return 'signed in, and the account is there; no envelope was sent';
}

/** DocuSign's statuses in our terms. A status that DocuSign adds later ends nothing. */
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

const responses = {
  created: z.object({ envelopeId: z.string() }),
  status: z.object({ status }),
  found: z.object({ envelopes: optionalList(z.object({ envelopeId: z.string(), status })) }),
  changed: z.object({
    recipientUpdateResults: z.array(
      z.object({ errorDetails: optional(z.object({ errorCode: z.string() })) }),
    ),
  }),
  signed: z.object({ signers: z.array(z.object({ name: z.string() })) }),
  view: z.object({ url: z.url() }),
};

/** Tabs at their places, whose upper left corner DocuSign takes in points. Without anchors no hidden text is in what is signed. */
const tabsAt = (field: Place['field'], documents: NewEnvelope['documents']) =>
  documents.flatMap(({ places }, index) =>
    places
      .filter((place) => place.field === field)
      .map(({ page, x, y }) => ({
        recipientId: '1',
        documentId: String(index + 1),
        pageNumber: String(page),
        xPosition: String(x),
        yPosition: String(y),
      })),
  );

/** The request that creates and sends an envelope. */
const newEnvelope = ({ transactionId, subject, documents, signer, webhookUrl }: NewEnvelope) => ({
  transactionId,
  emailSubject: subject,
  status: 'sent',
  documents: documents.map((document, index) => ({
    documentId: String(index + 1),
    name: document.paper.title,
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
        tabs: { signHereTabs: tabsAt('signature', documents), dateSignedTabs: tabsAt('date', documents) },
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
});

/** A message in the format that `eventData` requests. Its event is named after the new status. */
const message = z.object({
  event: z
    .string()
    .startsWith('envelope-')
    .transform((event) => statusOf[event.slice('envelope-'.length)]),
  data: z.object({ envelopeId: z.string() }),
});

const docusignWebhook = (hmacKey: string): NonNullable<Signatures['webhook']> => ({
  path: '/webhooks/docusign',
  read(body, headers) {
    const signatures = signaturesIn(headers);
    if (signatures.length === 0) return 'unsigned';
    if (!isSigned(body, signatures, hmacKey)) return 'forged';
    const read = message.safeParse(readJson(body));
    if (!read.success || !isFinal(read.data.event)) return 'nothing';
    return { envelopeId: read.data.data.envelopeId, status: read.data.event };
  },
});

/** DocuSign sends one signature for each of the account's keys. */
const signaturesIn = (headers: IncomingHttpHeaders): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    /^x-docusign-signature-\d+$/.test(name) && typeof value === 'string' ? value : [],
  );

function isSigned(body: Buffer, signatures: readonly string[], hmacKey: string): boolean {
  const expected = createHmac('sha256', hmacKey).update(body).digest();
  return signatures.some((signature) => isSameSecret(Buffer.from(signature, 'base64'), expected));
}
