// The smaller files under lender/policy, and the policy as a whole.
import { z } from 'zod';
import type { AdverseActionWording } from './adverse-action.ts';
import type { Attributes } from './attributes.ts';
import type { DecisionTables } from './decision-tables.ts';
import type { FeeCeilings, Fees } from './fees.ts';
import { isoDate, rate, sentence } from './fields.ts';
import type { Program } from './programs.ts';
import type { StateCaps } from './state-caps.ts';

const days = z.int().positive().max(365, 'must be at most 365');

export const policySchema = z.strictObject({
  version: z.string().regex(/^\d{4}\.\d+$/, 'must be like "2026.1"'),
  /** The highest APR, with every fee, that the lender offers: a dearer term is repriced at it, or not offered. */
  aprCeiling: rate.default('35.99'),
});

export const referenceSchema = z.strictObject({
  /** The rate that some caps add, oldest first; each is in force from its day until the next one's. */
  federalFunds: z.array(z.strictObject({ percent: rate, from: isoDate, source: sentence })).min(1),
});

/** How long offers and open requests last, and how often details may change after them, oldest first; each row is in force from its day until the next one's. */
export const timeLimitsSchema = z.strictObject({
  limits: z
    .array(
      z.strictObject({
        offersValidDays: days,
        /** How long an approval is valid, from the hard pull to the signature. */
        approvalValidDays: days.default(30),
        /** An offer is void if the applicant was given a loan within this many days before it. */
        minDaysBetweenLoans: days,
        /** How long partners may still name the version of a text before the newest, so that they can change theirs; 0 if not at all. */
        partnerTextsOverlapDays: z.int().min(0).max(90, 'must be at most 90').default(30),
        /** How often an applicant may change details after the decision, which is then made again; 0 if never. */
        maxDetailsUpdates: z.int().min(0).max(10, 'must be at most 10').default(0),
        /** Days after an application on which the notice that it still requires is drafted, or sent if the applicant has the next step. */
        noticeDraftDays: z.int().min(1).max(27, 'must be at most 27').default(20),
        /** Days after an application on which the notice of an undecided one is sent. The law gives 30, and a letter takes time. */
        noticeSendDays: z.int().min(2).max(29, 'must be at most 29').default(28),
        /** How long an applicant has to send what a notice names as missing; `leastAnswerDays` is the least. */
        incompleteAnswerDays: days.default(25),
        /** How long a decision waits for a vendor that is unavailable, before a person takes over. */
        outageHours: z.int().min(1).max(240, 'must be at most 240').default(24),
        from: isoDate,
      }),
    )
    .min(1),
});
export type TimeLimits = z.output<typeof timeLimitsSchema>['limits'][number];

export const mlaSchema = z.strictObject({
  capPercent: rate.refine((percent) => Number(percent) <= 36, 'must be at most 36.00'),
  checkValidDays: z.int().positive().max(30, 'must be at most 30'),
  source: sentence,
});

const percent = z.int().min(0).max(100);
export const verificationSchema = z.strictObject({
  /** How far the income found at the bank may be below the income declared. */
  incomeShortfallPercent: percent,
  /** The shortest bank history from which income is counted. */
  incomeMonths: z.int().positive().max(24),
  /** How similar names and addresses must be, in percent of equal letters after normalization. */
  nameMatchPercent: percent,
  addressMatchPercent: percent,
  /** How old the comparison with the bank may be when the loan documents are rendered and signed. */
  validDays: z.int().positive().max(180, 'must be at most 180').default(60),
  /** Whether another street in the same ZIP code still counts as the same residence. */
  sameZipIsEnough: z.boolean(),
  /** The step-ups of eligibility.json, by row, that a linked bank clears if it confirms name and address. */
  bankClears: z.array(z.string()).default([]),
  /** What an identity document cleared, in policies stored while one could. Nothing reads it. */
  documentClears: z.unknown().optional(),
});
export type VerificationRules = z.output<typeof verificationSchema>;

/** Everything under lender/policy. Pricing and eligibility rows carry their own dates. */
export interface Policy extends DecisionTables {
  /** The version people gave it and a digest of every policy file, kept with each decision: "2026.1+3f9a0c1e". */
  readonly version: string;
  /** SHA-256 of every policy file, in hexadecimal. */
  readonly digest: string;
  /** Every policy file, as JSON without formatting, in the order of the digest; a version that decided is kept whole. */
  readonly files: readonly { readonly name: string; readonly json: string }[];
  readonly aprCeiling: string;
  readonly attributes: Attributes;
  readonly programs: readonly Program[];
  readonly stateCaps: StateCaps;
  readonly fees: Fees;
  readonly feeCeilings: FeeCeilings;
  readonly mla: z.output<typeof mlaSchema>;
  readonly timeLimits: readonly TimeLimits[];
  readonly verification: VerificationRules;
  readonly adverseAction: AdverseActionWording;
  readonly reference: z.output<typeof referenceSchema>;
}
