// The request for an envelope: documents, one signer, and anchored tabs.
import * as z from 'zod';
import type { SentDocument, Tab } from './envelopes.ts';
import { DocusignError, type ErrorCode } from './errors.ts';
import { findAnchors, readPages, type TextRun } from './pdf/text.ts';

/** Clients send numbers and booleans as strings or as JSON values. */
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const flag = text.transform((value) => value.toLowerCase() === 'true').default(false);
const points = text.transform(Number).pipe(z.number()).default(0);

/** A rule with an error code of its own, instead of INVALID_REQUEST_BODY. */
const withCode = (code: ErrorCode) => ({ params: { code } });

const document = z.object({
  documentId: text.refine((id) => /^[1-9]\d{0,9}$/.test(id), 'is a whole number above zero'),
  name: text.optional(),
  fileExtension: text.default('pdf'),
  documentBase64: text.default(''),
});

const tab = z.object({
  anchorString: text.default('').refine((anchor) => anchor !== '', withCode('INVALID_TAB_OPERATION')),
  anchorUnits: z.literal('pixels').default('pixels'),
  anchorXOffset: points,
  anchorYOffset: points,
  anchorCaseSensitive: flag,
  anchorMatchWholeWord: flag,
  anchorIgnoreIfNotPresent: flag,
});
const tabs = z.array(tab).default([]);

const givenSigner = z.object({
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
        .array(givenSigner)
        .default([])
        .refine((signers) => signers.length > 0, withCode('ENVELOPE_IS_INCOMPLETE'))
        .refine((signers) => signers.length < 2, 'may be one only in this sandbox'),
    })
    .prefault({}),
  eventNotification: eventNotification.optional(),
});

type Read = SentDocument & { pages: TextRun[][] };

async function readDocument(given: z.output<typeof document>): Promise<Read> {
  const { documentId: id, name = `Document ${id}`, fileExtension, documentBase64 } = given;
  const bytes = Buffer.from(documentBase64, 'base64');
  const isPdf = /^\.?pdf$/i.test(fileExtension) && bytes.subarray(0, 5).toString('latin1') === '%PDF-';
  const pages = isPdf ? await readPages(bytes).catch(() => undefined) : undefined;
  if (pages === undefined) throw new DocusignError('UNABLE_TO_CONVERT_DOCUMENT', `Document ${id}.`);
  return { id, name, bytes, pages };
}

/** DocuSign searches every document for an anchor, whichever document the tab names. */
function tabsAtAnchors(given: z.output<typeof tab>, kind: Tab['kind'], documents: readonly Read[]): Tab[] {
  const { anchorString, anchorXOffset, anchorYOffset } = given;
  const search = { caseSensitive: given.anchorCaseSensitive, wholeWord: given.anchorMatchWholeWord };
  const found = documents.flatMap(({ id: documentId, pages }) =>
    findAnchors(pages, anchorString, search).map(({ page, x, y, mcid }) => ({
      kind,
      documentId,
      page,
      x: x + anchorXOffset,
      y: y - anchorYOffset,
      ...(mcid === undefined ? {} : { mcid }),
    })),
  );
  if (found.length === 0 && !given.anchorIgnoreIfNotPresent)
    throw new DocusignError('ANCHOR_TAB_STRING_NOT_FOUND', `Anchor string: "${anchorString}".`);
  return found;
}

function parse(given: unknown): z.output<typeof envelope> {
  const read = envelope.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues as [z.core.$ZodIssue];
  const code = issue.code === 'custom' ? (issue.params?.code as ErrorCode | undefined) : undefined;
  throw new DocusignError(code ?? 'INVALID_REQUEST_BODY', `${issue.path.join('.')}: ${issue.message}`);
}

export async function readEnvelope(given: unknown) {
  const { recipients, eventNotification, transactionId, emailSubject, emailBlurb, documents } = parse(given);
  const [{ tabs, ...signer }] = recipients.signers as [z.output<typeof givenSigner>];
  const read: Read[] = [];
  for (const one of documents) read.push(await readDocument(one));
  return {
    transactionId,
    emailSubject: emailSubject.slice(0, 100),
    emailBlurb,
    documents: read.map(({ pages: _, ...document }): SentDocument => document),
    signer: {
      ...signer,
      tabs: [
        ...tabs.signHereTabs.flatMap((one) => tabsAtAnchors(one, 'signHere', read)),
        ...tabs.dateSignedTabs.flatMap((one) => tabsAtAnchors(one, 'dateSigned', read)),
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
