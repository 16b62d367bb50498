import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { demoDocument } from '../testing.ts';
import { findAnchors, readPages } from './text.ts';

const exact = { caseSensitive: true, wholeWord: false };

describe('anchors', () => {
  it('are found in text with embedded fonts, with their marked content', async () => {
    const [place, ...others] = findAnchors(await readPages(await demoDocument('Note')), '/sig1/', exact);
    expect(others).toEqual([]);
    expect(place).toMatchObject({ page: 0, x: 72, mcid: expect.any(Number) });
  });

  it('are found in the middle of a line', async () => {
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    document.addPage().drawText('First page', { font });
    document.addPage().drawText('Sign here: /SIG/', { x: 100, y: 200, size: 12, font });
    const pages = await readPages(await document.save());
    const [place] = findAnchors(pages, '/sig/', { ...exact, caseSensitive: false });
    expect(place?.page).toBe(1);
    expect(place?.y).toBeCloseTo(200, 5);
    const offset = (place?.x ?? 0) - 100 - font.widthOfTextAtSize('Sign here: ', 12);
    expect(Math.abs(offset)).toBeLessThan(4);
    expect(findAnchors(pages, '/sig/', exact)).toEqual([]);
    expect(findAnchors(pages, 'irst', { ...exact, wholeWord: true })).toEqual([]);
  });
});
