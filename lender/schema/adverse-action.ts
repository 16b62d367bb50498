// policy/adverse-action.json: the reasons for an adverse action, and the wording of its notices; next-steps.json: advice after one.
import { z } from 'zod';
import { sentence, url } from './fields.ts';

/** Form C-1's reasons for an adverse action, by our codes. The wording is in policy/adverse-action.json. */
export const C1_REASONS = [
  'application-incomplete',
  'insufficient-references',
  'references-not-verified',
  'irregular-employment',
  'employment-not-verified',
  'length-of-employment',
  'income-insufficient',
  'excessive-obligations',
  'income-not-verified',
  'length-of-residence',
  'temporary-residence',
  'residence-not-verified',
  'no-credit-file',
  'limited-experience',
  'poor-performance-with-us',
  'delinquent-with-others',
  'collection-or-judgment',
  'garnishment',
  'foreclosure-or-repossession',
  'bankruptcy',
  'recent-inquiries',
  'collateral-insufficient',
] as const;
type C1Reason = (typeof C1_REASONS)[number];
/** The code of a reason: one of form C-1's, or one that the lender words itself under `ownReasons`. */
export type ReasonCode = string;
const reasonCode = z
  .string()
  .regex(/^[a-z]+\d?(-[a-z\d]+)*$/, 'must be lower-case words joined by hyphens like "no-credit-file"');

const party = z.strictObject({ name: sentence, address: sentence });
/** Whether ranges, lowest first, cover every score from the lowest to the highest once. */
const coversEveryScore = (
  ranges: readonly { readonly from: number; readonly to: number }[],
  { scoreLowest, scoreHighest }: { readonly scoreLowest: number; readonly scoreHighest: number },
) =>
  ranges[0]?.from === scoreLowest &&
  ranges.at(-1)?.to === scoreHighest &&
  ranges.every(({ from, to }, at) => from <= to && (at === 0 || from === (ranges[at - 1]?.to ?? 0) + 1));

const adverseActionFields = z.strictObject({
  reasons: z.strictObject(
    Object.fromEntries(C1_REASONS.map((code) => [code, sentence])) as Record<C1Reason, typeof sentence>,
  ),
  /**
   * Reasons in the lender's own words, by code. The form's list is a model (12 CFR 1002.9(b)(2), comment 9(b)(2)-2): where none
   * of its reasons is what decided, the notice states what did.
   */
  ownReasons: z.record(reasonCode, sentence).default({}),
  federalAgency: party,
  bureau: party.extend({
    phone: z.string().regex(/^\d-\d{3}-\d{3}-\d{4}$/, 'must be like "1-888-397-3742"'),
    site: url,
    scoreName: sentence,
    scoreLowest: z.int(),
    scoreHighest: z.int(),
  }),
  /**
   * How many of a hundred consumers have a score in a range, lowest range first: the bar graph of form H-4, of at least six bars (12
   * CFR 1022.74(e)(1)(ii)).
   */
  distribution: z
    .array(z.strictObject({ from: z.int(), to: z.int(), percent: z.number().min(0).max(100) }))
    .min(6, 'must have at least six ranges (12 CFR 1022.74(e)(1)(ii)); or give ranksHigherThan instead')
    .refine((bars) => Math.abs(bars.reduce((sum, { percent }) => sum + percent, 0) - 100) < 1.5, {
      error: 'must add up to about 100 percent',
    })
    .exactOptional(),
  /** In place of the graph, form H-4's sentence: what percent of consumers a score from `from` on ranks higher than, lowest first. */
  ranksHigherThan: z
    .array(z.strictObject({ from: z.int(), percent: z.int().min(0).max(99) }))
    .min(1)
    .exactOptional(),
  /**
   * Every factor of the bureau's score, by code: its wording, whether it is about inquiries, and the reason that it amounts to.
   * Without `reason` the factor's own wording is the reason; "none" is a factor too slight to be a principal reason.
   */
  scoreFactors: z.record(
    z.string().regex(/^\d{2}$/, 'must be the two digits of a score factor'),
    z.strictObject({
      text: sentence,
      isInquiries: z.boolean().default(false),
      reason: reasonCode.exactOptional(),
    }),
  ),
  /** The reason if no branch serves the applicant's address; form C-1 leaves its wording to the lender. */
  outsideTradeArea: sentence,
  /** The reason if the applicant is not of age in their state (12 CFR 1002.6(b)(2) allows it). */
  underAge: sentence,
  /** What counsel chooses for an applicant who is not of age: a denial with its notice, or the record of the refusal alone. */
  underAgeRefusal: z.enum(['notice', 'record']).default('notice'),
  /** Reasons that form C-1 leaves to the lender as well, for refusals that no table row gives a reason for. */
  identityNotVerified: sentence,
  checkNotCompleted: sentence,
  recentLoan: sentence,
  reportUnavailable: sentence,
  scoreUnavailable: sentence,
  termsChanged: sentence,
  /** The reason if a signed loan had no account that could receive it. */
  accountNotConfirmed: sentence,
  /** The reasons if another amount is lent than was requested, where no table row but a program's limit or a cap decides. */
  amountAboveLargest: sentence,
  amountBelowSmallest: sentence,
  amountAboveLawful: sentence,
  amountBelowLawful: sentence,
  amountBetweenLoans: sentence,
  aprCeiling: sentence.default(
    'With our fees in your state, the annual percentage rate would be above the highest that we offer',
  ),
  /** The reason if no program lends the amount over the requested months. */
  termNotLent: sentence,
  /** The reasons of a row that closes a program as not applied for: without a vehicle, by Military Lending Act coverage, or another one. */
  amountWithoutVehicle: sentence,
  vehicleOfCovered: sentence,
  vehicleNotTaken: sentence,
  /** The reasons if a reviewer refused the vehicle of a signed loan, by what they had to see (12 CFR 1002.9(b)(2)). */
  vehicleInsurance: sentence,
  vehicleTitle: sentence,
  vehicleOwner: sentence,
  vehicleLien: sentence,
  mostReasons: z.int().min(1).max(4, 'must be at most 4'),
});

export const adverseActionSchema = adverseActionFields
  .refine(
    ({ distribution, ranksHigherThan }) => (distribution === undefined) !== (ranksHigherThan === undefined),
    { message: 'must be given, or ranksHigherThan in its place, and not both', path: ['distribution'] },
  )
  .refine(
    ({ distribution, bureau }) => distribution === undefined || coversEveryScore(distribution, bureau),
    {
      message: 'must cover every score from bureau.scoreLowest to bureau.scoreHighest once, lowest first',
      path: ['distribution'],
    },
  )
  .refine(
    ({ ranksHigherThan: ranks, bureau }) =>
      ranks === undefined ||
      (ranks[0]?.from === bureau.scoreLowest &&
        ranks.every((rank, at) => {
          const before = ranks[at - 1];
          return before === undefined || (rank.from > before.from && rank.percent >= before.percent);
        })),
    { message: 'must begin at bureau.scoreLowest and rise', path: ['ranksHigherThan'] },
  );
export type AdverseActionWording = z.output<typeof adverseActionSchema>;

/** What a declined applicant is advised to do about the lender's own reasons. */
export const nextStepsSchema = z.strictObject({
  /** The reason of form C-1 that an own one is most like, for the same advice; without one, the branch. */
  likeReasons: z.record(z.string(), z.enum(C1_REASONS)).default({}),
});
export type LikeReasons = z.output<typeof nextStepsSchema>['likeReasons'];
