import { PDFDocument, StandardFonts } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { demoDocument } from '../testing.ts';
import { instructions } from './content.ts';
import { pdfAsHtml } from './html.ts';
import { findAnchors, readPages } from './reading.ts';

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
