// DocuSign's envelopes as its API and its messages (Connect) have them.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import type { Place } from '../pdf/document-model.ts';
import { readJson } from '../platform/json.ts';
import { optional, optionalList } from './optional-fields.ts';
import { type EnvelopeStatus, isFinal, type Signatures } from './signature.ts';

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

export const responses = {
  created: z.object({ envelopeId: z.string() }),
  status: z.object({ status }),
  found: z.object({ envelopes: optionalList(z.object({ envelopeId: z.string(), status })) }),
  changed: z.object({
    recipientUpdateResults: z.array(
      z.object({ errorDetails: optional(z.object({ errorCode: z.string() })) }),
    ),
  }),
  view: z.object({ url: z.url() }),
};

/** Tabs at their places, whose upper left corner DocuSign takes in points. Without anchors no hidden text is in what is signed. */
const tabsAt = (field: Place['field'], documents: Parameters<Signatures['create']>[0]['documents']) =>
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
export const newEnvelope = ({
  transactionId,
  subject,
  documents,
  signer,
  webhookUrl,
}: Parameters<Signatures['create']>[0]) => ({
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

export function docusignWebhook(hmacKey: string): NonNullable<Signatures['webhook']> {
  return {
    path: '/webhooks/docusign',
    read(body, headers) {
      const signatures = signaturesIn(headers);
      if (signatures.length === 0) return 'unsigned';
      if (!isSigned(body, signatures, hmacKey)) return 'forged';
      const read = message.safeParse(readJson(body));
      if (!read.success || !isFinal(read.data.event)) return 'nothing';
      return { envelopeId: read.data.data.envelopeId, status: read.data.event };
    },
  };
}

/** DocuSign sends one signature for each of the account's keys. */
const signaturesIn = (headers: IncomingHttpHeaders): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    /^x-docusign-signature-\d+$/.test(name) && typeof value === 'string' ? value : [],
  );

function isSigned(body: Buffer, signatures: readonly string[], hmacKey: string): boolean {
  const expected = createHmac('sha256', hmacKey).update(body).digest();
  return signatures.some((value) => {
    const given = Buffer.from(value, 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
