// DocuSign envelopes and embedded signing.

import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import type { Place } from '../../pdf/document-model.ts';
import type { Clock } from '../../platform/clock.ts';
import { isSameSecret } from '../../platform/constant-time.ts';
import { NotPerformed } from '../../platform/jobs/vendor-calls.ts';
import { readJson } from '../../platform/json.ts';
import { VendorRefused } from '../http-client.ts';
import { optional, optionalList } from '../optional-fields.ts';
import { type EnvelopeStatus, isFinal, type NewEnvelope, type Signatures } from '../signature.ts';
import { refusedKeys, ToFix } from '../vendor-check.ts';
import { DocusignAccount, type DocusignLogin, errorCodeOf, LimitExceeded } from './account.ts';

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
        tabs: {
          signHereTabs: tabsAt('signature', documents),
          dateSignedTabs: tabsAt('date', documents),
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
