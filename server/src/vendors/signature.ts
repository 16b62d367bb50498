// Electronic signatures: DocuSign envelopes and embedded signing, with a thin client for its REST API.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import * as z from 'zod';
import type { Clock } from '../platform/clock.ts';
import { OutcomeUnknown } from '../platform/jobs/vendor-calls.ts';
import { callVendor, VendorRefused } from './http-client.ts';

const envelopeStatuses = ['created', 'sent', 'delivered', 'completed', 'declined', 'voided'] as const;
export type EnvelopeStatus = (typeof envelopeStatuses)[number];

export interface Signer {
  readonly name: string;
  readonly email: string;
  /** Our id for the signer, the same at creation and at signing. */
  readonly clientUserId: string;
}

interface NewEnvelope {
  /** Our id for the envelope. DocuSign creates one envelope per id, and `find` looks it up. */
  readonly transactionId: string;
  readonly subject: string;
  /** The signer signs and dates at every anchor in them. */
  readonly documents: readonly { readonly name: string; readonly pdf: Buffer }[];
  readonly signer: Signer;
  /** Called when the envelope is completed, declined or voided, signed with the HMAC key. */
  readonly webhookUrl: string;
}

/** Every method that calls DocuSign rejects with `NotPerformed` (a refusal is a `VendorRefused`) or `OutcomeUnknown`. */
export interface Signatures {
  create(envelope: NewEnvelope, signal: AbortSignal): Promise<{ envelopeId: string }>;
  /** Undefined if no envelope has this id. */
  find(transactionId: string, signal: AbortSignal): Promise<{ envelopeId: string } | undefined>;
  /** Updates the signer's name and email address on an envelope that is not signed yet. */
  changeSigner(envelopeId: string, signer: Signer, signal: AbortSignal): Promise<void>;
  /** Ends an envelope that nobody has signed yet; a completed one is refused. `reason` is shown to the signer. */
  void(envelopeId: string, reason: string, signal: AbortSignal): Promise<void>;
  status(envelopeId: string, signal: AbortSignal): Promise<EnvelopeStatus>;
  /** The status of many envelopes in one call. Envelopes that are unknown or have another status are left out. */
  statuses(envelopeIds: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, EnvelopeStatus>>;
  /** The address of the signing page. It works once, for a few minutes. */
  signingAddress(envelopeId: string, signer: Signer, returnUrl: string, signal: AbortSignal): Promise<string>;
  /** A PDF: all signed documents in one, or the certificate of completion. */
  document(envelopeId: string, which: 'combined' | 'certificate', signal: AbortSignal): Promise<Buffer>;
  /** Whether one of the signatures (base64) of a webhook's raw body was made with the HMAC key. */
  isAuthentic(rawBody: Buffer, signatures: readonly string[]): boolean;
}

/** The hidden texts that mark where a person signs and dates. */
export const anchors = { signature: '/sig1/', date: '/date1/' } as const;

export function docusign(
  settings: {
    url: string;
    oauthUrl: string;
    integrationKey: string;
    userId: string;
    accountId: string;
    /** PEM, PKCS #8. */
    privateKey: string;
    hmacKey: string;
  },
  clock: Clock,
): Signatures {
  const token = z.object({ access_token: z.string(), expires_in: z.coerce.number() });
  const created = z.object({ envelopeId: z.string() });
  const found = z.object({ envelopes: z.array(created).optional() });
  const changed = z.object({
    recipientUpdateResults: z.array(
      z.object({ errorDetails: z.object({ errorCode: z.string() }).optional() }),
    ),
  });
  const statusAnswer = z.object({ status: z.enum(envelopeStatuses) });
  const statusesAnswer = z.object({
    envelopes: z
      .array(
        z.object({ envelopeId: z.string(), status: z.enum(envelopeStatuses).optional().catch(undefined) }),
      )
      .optional(),
  });
  const view = z.object({ url: z.url() });
  const base = `${settings.url}/restapi/v2.1/accounts/${settings.accountId}`;
  let cachedToken: { value: string; until: number } | undefined;

  async function accessToken(signal: AbortSignal): Promise<string> {
    const now = clock.now().getTime();
    if (cachedToken && cachedToken.until > now) return cachedToken.value;
    const seconds = Math.floor(Date.now() / 1000);
    const assertion = await new SignJWT({ scope: 'signature impersonation' })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(settings.integrationKey)
      .setSubject(settings.userId)
      .setAudience(new URL(settings.oauthUrl).host)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 3600)
      .sign(await importPKCS8(settings.privateKey.replaceAll('\\n', '\n'), 'RS256'));
    const answer = await callVendor({
      vendor: 'docusign',
      method: 'POST',
      url: `${settings.oauthUrl}/oauth/token`,
      form: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion },
      answer: token,
      signal,
    });
    cachedToken = { value: answer.access_token, until: now + (answer.expires_in - 300) * 1000 };
    return cachedToken.value;
  }

  /** DocuSign rejects an expired token before it acts, so the call is sent again with a new one. */
  async function authorized<A>(signal: AbortSignal, call: (authorization: string) => Promise<A>): Promise<A> {
    try {
      return await call(`Bearer ${await accessToken(signal)}`);
    } catch (error) {
      if (!(error instanceof VendorRefused) || error.status !== 401) throw error;
      cachedToken = undefined;
      return call(`Bearer ${await accessToken(signal)}`);
    }
  }

  return {
    create: ({ transactionId, subject, documents, signer, webhookUrl }, signal) =>
      authorized(signal, (authorization) =>
        callVendor({
          vendor: 'docusign',
          method: 'POST',
          url: `${base}/envelopes`,
          headers: { authorization },
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
              eventData: { version: 'restv2.1', format: 'json' },
              events: ['envelope-completed', 'envelope-declined', 'envelope-voided'],
            },
          },
          answer: created,
          signal,
        }),
      ),
    find: (transactionId, signal) =>
      authorized(signal, async (authorization) => {
        const { envelopes } = await callVendor({
          vendor: 'docusign',
          method: 'GET',
          url: `${base}/envelopes?transaction_ids=${encodeURIComponent(transactionId)}`,
          headers: { authorization },
          answer: found,
          signal,
        });
        return envelopes?.[0];
      }),
    changeSigner: (envelopeId, signer, signal) =>
      authorized(signal, async (authorization) => {
        const { recipientUpdateResults } = await callVendor({
          vendor: 'docusign',
          method: 'PUT',
          url: `${base}/envelopes/${encodeURIComponent(envelopeId)}/recipients`,
          headers: { authorization },
          json: { signers: [{ recipientId: '1', ...signer }] },
          answer: changed,
          signal,
        });
        // DocuSign reports a refused recipient in a response with status 200.
        const refused = recipientUpdateResults.find(
          ({ errorDetails }) => errorDetails && errorDetails.errorCode !== 'SUCCESS',
        );
        if (refused) throw new VendorRefused('docusign', 200, refused);
      }),

    void: (envelopeId, reason, signal) =>
      authorized(signal, async (authorization) => {
        await callVendor({
          vendor: 'docusign',
          method: 'PUT',
          url: `${base}/envelopes/${encodeURIComponent(envelopeId)}`,
          headers: { authorization },
          json: { status: 'voided', voidedReason: reason },
          answer: z.unknown(),
          signal,
        });
      }),

    status: (envelopeId, signal) =>
      authorized(signal, async (authorization) => {
        const { status } = await callVendor({
          vendor: 'docusign',
          method: 'GET',
          url: `${base}/envelopes/${encodeURIComponent(envelopeId)}`,
          headers: { authorization },
          answer: statusAnswer,
          signal,
        });
        return status;
      }),
    statuses: (envelopeIds, signal) =>
      authorized(signal, async (authorization) => {
        const { envelopes = [] } = await callVendor({
          vendor: 'docusign',
          method: 'GET',
          url: `${base}/envelopes?envelope_ids=${encodeURIComponent(envelopeIds.join(','))}`,
          headers: { authorization },
          answer: statusesAnswer,
          signal,
        });
        return new Map(
          envelopes.flatMap(({ envelopeId, status }) => (status ? [[envelopeId, status] as const] : [])),
        );
      }),

    signingAddress: (envelopeId, signer, returnUrl, signal) =>
      authorized(signal, async (authorization) => {
        const { url } = await callVendor({
          vendor: 'docusign',
          method: 'POST',
          url: `${base}/envelopes/${encodeURIComponent(envelopeId)}/views/recipient`,
          headers: { authorization },
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
      }),
    document: (envelopeId, which, signal) =>
      authorized(signal, async (authorization) => {
        const response = await fetch(
          `${base}/envelopes/${encodeURIComponent(envelopeId)}/documents/${which}`,
          {
            headers: { authorization, accept: 'application/pdf' },
            signal,
          },
        ).catch(() => undefined);
        if (!response?.ok) throw new OutcomeUnknown(`docusign did not send the ${which} document`);
        return Buffer.from(await response.arrayBuffer());
      }),
    isAuthentic(rawBody, signatures) {
      const expected = createHmac('sha256', settings.hmacKey).update(rawBody).digest();
      return signatures.some((text) => {
        const given = Buffer.from(text, 'base64');
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },
  };
}

const anchored = (anchorString: string) => ({
  recipientId: '1',
  anchorString,
  anchorUnits: 'pixels',
  anchorXOffset: '0',
  anchorYOffset: '0',
});
