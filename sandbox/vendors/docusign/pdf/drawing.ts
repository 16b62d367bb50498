// Draws PDFs with the sandbox's font, which has the letters of every Latin alphabet.
import { fileURLToPath } from 'node:url';
import PdfKit from 'pdfkit';

const fontFile = fileURLToPath(new URL('../fonts/atkinson-hyperlegible.ttf', import.meta.url));

export const drawPdf = (draw: (pdf: PDFKit.PDFDocument) => void, options: PDFKit.PDFDocumentOptions) =>
  new Promise<Buffer>((resolve, reject) => {
    const pdf = new PdfKit({ ...options, font: fontFile });
    const parts: Uint8Array[] = [];
    pdf.on('data', (part: Uint8Array) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
    draw(pdf);
    pdf.end();
  });

const ruler = new PdfKit({ autoFirstPage: false, font: fontFile });

export const widthOf = (text: string, size: number): number => ruler.fontSize(size).widthOfString(text);
