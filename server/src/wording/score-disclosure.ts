// The credit score disclosure exception notice for loans that no home secures: model form H-4, or H-5 where the bureau returned no
// score (12 CFR 1022.74(e), (f) and Appendix H). A document of its own, which the applicant can save.
import type { IsoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import type { AdverseActionWording } from '#lender/schema/adverse-action.ts';
import type { Block, DocumentModel } from '../pdf/document-model.ts';
import { longDate, phoneText } from '../pdf/format.ts';
import { onLetterhead } from './letterhead.ts';

export interface ScoreDisclosure {
  readonly date: IsoDate;
  readonly madeAt: Date;
  readonly reference: string;
  readonly applicant: { readonly name: string; readonly address: readonly string[] };
  /**
   * Key factors are required only where a home secures the loan (15 USC 1681g(g)). Absent if the bureau returned no score, as form H-5 then states.
   */
  readonly score?: { readonly value: number; readonly date: IsoDate };
}

export const scoreDisclosureText = {
  title: 'Your credit score and the price you pay for credit',
  /** Form H-5's title. */
  titleWithoutScore: 'Credit scores and the price you pay for credit',
  filename: 'credit-score-disclosure.pdf',
} as const;

export function scoreDisclosureDocument(lender: Lender, about: ScoreDisclosure): DocumentModel {
  const { reference, madeAt, score } = about;
  const title = score ? scoreDisclosureText.title : scoreDisclosureText.titleWithoutScore;
  return onLetterhead(
    lender,
    { reference, madeAt, title, recipient: [about.applicant.name, ...about.applicant.address] },
    [...(score ? withScore(lender, score) : withoutScore(lender)), ...rights(lender)],
  );
}

function withScore(lender: Lender, score: NonNullable<ScoreDisclosure['score']>): readonly Block[] {
  const { bureau } = lender.policy.adverseAction;
  return [
    { kind: 'heading', level: 2, text: 'Your credit score' },
    {
      kind: 'box',
      figures: [
        { label: 'Your credit score', value: String(score.value), emphasised: true },
        { label: 'Source', value: bureau.name, explanation: bureau.scoreName },
        { label: 'Date', value: longDate(score.date) },
      ],
    },
    { kind: 'heading', level: 2, text: 'Understanding your credit score' },
    { kind: 'heading', level: 3, text: 'What you should know about credit scores' },
    {
      kind: 'paragraph',
      text: 'Your credit score is a number that reflects the information in your credit report. Your credit report is a record of your credit history. It includes information about whether you pay your bills on time and how much you owe to creditors. Your credit score can change, depending on how your credit history changes.',
    },
    { kind: 'heading', level: 3, text: 'How we use your credit score' },
    {
      kind: 'paragraph',
      text: 'Your credit score can affect whether you can get a loan and how much you will have to pay for that loan.',
    },
    { kind: 'heading', level: 3, text: 'The range of scores' },
    {
      kind: 'paragraph',
      text: `Scores range from a low of ${bureau.scoreLowest} to a high of ${bureau.scoreHighest}. Generally, the higher your score, the more likely you are to be offered better credit terms.`,
    },
    { kind: 'heading', level: 3, text: 'How your score compares to the scores of other consumers' },
    comparison(lender.policy.adverseAction, score.value),
  ];
}

/** A graph of at least six bars, or a sentence in its place (12 CFR 1022.74(e)(1)(ii)). */
function comparison({ distribution, ranksHigherThan = [] }: AdverseActionWording, score: number): Block {
  if (distribution === undefined) {
    const percent = ranksHigherThan.findLast(({ from }) => from <= score)?.percent ?? 0;
    return {
      kind: 'paragraph',
      text: `Your credit score ranks higher than ${percent} percent of U.S. consumers.`,
    };
  }
  return {
    kind: 'bars',
    caption: 'Share of consumers with scores in a range',
    bars: distribution.map(({ from, to, percent }) => ({
      label: `${from} to ${to}`,
      percent,
      emphasized: from <= score && score <= to,
    })),
  };
}

function withoutScore(lender: Lender): readonly Block[] {
  const { bureau } = lender.policy.adverseAction;
  return [
    { kind: 'heading', level: 2, text: 'Your credit score' },
    {
      kind: 'paragraph',
      text: `Your credit score is not available from ${bureau.name}, which is a consumer reporting agency, because they may not have enough information about your credit history to calculate a score.`,
    },
    { kind: 'heading', level: 2, text: 'What you should know about credit scores' },
    {
      kind: 'paragraph',
      text: "A credit score is a number that reflects the information in a credit report. A credit report is a record of your credit history. It includes information about whether you pay your bills on time and how much you owe to creditors. A credit score can change, depending on how a consumer's credit history changes.",
    },
    { kind: 'heading', level: 2, text: 'Why credit scores are important' },
    {
      kind: 'paragraph',
      text: 'Credit scores are important because consumers who have higher credit scores generally will get more favorable credit terms. Not having a credit score can affect whether you can get a loan and how much you will have to pay for that loan.',
    },
  ];
}

function rights(lender: Lender): readonly Block[] {
  const { bureau } = lender.policy.adverseAction;
  return [
    { kind: 'heading', level: 2, text: 'Checking your credit report' },
    { kind: 'heading', level: 3, text: 'What if there are mistakes in your credit report?' },
    {
      kind: 'paragraph',
      text: `You have a right to dispute any inaccurate information in your credit report. If you find mistakes on your credit report, contact the consumer reporting agency, ${bureau.name}: ${bureau.phone}, ${bureau.address}, ${bureau.site}. It is a good idea to check your credit report to make sure the information it contains is accurate.`,
    },
    { kind: 'heading', level: 3, text: 'How can you obtain a copy of your credit report?' },
    {
      kind: 'paragraph',
      text: 'Under federal law, you have the right to obtain a free copy of your credit report from each of the nationwide consumer reporting agencies once a year. To order your free annual credit report:',
    },
    {
      kind: 'definitions',
      items: [
        { term: 'By telephone', details: ['Call toll-free: 1-877-322-8228'] },
        { term: 'On the web', details: ['Visit www.annualcreditreport.com'] },
        {
          term: 'By mail',
          details: [
            "Mail your completed Annual Credit Report Request Form (which you can obtain from the Federal Trade Commission's website at www.ftc.gov/credit) to:",
            'Annual Credit Report Request Service',
            'P.O. Box 105281',
            'Atlanta, GA 30348-5281',
          ],
        },
      ],
    },
    { kind: 'heading', level: 3, text: 'How can you get more information about credit reports?' },
    {
      kind: 'paragraph',
      text: "For more information about credit reports and your rights under federal law, visit the Consumer Financial Protection Bureau's website at www.consumerfinance.gov/learnmore.",
    },
    {
      kind: 'paragraph',
      text: `Questions about your loan? Call us at ${phoneText(lender.brand.phones.customerService)}.`,
    },
  ];
}
