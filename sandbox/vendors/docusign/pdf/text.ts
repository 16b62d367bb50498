// The text of a PDF with its position, which PDF.js reads.
import { getDocumentProxy } from 'unpdf';

type TextRun = {
  text: string;
  /** Where its baseline starts, in points from the page's lower left corner. */
  x: number;
  y: number;
  width: number;
  size: number;
  endsLine: boolean;
};

export async function readPages(pdf: Uint8Array): Promise<TextRun[][]> {
  // PDF.js takes the buffer that it is given.
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages: TextRun[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ disableNormalization: true });
    const runs = items.flatMap((item): TextRun[] => {
      if (!('str' in item)) return [];
      const [, , sine, cosine, x = 0, y = 0] = item.transform as number[];
      const size = Math.hypot(sine ?? 0, cosine ?? 0);
      return [{ text: item.str, x, y, width: item.width, size, endsLine: item.hasEOL }];
    });
    pages.push(runs);
  }
  await document.loadingTask.destroy();
  return pages;
}

export const textOf = (runs: readonly TextRun[]): string =>
  runs.map(({ text, endsLine }) => (endsLine ? `${text}\n` : text)).join('');
