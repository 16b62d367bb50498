// The text of a PDF with its position, which PDF.js reads. Anchor strings are found in it.
import { getDocumentProxy } from 'unpdf';

export type TextRun = {
  text: string;
  /** Where its baseline starts, in points from the page's lower left corner. */
  x: number;
  y: number;
  width: number;
  size: number;
  endsLine: boolean;
  /** The marked content that contains it. */
  mcid: number | undefined;
};

export async function readPages(pdf: Uint8Array): Promise<TextRun[][]> {
  // PDF.js takes the buffer that it is given.
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages: TextRun[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true, disableNormalization: true });
    const runs: TextRun[] = [];
    const marks: (number | undefined)[] = [];
    for (const item of items) {
      if ('str' in item) {
        const [, , sine, cosine, x, y] = item.transform as number[];
        runs.push({
          text: item.str,
          x: x ?? 0,
          y: y ?? 0,
          width: item.width,
          size: Math.hypot(sine ?? 0, cosine ?? 0),
          endsLine: item.hasEOL,
          mcid: marks.findLast((mark) => mark !== undefined),
        });
      } else if (item.type === 'endMarkedContent') marks.pop();
      else {
        // PDF.js identifies marked content by page and number: p10R_mc3.
        const mcid = /_mc(\d+)$/.exec(item.id ?? '')?.[1];
        marks.push(mcid === undefined ? undefined : Number(mcid));
      }
    }
    pages.push(runs);
  }
  await document.loadingTask.destroy();
  return pages;
}

export const textOf = (runs: readonly TextRun[]): string =>
  runs.map(({ text, endsLine }) => (endsLine ? `${text}\n` : text)).join('');

type Anchor = { page: number; x: number; y: number; mcid: number | undefined };

/** Every occurrence of the anchor within a line. */
export function findAnchors(
  pages: readonly (readonly TextRun[])[],
  anchor: string,
  { caseSensitive, wholeWord }: { caseSensitive: boolean; wholeWord: boolean },
): Anchor[] {
  const fold = (value: string) => (caseSensitive ? value : value.toLowerCase());
  const wanted = fold(anchor);
  return pages.flatMap((runs, page) => {
    const text = fold(textOf(runs));
    let length = 0;
    const starts = runs.map(({ text: own, endsLine }) => {
      length += own.length + (endsLine ? 1 : 0);
      return length - own.length - (endsLine ? 1 : 0);
    });
    const found: Anchor[] = [];
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const index = starts.findLastIndex((start) => start <= at);
      const run = runs[index];
      const isWord = !/\w/.test(text[at - 1] ?? ' ') && !/\w/.test(text[at + wanted.length] ?? ' ');
      if (!run || (wholeWord && !isWord)) continue;
      // PDF.js measures runs, not letters: within a run, the letters share its width equally.
      const offset = (run.width * (at - (starts[index] ?? 0))) / Math.max(1, run.text.length);
      found.push({ page, x: run.x + offset, y: run.y, mcid: run.mcid });
    }
    return found;
  });
}
