// The credit score disclosure exception notice for loans that no home secures: model form H-4, or H-5 where the bureau returned no
// score (12 CFR 1022.74(e), (f) and Appendix H). A document of its own, which the applicant can save. The forms are pictures in the
// regulation; an empty line between two sentences of one cell belongs to them (appendix H, paragraph 5.b).
import type { IsoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import type { AdverseActionWording } from '#lender/schema/adverse-action.ts';
import type { Block, DocumentModel } from '../pdf/document-model.ts';
import { longDate } from '../pdf/format.ts';
import { fromTemplate } from './from-template.ts';
import { type LetterFacts, letterHeading } from './letterhead.ts';

interface ScoreDisclosure extends Omit<LetterFacts, 'appliedOn'> {
  /**
   * Key factors are required only where a home secures the loan (15 USC 1681g(g)). Absent if the bureau returned no score, as form H-5 then states.
   */
  readonly score?: { readonly value: number; readonly date: IsoDate };
}

export const scoreDisclosureText = {
  title: 'Your credit score and the price you pay for credit',
  filename: 'credit-score-disclosure.pdf',
} as const;

export function scoreDisclosureDocument(lender: Lender, disclosure: ScoreDisclosure): DocumentModel {
  const { score } = disclosure;
  const wording = lender.policy.adverseAction;
  const { bureau } = wording;
  const document = fromTemplate(lender, 'score-disclosure', letterHeading(disclosure), {
    figures: {
      bureauName: bureau.name,
      scoreLowest: String(bureau.scoreLowest),
      scoreHighest: String(bureau.scoreHighest),
    },
    conditions: { score: score !== undefined },
    parts: {
      score: score
        ? [
            { kind: 'paragraph', text: [{ strong: String(score.value) }] },
            {
              kind: 'lines',
              lines: [`Source: ${bureau.name} (${bureau.scoreName})`, `Date: ${longDate(score.date)}`],
            },
          ]
        : [],
      comparison: score ? [comparison(wording, score.value)] : [],
    },
  });
  return { ...document, provider: lender.brand.legalName };
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
    caption: '% of Consumers with Scores in a Particular Range',
    axis: 'Score Range',
    bars: distribution.map(({ from, to, percent }) => ({
      label: `${from} to ${to}`,
      percent,
      emphasized: from <= score && score <= to,
    })),
  };
}
