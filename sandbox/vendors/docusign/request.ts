// Parses a request for an envelope: documents, signers and tabs.
import { PDFDocument } from '@cantoo/pdf-lib';
import { uuid } from '../../state/identifiers.ts';
import type { Notification, Signer, Tab } from './envelopes.ts';
import { DocusignError } from './errors.ts';
import { signatureSize } from './pdf/stamp.ts';
import { findAnchors, readPages, type TextRun } from './pdf/text.ts';

type Sent = { id: string; name: string; bytes: Uint8Array };
type Fields = Record<string, unknown>;

const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fields) : []);
/** Clients send numbers and booleans as strings or as JSON values. */
export const text = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';
const isTrue = (value: unknown): boolean => text(value).toLowerCase() === 'true';
const number = (value: unknown, fallback = 0): number => {
  const parsed = Number.parseFloat(text(value));
  return Number.isFinite(parsed) ? parsed : fallback;
};

type Read = Sent & { pages: TextRun[][]; heights: number[] };

async function readDocuments(body: Fields): Promise<Read[]> {
  const read: Read[] = [];
  for (const given of list(body.documents)) {
    const id = text(given.documentId);
    if (!/^[1-9]\d{0,9}$/.test(id))
      throw new DocusignError('BODY', 'A documentId is a whole number above zero.');
    if (read.some((other) => other.id === id))
      throw new DocusignError('BODY', `The documentId ${id} is used twice.`);
    const bytes = Buffer.from(text(given.documentBase64), 'base64');
    const extension = text(given.fileExtension).toLowerCase().replace('.', '') || 'pdf';
    try {
      if (extension !== 'pdf' || bytes.subarray(0, 5).toString('latin1') !== '%PDF-')
        throw new Error('not a PDF');
      const document = await PDFDocument.load(bytes, { updateMetadata: false });
      read.push({
        id,
        name: text(given.name) || `Document ${id}`,
        bytes,
        pages: await readPages(bytes),
        heights: document.getPages().map((page) => page.getHeight()),
      });
    } catch {
      throw new DocusignError('CONVERT', `Document ${id}.`);
    }
  }
  return read;
}

const tabKinds = {
  signHereTabs: 'signHere',
  dateSignedTabs: 'dateSigned',
  fullNameTabs: 'fullName',
} as const satisfies Record<string, Tab['kind']>;

const pointsIn: Record<string, number> = {
  pixels: 1,
  inches: 72,
  mms: 72 / 25.4,
  cms: 72 / 2.54,
};

type TabBase = Pick<Tab, 'id' | 'kind' | 'size'>;

function tabAtPosition(given: Fields, base: TabBase, documents: readonly Read[]): Tab {
  const document = documents.find((one) => one.id === text(given.documentId));
  const page = Math.round(number(given.pageNumber, 1)) - 1;
  const pageHeight = document?.heights[page];
  if (!document || pageHeight === undefined)
    throw new DocusignError('TAB', `A ${base.kind} tab names no page of a document.`);
  const height = base.kind === 'signHere' ? signatureSize.height : base.size;
  // yPosition counts from the top of the page to the top of the tab.
  const y = pageHeight - number(given.yPosition) - height;
  return { ...base, documentId: document.id, page, x: number(given.xPosition), y };
}

/** DocuSign searches every document for an anchor, whichever document the tab names. */
function tabsAtAnchors(given: Fields, base: TabBase, anchor: string, documents: readonly Read[]): Tab[] {
  const unit = pointsIn[text(given.anchorUnits).toLowerCase() || 'pixels'] ?? 1;
  const search = {
    caseSensitive: isTrue(given.anchorCaseSensitive),
    wholeWord: isTrue(given.anchorMatchWholeWord),
  };
  const tabs = documents.flatMap(({ id, pages }) =>
    findAnchors(pages, anchor, search).map(
      ({ page, x, y, mcid }): Tab => ({
        ...base,
        documentId: id,
        page,
        x: x + number(given.anchorXOffset) * unit,
        y: y - number(given.anchorYOffset) * unit,
        anchor,
        ...(mcid === undefined ? {} : { mcid }),
      }),
    ),
  );
  if (tabs.length === 0 && !isTrue(given.anchorIgnoreIfNotPresent))
    throw new DocusignError('ANCHOR', `Anchor string: "${anchor}".`);
  return tabs.map((tab, index) => (index === 0 ? tab : { ...tab, id: uuid() }));
}

const readTabs = (given: Fields, documents: readonly Read[]): Tab[] =>
  Object.entries(tabKinds).flatMap(([name, kind]) =>
    list(given[name]).flatMap((tab) => {
      const size = Math.min(24, Math.max(6, number(text(tab.fontSize).replace(/^size/i, ''), 10)));
      const base = { id: text(tab.tabId) || uuid(), kind, size };
      const anchor = text(tab.anchorString);
      return anchor ? tabsAtAnchors(tab, base, anchor, documents) : tabAtPosition(tab, base, documents);
    }),
  );

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function readSigners(body: Fields, documents: readonly Read[]): Signer[] {
  const signers: Signer[] = [];
  for (const given of list(fields(body.recipients).signers)) {
    const recipientId = text(given.recipientId);
    if (!recipientId || signers.some((other) => other.recipientId === recipientId))
      throw new DocusignError('BODY', 'Each signer has a recipientId of its own.');
    if (!email.test(text(given.email))) throw new DocusignError('EMAIL');
    if (!text(given.name).trim()) throw new DocusignError('BODY', 'A signer has a name.');
    const clientUserId = text(given.clientUserId);
    signers.push({
      recipientId,
      recipientIdGuid: uuid(),
      userId: uuid(),
      email: text(given.email),
      name: text(given.name),
      routingOrder: Math.max(1, Math.round(number(given.routingOrder, 1))),
      ...(clientUserId ? { clientUserId } : {}),
      status: 'created',
      tabs: readTabs(fields(given.tabs), documents),
    });
  }
  return signers;
}

/** Older clients send envelopeEvents: `completed` or `Completed` means the event envelope-completed. */
function readNotification(body: Fields): Notification | undefined {
  if (body.eventNotification === undefined) return undefined;
  const given = fields(body.eventNotification);
  const url = text(given.url);
  if (!URL.canParse(url)) throw new DocusignError('BODY', 'The eventNotification has no url.');
  const named = Array.isArray(given.events) ? given.events.map(text) : [];
  // `events` belong to messages sent one by one (SIM) as JSON of this version; DocuSign refuses them otherwise.
  const { version, format } = fields(given.eventData);
  const isSim = given.deliveryMode === 'SIM' && version === 'restv2.1' && format === 'json';
  if (named.length > 0 && !isSim)
    throw new DocusignError(
      'BODY',
      'eventNotification.events need deliveryMode "SIM" and eventData {"version": "restv2.1", "format": "json"}.',
    );
  const older = list(given.envelopeEvents).map(
    ({ envelopeEventStatusCode }) => `envelope-${text(envelopeEventStatusCode).toLowerCase()}`,
  );
  return {
    url,
    events: [...named, ...older],
    acknowledge: isTrue(given.requireAcknowledgment),
    hmac: isTrue(given.includeHMAC),
  };
}

export async function readEnvelope(given: unknown) {
  const body = fields(given);
  const status = text(body.status).toLowerCase() || 'created';
  if (status !== 'sent' && status !== 'created')
    throw new DocusignError('BODY', 'The status of a new envelope is created or sent.');
  const documents = await readDocuments(body);
  if (documents.length === 0) throw new DocusignError('NO_DOCUMENTS');
  const signers = readSigners(body, documents);
  if (signers.length === 0 || !text(body.emailSubject)) throw new DocusignError('NO_RECIPIENTS');
  const notification = readNotification(body);
  return {
    status: status as 'sent' | 'created',
    transactionId: text(body.transactionId) || undefined,
    emailSubject: text(body.emailSubject).slice(0, 100),
    emailBlurb: text(body.emailBlurb),
    customFields: body.customFields ?? { textCustomFields: [], listCustomFields: [] },
    documents: documents.map(({ id, name, bytes }): Sent => ({ id, name, bytes })),
    signers,
    notification,
  };
}
