// policy/adverse-action.json: the reasons for an adverse action, and the wording of its notices.
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
  'balances-too-high',
] as const;
/** Reasons that the form lists under "Other, specify". */
export const OTHER_REASONS = ['balances-too-high'] as const satisfies readonly (typeof C1_REASONS)[number][];
export type C1Reason = (typeof C1_REASONS)[number];

const party = z.strictObject({
  name: sentence,
  address: sentence,
});
export const adverseActionSchema = z.strictObject({
  reasons: z.strictObject(
    Object.fromEntries(C1_REASONS.map((code) => [code, sentence])) as Record<C1Reason, typeof sentence>,
  ),
  federalAgency: party,
  bureau: party.extend({
    phone: z.string().regex(/^\d-\d{3}-\d{3}-\d{4}$/, 'must be like "1-888-397-3742"'),
    site: url,
    scoreName: sentence,
    scoreLowest: z.int(),
    scoreHighest: z.int(),
  }),
  /** The score factors that the bureau may return, by code: its wording, whether it is about inquiries, and the C-1 reason it maps to. */
  scoreFactors: z.record(
    z.string().regex(/^\d{2}$/, 'must be the two digits of a score factor'),
    z.strictObject({ text: sentence, isInquiries: z.boolean().default(false), reason: z.enum(C1_REASONS) }),
  ),
  /** The reason that "score-factors" becomes if the bureau returned no factor listed above. */
  reasonWithoutFactors: z.enum(C1_REASONS),
  /** The reason if no branch serves the applicant's address; form C-1 leaves its wording to the lender. */
  outsideTradeArea: sentence,
  mostReasons: z.int().min(1).max(4, 'must be at most 4'),
});
export type AdverseActionWording = z.output<typeof adverseActionSchema>;
