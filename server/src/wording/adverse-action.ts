// The adverse action notice (form C-1). Its wording, and the texts of reasons and factors, are lender data.
import type { IsoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import type { Block, DocumentModel } from '../pdf/document-model.ts';
import { longDate } from '../pdf/format.ts';
import { fromTemplate } from './from-template.ts';
import { type LetterFacts, letterFigures, letterHeading } from './letterhead.ts';

type Bureau = Lender['policy']['adverseAction']['bureau'];
type Agency = Pick<Bureau, 'name' | 'address' | 'phone' | 'site'>;

interface UsedScore {
  readonly model: Pick<Bureau, 'scoreName' | 'scoreLowest' | 'scoreHighest'>;
  readonly value: number;
  readonly date: IsoDate;
  readonly factors: readonly string[];
}

export interface AdverseAction extends LetterFacts {
  /** One to four, in form C-1's words. */
  readonly reasons: readonly string[];
  /** What we offer in place of what was asked for: form C-4, the combined notice of counteroffer and denial. */
  readonly counteroffer?: { readonly terms: readonly string[]; readonly goodThrough: IsoDate };
  /** Set if the decision used information from a source other than a credit bureau: 15 USC 1681m(b)(1), form C-1's second box. */
  readonly outsideSource?: true;
  /** The service from which the bank's data came, if it reports as a consumer reporting agency. */
  readonly bankReport?: Agency;
  /** Absent if no report of a consumer reporting agency was requested. */
  readonly report?: {
    readonly bureau: Agency;
    /** The applicant froze the file, so it could not be read. */
    readonly isFrozen: boolean;
    /** Absent if the report has no score. */
    readonly score?: UsedScore;
  };
}

export function adverseActionDocument(lender: Lender, notice: AdverseAction): DocumentModel {
  const { counteroffer, report, bankReport, outsideSource } = notice;
  const { federalAgency } = lender.policy.adverseAction;
  const score = report?.score;
  const subject = counteroffer ? 'Notice of counteroffer' : 'Adverse action notice';
  return fromTemplate(
    lender,
    'adverse-action',
    { ...letterHeading(notice), subject },
    {
      figures: {
        ...letterFigures(notice),
        agencyName: federalAgency.name,
        agencyAddress: federalAgency.address,
        goodThrough: counteroffer && longDate(counteroffer.goodThrough),
        bureauName: report?.bureau.name,
        bureauPhone: report?.bureau.phone,
        bureauAddress: report?.bureau.address,
        bureauSite: report?.bureau.site,
        bankAgencyName: bankReport?.name,
        bankAgencyPhone: bankReport?.phone,
        bankAgencyAddress: bankReport?.address,
        bankAgencySite: bankReport?.site,
      },
      conditions: {
        counteroffer: counteroffer !== undefined,
        'credit-report': report !== undefined,
        'bank-report': bankReport !== undefined,
        // A frozen file sends us no report, so the notice must not say that one was used (15 USC 1681m(a) speaks of those that were).
        'frozen-file': report?.isFrozen === true,
        score: score !== undefined,
        'score-factors': (score?.factors.length ?? 0) > 0,
        'outside-source': outsideSource === true,
      },
      parts: {
        'counteroffer-terms': [{ kind: 'list', items: counteroffer?.terms ?? [] }],
        reasons: [{ kind: 'list', items: notice.reasons, part: 'reasons' }],
        score: report && score ? [scoreBox(report.bureau.name, score)] : [],
        'score-factors': [{ kind: 'list', items: score?.factors ?? [] }],
      },
    },
  );
}

const scoreBox = (provider: string, { model, value, date }: UsedScore): Block => ({
  kind: 'box',
  figures: [
    { label: 'Your credit score', value: String(value), emphasised: true },
    { label: 'Date of the score', value: longDate(date) },
    { label: 'Scores range from', value: `${model.scoreLowest} to ${model.scoreHighest}` },
    { label: 'Provided by', value: provider, explanation: model.scoreName },
  ],
});

export const adverseActionText = {
  title: 'Notice of action taken and statement of reasons',
  counterofferTitle: 'Notice of counteroffer and statement of reasons',
  counterofferFilename: 'notice-of-counteroffer.pdf',
  asPdf: 'Open this notice as a PDF',
  filename: 'adverse-action-notice.pdf',
  notShown: "We can't show this notice here",
  back: 'Back to your application',
} as const;
