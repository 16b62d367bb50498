// Electronic signatures: DocuSign's envelopes and embedded signing, by a thin client of its REST calls.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import * as z from 'zod';
import type { Clock } from '../platform/clock.ts';
import { OutcomeUnknown } from '../platform/jobs/vendor-calls.ts';
import { ask, VendorRefused } from './wire.ts';

const envelopeStatuses = ['created', 'sent', 'delivered', 'completed', 'declined', 'voided'] as const;
export type EnvelopeStatus = (typeof envelopeStatuses)[number];

export interface Signer {
  readonly name: string;
  readonly email: string;
  /** Ours for the signer; the same at creation and at signing. */
  readonly clientUserId: string;
}

export interface NewEnvelope {
  /** Ours for the envelope: the same is never created twice, and is found by it. */
  readonly transactionId: string;
  readonly subject: string;
  /** The signer signs and dates wherever an anchor stands in any of them. */
  readonly documents: readonly { readonly name: string; readonly pdf: Buffer }[];
  readonly signer: Signer;
  /** Told of every change, signed with the shared key. */
  readonly webhookUrl: string;
}

export interface Signatures {
  create(envelope: NewEnvelope, signal: AbortSignal): Promise<{ envelopeId: string }>;
  find(transactionId: string, signal: AbortSignal): Promise<{ envelopeId: string } | undefined>;
  /** Gives an envelope that is not signed yet the signer's name and address as they are now. */
  changeSigner(envelopeId: string, signer: Signer, signal: AbortSignal): Promise<void>;
  status(envelopeId: string, signal: AbortSignal): Promise<EnvelopeStatus>;
  /** Of many envelopes in one call; those of which nothing is known, or of a status that is none of ours, are left out. */
  statuses(envelopeIds: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, EnvelopeStatus>>;
  /** The signing page's address: good once, for a few minutes. */
  signingAddress(envelopeId: string, signer: Signer, returnUrl: string, signal: AbortSignal): Promise<string>;
  /** The sealed PDF of all documents, or the certificate of completion. */
  document(envelopeId: string, which: 'combined' | 'certificate', signal: AbortSignal): Promise<Buffer>;
  /** Whether a webhook's raw body was signed with the shared key. */
  isAuthentic(rawBody: Buffer, signatures: readonly string[]): boolean;
}

/** Where a person signs and dates, as the documents write it. */
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
  const standing = z.object({ status: z.enum(envelopeStatuses) });
  const standings = z.object({
    envelopes: z
      .array(
        z.object({ envelopeId: z.string(), status: z.enum(envelopeStatuses).optional().catch(undefined) }),
      )
      .optional(),
  });
  const view = z.object({ url: z.url() });
  const base = `${settings.url}/restapi/v2.1/accounts/${settings.accountId}`;
  let held: { value: string; until: number } | undefined;

  async function accessToken(signal: AbortSignal): Promise<string> {
    const now = clock.now().getTime();
    if (held && held.until > now) return held.value;
    const seconds = Math.floor(Date.now() / 1000);
    const assertion = await new SignJWT({ scope: 'signature impersonation' })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(settings.integrationKey)
      .setSubject(settings.userId)
      .setAudience(new URL(settings.oauthUrl).host)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 3600)
      .sign(await importPKCS8(settings.privateKey.replaceAll('\\n', '\n'), 'RS256'));
    const answer = await ask({
      vendor: 'docusign',
      method: 'POST',
      url: `${settings.oauthUrl}/oauth/token`,
      form: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion },
      answer: token,
      signal,
    });
    held = { value: answer.access_token, until: now + (answer.expires_in - 300) * 1000 };
    return held.value;
  }

  /** A token that was withdrawn is refused before anything is done; it is renewed once. */
  async function authorized<A>(signal: AbortSignal, call: (authorization: string) => Promise<A>): Promise<A> {
    try {
      return await call(`Bearer ${await accessToken(signal)}`);
    } catch (error) {
      if (!(error instanceof VendorRefused) || error.status !== 401) throw error;
      held = undefined;
      return call(`Bearer ${await accessToken(signal)}`);
    }
  }

  return {
    create: ({ transactionId, subject, documents, signer, webhookUrl }, signal) =>
      authorized(signal, (authorization) =>
        ask({
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
                    // An anchor is looked for in all documents, so that one tab of a kind fills every place.
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
        const { envelopes } = await ask({
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
        const { recipientUpdateResults } = await ask({
          vendor: 'docusign',
          method: 'PUT',
          url: `${base}/envelopes/${encodeURIComponent(envelopeId)}/recipients`,
          headers: { authorization },
          json: { signers: [{ recipientId: '1', ...signer }] },
          answer: changed,
          signal,
        });
        // A refusal of one recipient comes in an answer that is well otherwise.
        const refused = recipientUpdateResults.find(
          ({ errorDetails }) => errorDetails && errorDetails.errorCode !== 'SUCCESS',
        );
        if (refused) throw new VendorRefused('docusign', 200, refused);
      }),

    status: (envelopeId, signal) =>
      authorized(signal, async (authorization) => {
        const { status } = await ask({
          vendor: 'docusign',
          method: 'GET',
          url: `${base}/envelopes/${encodeURIComponent(envelopeId)}`,
          headers: { authorization },
          answer: standing,
          signal,
        });
        return status;
      }),
    statuses: (envelopeIds, signal) =>
      authorized(signal, async (authorization) => {
        const { envelopes = [] } = await ask({
          vendor: 'docusign',
          method: 'GET',
          url: `${base}/envelopes?envelope_ids=${encodeURIComponent(envelopeIds.join(','))}`,
          headers: { authorization },
          answer: standings,
          signal,
        });
        return new Map(
          envelopes.flatMap(({ envelopeId, status }) => (status ? [[envelopeId, status] as const] : [])),
        );
      }),

    signingAddress: (envelopeId, signer, returnUrl, signal) =>
      authorized(signal, async (authorization) => {
        const { url } = await ask({
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
        if (!response?.ok) throw new OutcomeUnknown(`docusign gave no ${which} document`);
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
