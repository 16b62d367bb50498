// Extracts a PDF's text with its position on the page, to find anchors and to render the text as HTML.
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFStream,
} from '@cantoo/pdf-lib';
import { instructions, type Operand } from './content.ts';
import { type Font, readFont, streamBytes } from './fonts.ts';

export type PlacedGlyph = {
  text: string;
  /** Where its baseline starts, in points from the page's lower left corner. */
  x: number;
  y: number;
  width: number;
  size: number;
  isBold: boolean;
  mcid: number | undefined;
  artifact: boolean;
};

/** A drawn rectangle, in points from the page's lower left corner. */
type Frame = { left: number; bottom: number; right: number; top: number };

type ReadPage = { glyphs: PlacedGlyph[]; frames: Frame[] };

type Matrix = readonly [number, number, number, number, number, number];
const identity: Matrix = [1, 0, 0, 1, 0, 0];
const times = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[1] * n[2],
  m[0] * n[1] + m[1] * n[3],
  m[2] * n[0] + m[3] * n[2],
  m[2] * n[1] + m[3] * n[3],
  m[4] * n[0] + m[5] * n[2] + n[4],
  m[4] * n[1] + m[5] * n[3] + n[5],
];

type State = {
  matrix: Matrix;
  font: Font | undefined;
  isBold: boolean;
  size: number;
  spacing: number;
  wordSpacing: number;
  scale: number;
  leading: number;
  rise: number;
};
type Mark = { mcid: number | undefined; artifact: boolean };

/** Points. What is smaller is a line or a mark, and frames nothing. */
const smallestFrame = 100;

const numeric = (operand: Operand | undefined): number => (typeof operand === 'number' ? operand : 0);
const named = (operand: Operand | undefined): string =>
  typeof operand === 'object' && 'name' in operand ? operand.name : '';

async function readPage(page: PDFPage): Promise<ReadPage> {
  const glyphs: PlacedGlyph[] = [];
  const frames: Frame[] = [];
  const fonts = new Map<PDFDict, Font>();

  async function fontOf(
    resources: PDFDict | undefined,
    name: string,
  ): Promise<Pick<State, 'font' | 'isBold'>> {
    const dict = resources?.lookupMaybe(PDFName.of('Font'), PDFDict)?.lookupMaybe(PDFName.of(name), PDFDict);
    if (!dict) return { font: undefined, isBold: false };
    const known = fonts.get(dict) ?? (await readFont(dict));
    fonts.set(dict, known);
    const base = dict.lookup(PDFName.of('BaseFont'));
    return { font: known, isBold: base instanceof PDFName && /bold/i.test(base.decodeText()) };
  }

  async function read(bytes: Uint8Array, resources: PDFDict | undefined, begin: Matrix, depth: number) {
    let state: State = {
      matrix: begin,
      font: undefined,
      isBold: false,
      size: 0,
      spacing: 0,
      wordSpacing: 0,
      scale: 1,
      leading: 0,
      rise: 0,
    };
    const saved: State[] = [];
    const marks: Mark[] = [];
    let text = identity;
    let line = identity;
    let path: (readonly [number, number])[] = [];
    const moveTo = (x: number, y: number) => {
      const at = times([1, 0, 0, 1, x, y], state.matrix);
      path.push([at[4], at[5]]);
    };
    const paint = () => {
      const [xs, ys] = [path.map(([x]) => x), path.map(([, y]) => y)];
      const frame = {
        left: Math.min(...xs),
        right: Math.max(...xs),
        bottom: Math.min(...ys),
        top: Math.max(...ys),
      };
      if (frame.right - frame.left > smallestFrame && frame.top - frame.bottom > smallestFrame / 4)
        frames.push(frame);
      path = [];
    };

    const moveLine = (x: number, y: number) => {
      line = times([1, 0, 0, 1, x, y], line);
      text = line;
    };
    const advance = (x: number) => {
      text = times([1, 0, 0, 1, x * state.scale, 0], text);
    };
    const showText = (operand: Operand | undefined) => {
      if (typeof operand !== 'object' || !('bytes' in operand) || !state.font) return;
      const mark = marks.at(-1) ?? { mcid: undefined, artifact: false };
      for (const glyph of state.font(operand.bytes)) {
        const placed = times([1, 0, 0, 1, 0, state.rise], times(text, state.matrix));
        const drawn = (glyph.width / 1000) * state.size;
        glyphs.push({
          text: glyph.text,
          x: placed[4],
          y: placed[5],
          width: drawn * state.scale * Math.hypot(placed[0], placed[1]),
          size: state.size * Math.hypot(placed[2], placed[3]),
          isBold: state.isBold,
          ...mark,
        });
        advance(drawn + state.spacing + (glyph.isSpace ? state.wordSpacing : 0));
      }
    };

    for (const { operator, operands } of instructions(bytes)) {
      const [first, second, third] = operands;
      switch (operator) {
        case 'q':
          saved.push({ ...state });
          break;
        case 'Q':
          state = saved.pop() ?? state;
          break;
        case 'cm':
          state.matrix = times(operands.map(numeric) as unknown as Matrix, state.matrix);
          break;
        case 'BT':
          text = identity;
          line = identity;
          break;
        case 'Tf':
          state = { ...state, ...(await fontOf(resources, named(first))) };
          state.size = numeric(second);
          break;
        case 'Tc':
          state.spacing = numeric(first);
          break;
        case 'Tw':
          state.wordSpacing = numeric(first);
          break;
        case 'Tz':
          state.scale = numeric(first) / 100;
          break;
        case 'TL':
          state.leading = numeric(first);
          break;
        case 'Ts':
          state.rise = numeric(first);
          break;
        case 'Td':
          moveLine(numeric(first), numeric(second));
          break;
        case 'TD':
          state.leading = -numeric(second);
          moveLine(numeric(first), numeric(second));
          break;
        case 'Tm':
          line = operands.map(numeric) as unknown as Matrix;
          text = line;
          break;
        case 'T*':
          moveLine(0, -state.leading);
          break;
        case 'Tj':
          showText(first);
          break;
        case "'":
          moveLine(0, -state.leading);
          showText(first);
          break;
        case '"':
          state.wordSpacing = numeric(first);
          state.spacing = numeric(second);
          moveLine(0, -state.leading);
          showText(third);
          break;
        case 'TJ':
          if (typeof first === 'object' && 'list' in first)
            for (const part of first.list)
              if (typeof part === 'number') advance((-part / 1000) * state.size);
              else showText(part);
          break;
        case 're': {
          const [x, y, width, height] = operands.map(numeric) as [number, number, number, number];
          moveTo(x, y);
          moveTo(x + width, y + height);
          break;
        }
        case 'm':
        case 'l':
        case 'c':
        case 'v':
        case 'y':
          for (let at = 0; at + 1 < operands.length; at += 2)
            moveTo(numeric(operands[at]), numeric(operands[at + 1]));
          break;
        case 'f':
        case 'F':
        case 'f*':
        case 'B':
        case 'B*':
        case 'b':
        case 'b*':
        case 'S':
        case 's':
          paint();
          break;
        case 'n':
          path = [];
          break;
        case 'BMC':
        case 'BDC': {
          const outer = marks.at(-1);
          let mcid: number | undefined;
          if (typeof second === 'object' && 'dict' in second) {
            const given = second.dict.get('MCID');
            mcid = typeof given === 'number' ? given : undefined;
          } else {
            const given = resources
              ?.lookupMaybe(PDFName.of('Properties'), PDFDict)
              ?.lookupMaybe(PDFName.of(named(second)), PDFDict)
              ?.lookup(PDFName.of('MCID'));
            mcid = given instanceof PDFNumber ? given.asNumber() : undefined;
          }
          marks.push({
            mcid: mcid ?? outer?.mcid,
            artifact: named(first) === 'Artifact' || outer?.artifact === true,
          });
          break;
        }
        case 'EMC':
          marks.pop();
          break;
        case 'Do': {
          const form = resources
            ?.lookupMaybe(PDFName.of('XObject'), PDFDict)
            ?.lookup(PDFName.of(named(first)));
          if (!(form instanceof PDFStream) || depth > 4) break;
          if (form.dict.lookup(PDFName.of('Subtype')) !== PDFName.of('Form')) break;
          const own = form.dict
            .lookupMaybe(PDFName.of('Matrix'), PDFArray)
            ?.asArray()
            .map((value) => (value instanceof PDFNumber ? value.asNumber() : 0)) as unknown as
            | Matrix
            | undefined;
          const start = glyphs.length;
          await read(
            streamBytes(form),
            form.dict.lookupMaybe(PDFName.of('Resources'), PDFDict) ?? resources,
            times(own ?? identity, state.matrix),
            depth + 1,
          );
          const mark = marks.at(-1);
          if (mark) for (const glyph of glyphs.slice(start)) Object.assign(glyph, mark);
          break;
        }
      }
    }
  }

  const contents = page.node.Contents();
  const streams =
    contents instanceof PDFArray
      ? contents.asArray().map((ref) => page.doc.context.lookup(ref))
      : contents
        ? [contents]
        : [];
  const parts = streams.flatMap((stream) =>
    stream instanceof PDFStream ? [streamBytes(stream), Uint8Array.of(10)] : [],
  );
  await read(Buffer.concat(parts), page.node.Resources(), identity, 0);
  return { glyphs, frames };
}

/** The glyphs' text in drawing order; gaps and new lines become spaces. */
export function spoken(glyphs: readonly PlacedGlyph[], newLine = ' '): string {
  let out = '';
  let previous: PlacedGlyph | undefined;
  for (const glyph of glyphs) {
    if (previous) {
      const gap = glyph.x - (previous.x + previous.width);
      const sameLine = Math.abs(glyph.y - previous.y) < 0.6 * Math.max(glyph.size, previous.size);
      if (!sameLine) out += newLine;
      else if (gap > 0.2 * glyph.size && !out.endsWith(' ') && glyph.text !== ' ') out += ' ';
    }
    out += glyph.text;
    previous = glyph;
  }
  return out.replace(/[ \u00a0]+/g, ' ').trim();
}

type Anchor = { page: number; x: number; y: number; size: number; mcid: number | undefined };
type Search = { caseSensitive: boolean; wholeWord: boolean };

/** Every occurrence of the words within a single line. */
export async function findAnchors(
  pages: readonly (readonly PlacedGlyph[])[],
  wanted: string,
  { caseSensitive, wholeWord }: Search,
): Promise<Anchor[]> {
  const fold = (value: string) => (caseSensitive ? value : value.toLowerCase());
  const needle = fold(wanted);
  const found: Anchor[] = [];
  for (const [page, glyphs] of pages.entries()) {
    let text = '';
    const starts = new Map<number, PlacedGlyph>();
    let previous: PlacedGlyph | undefined;
    for (const glyph of glyphs) {
      if (previous && Math.abs(glyph.y - previous.y) > 1) text += '\n';
      else if (previous && glyph.x - (previous.x + previous.width) > 0.2 * glyph.size && !text.endsWith(' '))
        text += glyph.text === ' ' ? '' : ' ';
      starts.set(text.length, glyph);
      text += fold(glyph.text);
      previous = glyph;
    }
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
      const start = starts.get(at);
      const isWord = !/\w/.test(text[at - 1] ?? ' ') && !/\w/.test(text[at + needle.length] ?? ' ');
      if (start && (isWord || !wholeWord))
        found.push({ page, x: start.x, y: start.y, size: start.size, mcid: start.mcid });
    }
  }
  return found;
}

/** The pages with the rectangles drawn on them. */
export const readDrawnPages = async (document: PDFDocument): Promise<ReadPage[]> =>
  Promise.all(document.getPages().map(readPage));

export const readPages = async (document: PDFDocument): Promise<PlacedGlyph[][]> =>
  (await readDrawnPages(document)).map(({ glyphs }) => glyphs);
