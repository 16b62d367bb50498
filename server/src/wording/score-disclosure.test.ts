// The credit score disclosure exception notice has what 12 CFR 1022.74(e) and (f) require.
import { expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { loadLender } from '#lender/load.ts';
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
const { bureau } = lender.policy.adverseAction;

it('with a score is form H-4: score, source, date, range, graph and rights', () => {
  const html = renderHtml(scoreDisclosureDocument(lender, { ...about, score }));
  for (const part of [
    'Your credit score and the price you pay for credit',
    '<dd>680</dd>',
    bureau.name,
    'March 4, 2026',
    'from a low of 300 to a high of 850',
    'is a record of your credit history',
    'can affect whether you can get a loan and how much you will have to pay',
    '18% (your score)',
    'right to dispute any inaccurate information',
    'free copy of your credit report',
    '1-877-322-8228',
    'P.O. Box 105281',
    'www.consumerfinance.gov/learnmore',
  ])
    expect(html).toContain(part);
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
  const html = renderHtml(scoreDisclosureDocument(lender, about));
  expect(html).toContain(`not available from ${bureau.name}`);
  expect(html).toContain('Not having a credit score can affect');
  expect(html).toContain('right to dispute any inaccurate information');
  expect(html).not.toContain('<rect');
});

it('bears the address where a window envelope shows it, and is drawn as a PDF', async () => {
  const { bytes, pages } = await renderPdf(scoreDisclosureDocument(lender, { ...about, score }));
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pages).toBeLessThanOrEqual(2);
});
