// Pictures, compared with the forms as published: the model privacy form (12 CFR 1016, appendix) and model
// form H-4 (12 CFR 1022, appendix H). Points are at 72 to the inch, as the pixels are.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { loadLender } from '#lender/load.ts';
import { exampleDocuments } from '#server/cli/documents.ts';
import type { DocumentModel } from '#server/pdf/document-model.ts';
import { renderPdf } from '#server/pdf/render-pdf.ts';
import { testFolder } from './test-folder.ts';

const lender = loadLender();
const [small] = lender.policy.programs;
if (small === undefined) throw new Error('The demo lender has programs.');
const on = isoDate('2026-03-05');
const documents = exampleDocuments(lender, { state: 'UT', program: small, militaryCovered: false, on });
const has = (tool: string) => spawnSync(tool, ['-v']).error === undefined;

interface Word {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

/** A page's words in reading order, and how dark it is at a point: 0 for black, 255 for white. */
async function pagesOf(document: DocumentModel | undefined) {
  if (document === undefined) throw new Error('There is no such document.');
  const folder = testFolder();
  const { bytes, pages } = await renderPdf(document);
  const file = join(folder, 'form.pdf');
  writeFileSync(file, bytes);
  execFileSync('pdftoppm', ['-r', '72', '-gray', file, join(folder, 'page')]);
  return Array.from({ length: pages }, (_, index) => {
    const number = String(index + 1);
    const html = execFileSync('pdftotext', ['-bbox', '-f', number, '-l', number, file, '-'], {
      encoding: 'utf8',
    });
    const word = /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">(.*?)<\/word>/g;
    const words = [...html.matchAll(word)].map(
      ([, left, top, bottom, text = '']): Word => ({
        ...{ text, left: Number(left), top: Number(top), bottom: Number(bottom) },
      }),
    );
    const picture = readFileSync(join(folder, `page-${number}.pgm`));
    const [, width = 0] =
      /^P5\s+(\d+)\s+\d+\s+\d+\s/.exec(picture.toString('latin1', 0, 40))?.map(Number) ?? [];
    const start = picture.length - width * 792;
    const at = (x: number, y: number) => picture[start + Math.round(y) * width + Math.round(x)] ?? 255;
    const find = (text: string) => {
      const found = words.find((one) => one.text === text);
      if (found === undefined) throw new Error(`The page has no "${text}".`);
      return found;
    };
    return { words, at, find };
  });
}

const middle = ({ top, bottom }: Word) => (top + bottom) / 2;
const isAt = (words: readonly Word[], at: number, text: string) =>
  text.split(' ').every((one, index) => words[at + index]?.text === one);
const isRising = (numbers: readonly number[]) =>
  numbers.every((one, at) => at === 0 || one > (numbers[at - 1] ?? 0));

describe.runIf(has('pdftoppm') && has('pdftotext'))('as pictures', () => {
  it('the privacy notice has the layout of the model form', async () => {
    const [first, second, ...others] = await pagesOf(documents['privacy-notice']);
    if (first === undefined || second === undefined) throw new Error('The form has two pages.');
    expect(others).toEqual([]);
    // "Rev." is at the upper right, above a black box with FACTS and the title beside it in a white one.
    const [revised, facts, title] = [first.find('Rev.'), first.find('FACTS'), first.find('WHAT')];
    expect(revised.bottom).toBeLessThan(facts.top);
    expect(revised.left).toBeGreaterThan(400);
    expect(first.at(facts.left - 4, middle(facts))).toBeLessThan(60);
    expect(title.left).toBeGreaterThan(facts.left + 80);
    expect(first.at(title.left - 4, middle(title))).toBeGreaterThan(200);
    // The boxes follow one another, their labels in one column and inside one frame.
    const labels = ['Why?', 'What?', 'How?', 'Reasons', 'Questions?'].map((text) => first.find(text));
    expect(isRising(labels.map(({ top }) => top))).toBe(true);
    expect(new Set(labels.map(({ left }) => Math.round(left))).size).toBe(1);
    // They are white on black, and so are the headers of the table from edge to edge.
    for (const label of labels) expect(first.at(label.left - 3, middle(label)), label.text).toBeLessThan(60);
    expect(first.at(536, middle(first.find('Reasons')))).toBeLessThan(60);
    expect(second.find('Page').bottom).toBeLessThan(second.find('Who').top);
    expect(second.words[second.words.indexOf(second.find('Page')) + 1]?.text).toBe('2');
    // On the second page, four white titles are on black bars from edge to edge.
    const bars = ['Who', 'What', 'Definitions', 'Other'].map((text) => second.find(text));
    expect(isRising(bars.map(({ top }) => top))).toBe(true);
    for (const bar of bars)
      for (const x of [bar.left - 4, 500]) expect(second.at(x, middle(bar))).toBeLessThan(60);
    // The questions and terms below them are on white.
    const affiliates = second.find('Affiliates');
    expect(second.at(affiliates.left - 2, middle(affiliates))).toBe(255);
    // All but the foot of the page is in 10 points or more; a line of a font is higher than its size.
    const small = [first, second].flatMap(({ words }) =>
      words.filter(({ top, bottom, text }) => top < 720 && text !== 'Rev.' && bottom - top < 10),
    );
    expect(small.map(({ text }) => text).filter((text) => !/^(January|\d{4})$/.test(text))).toEqual([]);
  });

  it('the score disclosure is in two columns with frames, its titles on black bars', async () => {
    const pages = await pagesOf(documents['score-disclosure']);
    const placed = (words: string) => {
      const page = pages.find((one) => one.words.some((_, at) => isAt(one.words, at, words)));
      const at = page?.words.findIndex((_, index) => isAt(page.words, index, words)) ?? -1;
      const word = page?.words[at];
      if (page === undefined || word === undefined) throw new Error(`No page has "${words}".`);
      return { word, at: page.at };
    };
    // Form H-3 repeats the title of a part that continues on its second page, and H-4 may be arranged like it.
    const titles = ['Your Credit Score Your', 'Understanding Your', 'Checking Your'];
    for (const title of [...titles, 'Understanding Your Credit Score (continued)']) {
      const { word, at } = placed(title);
      for (const x of [word.left - 4, 536]) expect(at(x, middle(word)), title).toBeLessThan(60);
    }
    const rows = [
      ['Your credit score', '612'],
      ['What you should know', 'Your credit score is a number'],
      ['How we use', 'Your credit score can affect'],
      ['The range', 'Scores range from'],
      ['How your score', '% of Consumers'],
      ['What if there', 'You have a right'],
      ['How can you obtain', 'Under federal law,'],
      ['How can you get', 'For more information'],
    ].map(([label = '', text = '']) => [placed(label), placed(text)] as const);
    expect(new Set(rows.map(([{ word }]) => Math.round(word.left))).size).toBe(1);
    expect(new Set(rows.map(([, { word }]) => Math.round(word.left))).size).toBe(1);
    for (const [label, text] of rows) {
      expect(Math.abs(middle(label.word) - middle(text.word))).toBeLessThan(3);
      // A rule is between the two columns.
      const between = Array.from({ length: 12 }, (_, step) => text.word.left - 12 + step);
      expect(between.some((x) => text.at(x, middle(text.word)) < 160)).toBe(true);
      // The left column is shaded, and the right one is not.
      expect(label.at(label.word.left - 2, middle(label.word))).toBeLessThan(240);
      expect(text.at(text.word.left - 2, middle(text.word))).toBe(255);
    }
  });

  it('the score disclosure has upright bars as high as their shares', async () => {
    const pages = await pagesOf(documents['score-disclosure']);
    const { distribution = [] } = lender.policy.adverseAction;
    expect(distribution.length).toBeGreaterThanOrEqual(6);
    const graph = pages.find(({ words }) => words.some(({ text }) => text === '%'));
    if (graph === undefined) throw new Error('The graph is not there.');
    const drawn = distribution.map(({ from, to, percent }) => {
      const at = graph.words.findIndex((_, index) => isAt(graph.words, index, `${from} to ${to}`));
      const label = graph.words[at + 1];
      if (label === undefined) throw new Error(`The range from ${from} has no bar.`);
      const isOwn = from <= 612 && 612 <= to;
      // The "to" of a label is under the middle of its bar.
      const x = label.left + 4;
      const foot = label.top - 4;
      const height = Array.from({ length: 110 }, (_, up) => graph.at(x, foot - up)).findIndex(
        (shade) => shade > 230,
      );
      return { percent, isOwn, top: label.top, height, shade: graph.at(x, foot - 6) };
    });
    // All stand on one line, and each is as high as its share.
    expect(new Set(drawn.map(({ top }) => Math.round(top))).size).toBe(1);
    const highest = Math.max(...drawn.map(({ height }) => height));
    const most = Math.max(...drawn.map(({ percent }) => percent));
    expect(highest).toBeGreaterThan(60);
    for (const { percent, height } of drawn)
      expect(Math.abs(height - (highest * percent) / most), `${percent}%`).toBeLessThanOrEqual(3);
    const [own] = drawn.filter(({ isOwn }) => isOwn);
    for (const { shade, isOwn } of drawn) if (!isOwn) expect(own?.shade).toBeLessThan(shade - 60);
  });
});
