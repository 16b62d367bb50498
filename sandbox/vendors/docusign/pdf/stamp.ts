// Draws signatures, dates and names onto the pages at their tabs.
import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  PDFName,
  PDFOperator,
  type PDFOperatorNames,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import { structureOf } from '#sealing/structure.ts';
import type { Envelope, Tab } from '../envelopes.ts';
import { drawPdf, widthOf } from './drawing.ts';

/** In points. */
export const signatureSize = { width: 190, height: 44 };

/** In US format and the signer's own time zone. */
const writtenDate = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'numeric', day: 'numeric', timeZone }).format(
    moment,
  );

/** A drawing of its size, in points. */
type Stamp = { width: number; height: number; bytes: Uint8Array };

async function signatureStamp(signature: string, envelopeId: string): Promise<Stamp> {
  const { width, height } = signatureSize;
  const space = width - 8;
  const size = Math.min(20, (20 * space) / widthOf(signature, 20));
  const bytes = await drawPdf(
    (pdf) => {
      pdf.lineWidth(1).moveTo(1, 0).lineTo(1, height).stroke();
      pdf.fontSize(6).text('Signed electronically by', 6, 0, { lineBreak: false });
      pdf.text(`Envelope ${envelopeId}`, 6, height - 7, { lineBreak: false });
      pdf.fontSize(size).text(signature, 6, (height - size * 1.2) / 2, { lineBreak: false, oblique: true });
    },
    { size: [width, height], margin: 0 },
  );
  return { width, height, bytes };
}

async function textStamp(text: string, size: number): Promise<Stamp> {
  const [width, height] = [widthOf(text, size) + 2, size * 1.4];
  const draw = (pdf: PDFKit.PDFDocument) => pdf.fontSize(size).text(text, 0, 0, { lineBreak: false });
  return { width, height, bytes: await drawPdf(draw, { size: [width, height], margin: 0 }) };
}

/** In points. */
const dateSize = 10;

async function stampOf(kind: Tab['kind'], { id, completedAt = '', signer }: Envelope) {
  const { name, signature = '', timeZone = 'UTC' } = signer;
  const date = writtenDate(new Date(completedAt), timeZone);
  return kind === 'signHere'
    ? {
        picture: await signatureStamp(signature, id),
        alternative: `Signed electronically by ${name} on ${date}`,
      }
    : { picture: await textStamp(date, dateSize), alternative: `Date signed: ${date}` };
}

const operator = (name: string, ...operands: (PDFName | string)[]) =>
  PDFOperator.of(name as PDFOperatorNames, operands);

/** A document with its envelope's signature. Without one, or without a tab, it stays unchanged. */
export async function stamp(bytes: Uint8Array, envelope: Envelope, documentId: string): Promise<Uint8Array> {
  const tabs = envelope.signer.tabs.filter((tab) => tab.documentId === documentId);
  if (envelope.status !== 'completed' || tabs.length === 0) return bytes;
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const structure = structureOf(document);
  for (const tab of tabs) {
    const page = document.getPages()[tab.page - 1];
    if (!page) continue;
    const { picture, alternative } = await stampOf(tab.kind, envelope);
    const [drawing] = await document.embedPdf(picture.bytes);
    if (!drawing) continue;
    // Keep the stamp on the page, whose lower left corner need not be at 0,0.
    const { x: left, y: bottom } = page.getMediaBox();
    const x = Math.max(left, Math.min(left + tab.x, left + page.getWidth() - picture.width));
    const y = Math.max(bottom, bottom + page.getHeight() - tab.y - picture.height);
    const mcid = structure?.figure(page, alternative, [x, y, x + picture.width, y + picture.height]);
    const begin = mcid === undefined ? [] : [operator('BDC', PDFName.of('Figure'), `<</MCID ${mcid}>>`)];
    page.pushOperators(
      ...begin,
      pushGraphicsState(),
      concatTransformationMatrix(1, 0, 0, 1, x, y),
      drawObject(page.node.newXObject('Stamp', drawing.ref)),
      popGraphicsState(),
      ...begin.map(() => operator('EMC')),
    );
  }
  return document.save({ useObjectStreams: false, updateFieldAppearances: false });
}
