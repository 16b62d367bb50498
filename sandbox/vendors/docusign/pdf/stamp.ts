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
import type { Tab } from '../envelopes.ts';
import { drawPdf, widthOf } from './drawing.ts';

/** In points. A signature sits on its anchor's baseline. */
export const signatureSize = { width: 190, height: 44 };

type Filled = {
  tab: Tab;
  envelopeId: string;
  name: string;
  /** The adopted signature. */
  signature: string;
  signedAt: Date;
  timeZone: string;
};

/** In US format and the signer's own time zone. */
const writtenDate = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'numeric', day: 'numeric', timeZone }).format(
    moment,
  );

/** A drawing of its size, in points. `drop` is how far it reaches below the anchor's baseline. */
type Stamp = { width: number; height: number; drop: number; bytes: Uint8Array };

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
  return { width, height, drop: 0, bytes };
}

async function textStamp(text: string, size: number): Promise<Stamp> {
  const [width, height] = [widthOf(text, size) + 2, size * 1.4];
  const draw = (pdf: PDFKit.PDFDocument) => pdf.fontSize(size).text(text, 0, 0, { lineBreak: false });
  return {
    width,
    height,
    drop: size * 0.35,
    bytes: await drawPdf(draw, { size: [width, height], margin: 0 }),
  };
}

/** What a tab shows, and its alternative text. */
async function stampOf({ tab, envelopeId, name, signature, signedAt, timeZone }: Filled) {
  const date = writtenDate(signedAt, timeZone);
  switch (tab.kind) {
    case 'signHere':
      return {
        stamp: await signatureStamp(signature, envelopeId),
        alternative: `Signed electronically by ${name} on ${date}`,
      };
    case 'dateSigned':
      return { stamp: await textStamp(date, tab.size), alternative: `Date signed: ${date}` };
    case 'fullName':
      return { stamp: await textStamp(name, tab.size), alternative: `Name: ${name}` };
  }
}

const operator = (name: string, ...operands: (PDFName | string)[]) =>
  PDFOperator.of(name as PDFOperatorNames, operands);

export async function stamp(bytes: Uint8Array, filled: readonly Filled[]): Promise<Uint8Array> {
  if (filled.length === 0) return bytes;
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const structure = structureOf(document);
  for (const one of filled) {
    const { tab } = one;
    const page = document.getPages()[tab.page];
    if (!page) continue;
    const { stamp: made, alternative } = await stampOf(one);
    const [drawing] = await document.embedPdf(made.bytes);
    if (!drawing) continue;
    // Keep the stamp on the page, whose lower left corner need not be at 0,0.
    const { x: left, y: bottom } = page.getMediaBox();
    const x = Math.max(left, Math.min(tab.x, left + page.getWidth() - made.width));
    const y = Math.max(bottom, tab.y - made.drop);
    const mcid = structure?.figure(page, alternative, tab.mcid, [x, y, x + made.width, y + made.height]);
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
