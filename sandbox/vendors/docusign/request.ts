// Parses a request for an envelope: documents, signers and tabs.
import { PDFDocument } from '@cantoo/pdf-lib';
import { uuid } from '../../state/identifiers.ts';
import type { Notification, Signer, Tab } from './envelopes.ts';
import { DocusignError } from './errors.ts';
import { findAnchors, type PlacedGlyph, readPages } from './pdf/reading.ts';
import { signatureSize } from './pdf/stamp.ts';

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

type Read = Sent & { pages: PlacedGlyph[][]; heights: number[] };

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
        pages: await readPages(document),
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

async function readTabs(given: Fields, documents: readonly Read[]): Promise<Tab[]> {
  const tabs: Tab[] = [];
  for (const [name, kind] of Object.entries(tabKinds))
    for (const tab of list(given[name])) {
      const size = Math.min(24, Math.max(6, number(text(tab.fontSize).replace(/^size/i, ''), 10)));
      const id = text(tab.tabId) || uuid();
      const anchor = text(tab.anchorString);
      if (!anchor) {
        const document = documents.find((one) => one.id === text(tab.documentId));
        const page = Math.round(number(tab.pageNumber, 1)) - 1;
        const height = document?.heights[page];
        if (!document || height === undefined)
          throw new DocusignError('TAB', `A ${name} names no page of a document.`);
        tabs.push({
          id,
          kind,
          documentId: document.id,
          page,
          x: number(tab.xPosition),
          // yPosition counts from the top of the page to the top of the tab.
          y: height - number(tab.yPosition) - (kind === 'signHere' ? signatureSize.height : size),
          size,
        });
        continue;
      }
      const unit = pointsIn[text(tab.anchorUnits).toLowerCase() || 'pixels'] ?? 1;
      let found = 0;
      // DocuSign searches every document for an anchor, whichever document the tab names.
      for (const document of documents)
        for (const place of await findAnchors(document.pages, anchor, {
          caseSensitive: isTrue(tab.anchorCaseSensitive),
          wholeWord: isTrue(tab.anchorMatchWholeWord),
        })) {
          found += 1;
          tabs.push({
            id: found === 1 ? id : uuid(),
            kind,
            documentId: document.id,
            page: place.page,
            x: place.x + number(tab.anchorXOffset) * unit,
            y: place.y - number(tab.anchorYOffset) * unit,
            size,
            anchor,
            ...(place.mcid === undefined ? {} : { mcid: place.mcid }),
          });
        }
      if (found === 0 && !isTrue(tab.anchorIgnoreIfNotPresent))
        throw new DocusignError('ANCHOR', `Anchor string: "${anchor}".`);
    }
  return tabs;
}

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

async function readSigners(body: Fields, documents: readonly Read[]): Promise<Signer[]> {
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
      tabs: await readTabs(fields(given.tabs), documents),
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
  const signers = await readSigners(body, documents);
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
