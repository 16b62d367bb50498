// The request for an envelope: documents, one signer, and tabs at fixed places.
import * as z from 'zod';
import type { SentDocument, Tab } from './envelopes.ts';
import { type ErrorCode, refused } from './errors.ts';

/** Clients send numbers and booleans as strings or as JSON values. */
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const flag = text.transform((value) => value.toLowerCase() === 'true').default(false);

/** A rule with an error code of its own, instead of INVALID_REQUEST_BODY. */
const withCode = (code: ErrorCode) => ({ params: { code } });

const document = z.object({
  documentId: text.refine((id) => /^[1-9]\d{0,9}$/.test(id), 'is a whole number above zero'),
  name: text.optional(),
  fileExtension: text.default('pdf'),
  documentBase64: text.default(''),
});

const place = text.optional().transform(Number).refine(Number.isInteger, withCode('INVALID_TAB_OPERATION'));
/** In points from the page's upper left corner. */
const tab = z.object({ documentId: text, pageNumber: place, xPosition: place, yPosition: place });
const tabs = z.array(tab).default([]);

const requestedSigner = z.object({
  recipientId: text,
  email: text
    .default('')
    .refine(
      (email) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email),
      withCode('INVALID_EMAIL_ADDRESS_FOR_RECIPIENT'),
    ),
  name: text.refine((name) => name.trim() !== '', 'is empty'),
  clientUserId: text,
  tabs: z.strictObject({ signHereTabs: tabs, dateSignedTabs: tabs }).prefault({}),
});

/** `events` belong to messages sent one by one (SIM) as JSON of this version; DocuSign refuses them otherwise. */
const eventNotification = z.object({
  url: z.url(),
  deliveryMode: z.literal('SIM'),
  events: z.array(text),
  eventData: z.object({ version: z.literal('restv2.1'), format: z.literal('json') }),
  requireAcknowledgment: flag,
  includeHMAC: flag,
});

const envelope = z.object({
  status: z.literal('sent'),
  transactionId: text.optional(),
  emailSubject: text.default('').refine((subject) => subject !== '', withCode('ENVELOPE_IS_INCOMPLETE')),
  emailBlurb: text.default(''),
  documents: z
    .array(document)
    .default([])
    .refine((documents) => documents.length > 0, withCode('ENVELOPE_HAS_NO_DOCUMENTS'))
    .refine(
      (documents) => new Set(documents.map(({ documentId }) => documentId)).size === documents.length,
      'each have a documentId of their own',
    ),
  recipients: z
    .object({
      signers: z
        .array(requestedSigner)
        .default([])
        .refine((signers) => signers.length > 0, withCode('ENVELOPE_IS_INCOMPLETE'))
        .refine((signers) => signers.length < 2, 'may be one only in this sandbox'),
    })
    .prefault({}),
  eventNotification: eventNotification.optional(),
});

type Read = SentDocument & { pages: { width: number; height: number }[] };

async function readDocument(sent: z.output<typeof document>): Promise<Read> {
  const { documentId: id, name = `Document ${id}`, fileExtension, documentBase64 } = sent;
  const bytes = Buffer.from(documentBase64, 'base64');
  const isPdf = /^\.?pdf$/i.test(fileExtension) && bytes.subarray(0, 5).toString('latin1') === '%PDF-';
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const pdf = isPdf ? await PDFDocument.load(bytes).catch(() => undefined) : undefined;
  if (pdf === undefined) throw refused('UNABLE_TO_CONVERT_DOCUMENT', `Document ${id}.`);
  return { id, name, bytes, pages: pdf.getPages().map((page) => page.getSize()) };
}

function tabAt(requested: z.output<typeof tab>, kind: Tab['kind'], documents: readonly Read[]): Tab {
  const { documentId, pageNumber, xPosition: x, yPosition: y } = requested;
  const page = documents.find(({ id }) => id === documentId)?.pages[pageNumber - 1];
  if (page === undefined || x < 0 || y < 0 || x > page.width || y > page.height)
    throw refused('INVALID_TAB_OPERATION', `Document ${documentId}, page ${pageNumber}: ${x}, ${y}.`);
  return { kind, documentId, page: pageNumber, x, y };
}

function parse(body: unknown): z.output<typeof envelope> {
  const read = envelope.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues as [z.core.$ZodIssue];
  const code = issue.code === 'custom' ? (issue.params?.code as ErrorCode | undefined) : undefined;
  throw refused(code ?? 'INVALID_REQUEST_BODY', `${issue.path.join('.')}: ${issue.message}`);
}

export async function readEnvelope(body: unknown) {
  const { recipients, eventNotification, transactionId, emailSubject, emailBlurb, documents } = parse(body);
  const [{ tabs, ...signer }] = recipients.signers as [z.output<typeof requestedSigner>];
  const read: Read[] = [];
  for (const sent of documents) read.push(await readDocument(sent));
  return {
    transactionId,
    emailSubject: emailSubject.slice(0, 100),
    emailBlurb,
    documents: read.map(({ pages: _, ...document }): SentDocument => document),
    signer: {
      ...signer,
      tabs: [
        ...tabs.signHereTabs.map((requested) => tabAt(requested, 'signHere', read)),
        ...tabs.dateSignedTabs.map((requested) => tabAt(requested, 'dateSigned', read)),
      ],
    },
    notification: eventNotification && {
      url: eventNotification.url,
      events: eventNotification.events,
      acknowledge: eventNotification.requireAcknowledgment,
      hmac: eventNotification.includeHMAC,
    },
  };
}
