import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import PdfKit from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { demoDocument } from '../testing.ts';
import { instructions } from './content.ts';
import { pdfAsHtml } from './html.ts';
import { findAnchors, readPages } from './reading.ts';

/** A tagged file with bold words, a list, terms, and a rectangle around figures. */
function boxedDocument(): Promise<Buffer> {
  return new Promise((resolve) => {
    const pdf = new PdfKit({ tagged: true, pdfVersion: '1.7', lang: 'en-US' });
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    const root = pdf.struct('Document');
    pdf.addStructure(root);
    const write = (text: string, y: number, font = 'Helvetica', x = 72) =>
      pdf.font(font).fontSize(11).text(text, x, y, { lineBreak: false });
    root.add(
      pdf.struct('P', {}, () => {
        write('A loan of ', 72);
        write('$5,000.00', 72, 'Helvetica-Bold', 124);
        write(' in all', 72, 'Helvetica', 178);
      }),
    );
    const list = (parent: typeof root, label: string, body: string, y: number) => {
      const element = pdf.struct('L');
      parent.add(element);
      const item = pdf.struct('LI');
      element.add(item);
      item.add(pdf.struct('Lbl', {}, () => write(label, y)));
      item.add(pdf.struct('LBody', {}, () => write(body, y, 'Helvetica', 200)));
      item.end();
      element.end();
    };
    list(root, '•', 'To pay on time', 100);
    list(root, 'Lender', 'Branchline', 130);
    pdf.markContent('Artifact', { type: 'Layout' });
    pdf.roundedRect(60, 160, 400, 60, 6).fillAndStroke('#eee', '#111').fillColor('black');
    pdf.endMarkedContent();
    const box = pdf.struct('Sect');
    root.add(box);
    list(box, 'APR', '31.22%', 180);
    box.end();
    root.end();
    pdf.end();
  });
}

const exact = { caseSensitive: true, wholeWord: false };
const found = async (bytes: Uint8Array, wanted: string, search = exact) =>
  findAnchors(await readPages(await PDFDocument.load(bytes)), wanted, search);

describe('anchors', () => {
  it('are found in text with embedded fonts, with their marked content', async () => {
    const [place, ...others] = await found(await demoDocument('Note'), '/sig1/');
    expect(others).toEqual([]);
    expect(place).toMatchObject({ page: 0, x: 72, mcid: expect.any(Number) });
  });

  it('are found in the middle of a line of a standard font, to a tenth of a point', async () => {
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    document.addPage().drawText('First page', { font });
    document.addPage().drawText('Sign here: /SIG/', { x: 100, y: 200, size: 12, font });
    const [place] = await found(await document.save(), '/sig/', { ...exact, caseSensitive: false });
    expect(place?.page).toBe(1);
    // Without kerning, each letter is drawn separately.
    const before = [...'Sign here: '].reduce((sum, letter) => sum + font.widthOfTextAtSize(letter, 12), 0);
    expect(place?.x).toBeCloseTo(100 + before, 1);
    expect(place?.y).toBeCloseTo(200, 5);
    expect(await found(await document.save(), '/sig/')).toEqual([]);
    expect(await found(await document.save(), 'irst', { ...exact, wholeWord: true })).toEqual([]);
  });
});

describe('reading', () => {
  it('distinguishes strings, escapes, images and marks', () => {
    const stream = Buffer.from(
      'q /P <</MCID 3>> BDC [(a\\(b\\)\\101) -20 <4142>] TJ EMC % words\nBI /W 1 ID \xff(\xff EI Q',
      'latin1',
    );
    expect([...instructions(stream)].map(({ operator }) => operator)).toEqual([
      'q',
      'BDC',
      'TJ',
      'EMC',
      'BI',
      'ID',
      'Q',
    ]);
  });

  it('shows bold words, terms with what they mean, and figures that the file draws a rectangle around as a box', async () => {
    const html = await pdfAsHtml(await PDFDocument.load(await boxedDocument()));
    expect(html).toContain('<p>A loan of <strong>$5,000.00</strong> in all</p>');
    expect(html).toContain('<dl class="terms"><div><dt>Lender</dt><dd>Branchline</dd></div></dl>');
    expect(html).toContain(
      '<div class="box"><dl class="figures"><div><dt>APR</dt><dd>31.22%</dd></div></dl></div>',
    );
    expect(html).toContain('<ul><li>To pay on time</li></ul>');
  });

  it('renders an untagged file line by line', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage();
    page.drawText('Amount & terms', { x: 50, y: 700, size: 12 });
    page.drawText('Second paragraph', { x: 50, y: 600, size: 12 });
    expect(await pdfAsHtml(await PDFDocument.load(await document.save()))).toBe(
      '<p>Amount &#38; terms</p>\n<p>Second paragraph</p>',
    );
  });
});
