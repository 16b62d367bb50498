// The credit score disclosure exception notice is model form H-4 or H-5 (12 CFR 1022.74(e) and (f), and appendix H), word for word. The
// forms are pictures ER21DE11.011 to .013 in the regulation; the Federal Reserve Board published their text with descriptions of the
// graph, and paragraph 4 of the appendix has the sentence that names the Bureau.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { loadLender } from '#lender/load.ts';
import { type DocumentModel, runsOf, type Text } from '../pdf/document-model.ts';
import { renderHtml } from '../pdf/render-html.ts';
import { renderPdf } from '../pdf/render-pdf.ts';
import { scoreDisclosureDocument } from './score-disclosure.ts';

const lender = loadLender();
const about = {
  date: isoDate('2026-03-04'),
  madeAt: new Date('2026-03-04T18:00:00Z'),
  reference: 'Application 1A2B3C4D',
  applicant: { name: 'Alex Rivera', address: ['350 S Main St', 'Salt Lake City, UT 84101'] },
};
const score = { value: 680, date: isoDate('2026-03-04') };

/** The parts of the form with their rows: what is in the left column, then each line of the right one. An empty one is empty there. */
const textOf = (document: DocumentModel) =>
  document.blocks
    .flatMap((block) => {
      if (block.kind !== 'definitions') throw new Error(`The form has no ${block.kind}.`);
      const plain = (text: Text) =>
        runsOf(text)
          .map((run) => run.text)
          .join('');
      const rows = block.items.map(({ term, details, graph }) => [
        ...[`## ${term}`, ...details.map(plain)],
        ...(graph === undefined ? [] : [graph.caption]),
      ]);
      return [`# ${block.title}`, ...rows.flat()];
    })
    .join('\n');
const modelForm = (name: string) =>
  readFileSync(join(import.meta.dirname, `model-forms/${name}.txt`), 'utf8').trimEnd();

it('with a score is form H-4, with the score, its source and date, and a graph of at least six bars', () => {
  const document = scoreDisclosureDocument(lender, { ...about, score });
  const expected = ['Branchline Consumer Finance, LLC', 'Your Credit Score and the Price You Pay for Credit'];
  expect([document.provider, document.title]).toEqual(expected);
  expect(textOf(document)).toBe(modelForm('h-4'));
  const html = renderHtml(document);
  expect(html).toContain('18%, your score');
  expect(html.match(/<rect /g)?.length).toBeGreaterThanOrEqual(6);
});

it('has the sentence of form H-4 if the lender gives ranks in place of the graph', () => {
  const { distribution: _, ...others } = lender.policy.adverseAction;
  const ranksHigherThan = [
    { from: 300, percent: 0 },
    { from: 600, percent: 20 },
    { from: 680, percent: 37 },
    { from: 800, percent: 82 },
  ];
  const ranked = { ...lender, policy: { ...lender.policy, adverseAction: { ...others, ranksHigherThan } } };
  const html = renderHtml(scoreDisclosureDocument(ranked, { ...about, score }));
  expect(html).toContain('Your credit score ranks higher than 37 percent of U.S. consumers.');
  expect(html).not.toContain('<rect');
});

it('without a score is form H-5, which names the bureau and no number', () => {
  const document = scoreDisclosureDocument(lender, about);
  expect(document.title).toBe('Credit Scores and the Price You Pay for Credit');
  expect(textOf(document)).toBe(modelForm('h-5'));
});

it('has the address where a window envelope shows it, and is rendered as a PDF', async () => {
  const { bytes, pages } = await renderPdf(scoreDisclosureDocument(lender, { ...about, score }));
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pages).toBeLessThanOrEqual(2);
});
