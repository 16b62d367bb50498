// Draws signatures, dates and names onto the pages at their tabs.
import { fileURLToPath } from 'node:url';
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
import PdfKit from 'pdfkit';
import { structureOf } from '#sealing/structure.ts';
import type { Signature, Tab } from '../envelopes.ts';

export const fontFile = (name: 'dancing-script.ttf' | 'atkinson-hyperlegible.ttf' | 'besley.woff2') =>
  fileURLToPath(new URL(`../fonts/${name}`, import.meta.url));

/** In points. A signature sits on its anchor's baseline. */
export const signatureSize = { width: 190, height: 44 };
const ink = '#1c2421';

export const pdfBytes = (draw: (pdf: PDFKit.PDFDocument) => void, options: PDFKit.PDFDocumentOptions) =>
  new Promise<Uint8Array>((resolve, reject) => {
    const pdf = new PdfKit(options);
    const parts: Uint8Array[] = [];
    pdf.on('data', (part: Uint8Array) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
    pdf.registerFont('script', fontFile('dancing-script.ttf'));
    pdf.registerFont('text', fontFile('atkinson-hyperlegible.ttf'));
    draw(pdf);
    pdf.end();
  });

export function drawSignature(
  pdf: PDFKit.PDFDocument,
  signature: Signature,
  box: { x: number; y: number; width: number; height: number },
): void {
  if (signature.kind === 'typed') {
    pdf.font('script').fillColor(ink);
    let size = box.height * 0.8;
    while (size > 6 && pdf.fontSize(size).widthOfString(signature.name) > box.width) size -= 0.5;
    pdf.fontSize(size).text(signature.name, box.x, box.y + (box.height - pdf.currentLineHeight()) / 2, {
      lineBreak: false,
    });
    return;
  }
  // Keep the drawing's aspect ratio of three to one.
  const width = Math.min(box.width, box.height * 3);
  const height = width / 3;
  pdf.lineWidth(1.1).lineCap('round').lineJoin('round').strokeColor(ink);
  for (const stroke of signature.strokes) {
    const [first, ...rest] = stroke.map(([x, y]) => [box.x + x * width, box.y + y * height] as const);
    if (!first) continue;
    pdf.moveTo(...first);
    for (const point of rest.length > 0 ? rest : [first]) pdf.lineTo(...point);
    pdf.stroke();
  }
}

const signatureStamp = (signature: Signature, envelopeId: string) =>
  pdfBytes(
    (pdf) => {
      const { width, height } = signatureSize;
      pdf
        .lineWidth(1)
        .strokeColor('#0f4c3a')
        .moveTo(14, 3)
        .lineTo(8, 3)
        .quadraticCurveTo(3, 3, 3, 8)
        .lineTo(3, height - 8)
        .quadraticCurveTo(3, height - 3, 8, height - 3)
        .lineTo(14, height - 3)
        .stroke();
      pdf.font('text').fontSize(6).fillColor(ink);
      pdf.text('Signed electronically by', 18, 0, { lineBreak: false });
      pdf.text(`Envelope ${envelopeId}`, 18, height - 7, { lineBreak: false });
      drawSignature(pdf, signature, { x: 18, y: 7, width: width - 22, height: height - 14 });
    },
    { size: [signatureSize.width, signatureSize.height], margin: 0, info: {} },
  );

async function textStamp(text: string, size: number) {
  let width = 0;
  const height = size * 1.4;
  const draw = (pdf: PDFKit.PDFDocument) => {
    pdf.font('text').fontSize(size).fillColor(ink);
    width = Math.ceil(pdf.widthOfString(text)) + 2;
    pdf.text(text, 0, 0, { lineBreak: false });
  };
  await pdfBytes(draw, { size: [600, height], margin: 0 });
  return { width, height, bytes: await pdfBytes(draw, { size: [width, height], margin: 0 }) };
}

type Filled = {
  tab: Tab;
  envelopeId: string;
  name: string;
  signature: Signature;
  signedAt: Date;
  timeZone: string;
};

/** In US format and the signer's own time zone. */
const writtenDate = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'numeric', day: 'numeric', timeZone }).format(
    moment,
  );

export async function stamp(bytes: Uint8Array, filled: readonly Filled[]): Promise<Uint8Array> {
  if (filled.length === 0) return bytes;
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const structure = structureOf(document);

  for (const { tab, envelopeId, name, signature, signedAt, timeZone } of filled) {
    const page = document.getPages()[tab.page];
    if (!page) continue;
    const date = writtenDate(signedAt, timeZone);
    const made =
      tab.kind === 'signHere'
        ? { ...signatureSize, bytes: await signatureStamp(signature, envelopeId), drop: 0 }
        : {
            ...(await textStamp(tab.kind === 'dateSigned' ? date : name, tab.size)),
            // Leave space below the baseline for descenders.
            drop: tab.size * 0.35,
          };
    const [drawing] = await document.embedPdf(made.bytes);
    if (!drawing) continue;
    // Keep the stamp on the page, whose lower left corner need not be at 0,0.
    const { x: left, y: bottom } = page.getMediaBox();
    const x = Math.max(left, Math.min(tab.x, left + page.getWidth() - made.width));
    const y = Math.max(bottom, tab.y - made.drop);
    const spoken = {
      signHere: `Signed electronically by ${name} on ${date}`,
      dateSigned: `Date signed: ${date}`,
      fullName: `Name: ${name}`,
    }[tab.kind];
    const mcid = structure?.figure(page, spoken, tab.mcid, [x, y, x + made.width, y + made.height]);
    const operator = (word: string, ...operands: (PDFName | string)[]) =>
      PDFOperator.of(word as PDFOperatorNames, operands);
    const drawn = [
      pushGraphicsState(),
      concatTransformationMatrix(1, 0, 0, 1, x, y),
      drawObject(page.node.newXObject('Stamp', drawing.ref)),
      popGraphicsState(),
    ];
    page.pushOperators(
      ...(mcid === undefined
        ? drawn
        : [operator('BDC', PDFName.of('Figure'), `<</MCID ${mcid}>>`), ...drawn, operator('EMC')]),
    );
  }
  return document.save({ useObjectStreams: false, updateFieldAppearances: false });
}
