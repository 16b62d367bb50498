// The credit score disclosure exception notice is model form H-4 or H-5 (12 CFR 1022.74(e) and (f), and appendix H), word for word. The
// forms are pictures ER21DE11.011 to .013 in the regulation; the Federal Reserve Board published their text with descriptions of the
// graph, and paragraph 4 of the appendix has the sentence that names the Bureau.
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
const partsOf = (document: DocumentModel) =>
  document.blocks.map((block) => {
    if (block.kind !== 'definitions') throw new Error(`The form has no ${block.kind}.`);
    const plain = (text: Text) =>
      runsOf(text)
        .map((run) => run.text)
        .join('');
    const rows = block.items.map(({ term, details, graph }) => [
      ...[term, ...details.map(plain)],
      ...(graph === undefined ? [] : [graph.caption]),
    ]);
    return [block.title, ...rows];
  });

const checking = [
  'Checking Your Credit Report',
  [
    'What if there are mistakes in your credit report?',
    'You have a right to dispute any inaccurate information in your credit report. If you find mistakes on your credit report, contact the consumer reporting agency.',
    '',
    'It is a good idea to check your credit report to make sure the information it contains is accurate.',
  ],
  [
    'How can you obtain a copy of your credit report?',
    'Under federal law, you have the right to obtain a free copy of your credit report from each of the nationwide consumer reporting agencies once a year.',
    '',
    'To order your free annual credit report—',
    '',
    'By telephone: Call toll-free: 1-877-322-8228',
    '',
    'On the web: Visit www.annualcreditreport.com',
    '',
    "By mail: Mail your completed Annual Credit Report Request Form (which you can obtain from the Federal Trade Commission's website at www.ftc.gov/credit) to:",
    '',
    ...['Annual Credit Report Request Service', 'P.O. Box 105281', 'Atlanta, GA 30348-5281'],
  ],
  [
    'How can you get more information?',
    "For more information about credit reports and your rights under Federal law, visit the Consumer Financial Protection Bureau's Web site at www.consumerfinance.gov/learnmore.",
  ],
];

it('with a score is form H-4, with the score, its source and date, and a graph of at least six bars', () => {
  const document = scoreDisclosureDocument(lender, { ...about, score });
  const expected = ['Branchline Consumer Finance, LLC', 'Your Credit Score and the Price You Pay for Credit'];
  expect([document.provider, document.title]).toEqual(expected);
  expect(partsOf(document)).toEqual([
    [
      'Your Credit Score',
      ['Your credit score', '680', '', 'Source: Experian (VantageScore 4.0)', 'Date: March 4, 2026'],
    ],
    [
      'Understanding Your Credit Score',
      [
        'What you should know about credit scores',
        'Your credit score is a number that reflects the information in your credit report.',
        '',
        'Your credit report is a record of your credit history. It includes information about whether you pay your bills on time and how much you owe to creditors.',
        '',
        'Your credit score can change, depending on how your credit history changes.',
      ],
      [
        'How we use your credit score',
        'Your credit score can affect whether you can get a loan and how much you will have to pay for that loan.',
      ],
      [
        'The range of scores',
        'Scores range from a low of 300 to a high of 850.',
        '',
        'Generally, the higher your score, the more likely you are to be offered better credit terms.',
      ],
      [
        'How your score compares to the scores of other consumers',
        '% of Consumers with Scores in a Particular Range',
      ],
    ],
    checking,
  ]);
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
  expect(partsOf(document)).toEqual([
    [
      'Your Credit Score',
      [
        'Your credit score',
        'Your credit score is not available from Experian, which is a consumer reporting agency, because they may not have enough information about your credit history to calculate a score.',
      ],
      [
        'What you should know about credit scores',
        'A credit score is a number that reflects the information in a credit report.',
        '',
        'A credit report is a record of your credit history. It includes information about whether you pay your bills on time and how much you owe to creditors.',
        '',
        "A credit score can change, depending on how a consumer's credit history changes.",
      ],
      [
        'Why credit scores are important',
        'Credit scores are important because consumers who have higher credit scores generally will get more favorable credit terms.',
        '',
        'Not having a credit score can affect whether you can get a loan and how much you will have to pay for that loan.',
      ],
    ],
    checking,
  ]);
});

it('has the address where a window envelope shows it, and is rendered as a PDF', async () => {
  const { bytes, pages } = await renderPdf(scoreDisclosureDocument(lender, { ...about, score }));
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pages).toBeLessThanOrEqual(2);
});
