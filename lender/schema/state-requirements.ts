// state-requirements.json: what each state's law requires the lender to state, where it appears, and who confirmed it.
import { z } from 'zod';
import { confirmedBy, END_ISSUE, effectiveDates, endsAfterStart, sentence, stateCode } from './fields.ts';

/** Where a requirement is met. "none" records that a state was reviewed and requires no wording of its own. */
export const REQUIREMENT_PLACES = [
  'application',
  'notice',
  'spouse-notice',
  'contract-above-signature',
  'contract',
  'none',
] as const;

const requirement = z.strictObject({
  id: z.string().regex(/^[A-Z]{2}(-[a-z]+)+$/, 'must begin with the state like "TX-occc"'),
  states: z.array(stateCode).min(1),
  place: z.enum(REQUIREMENT_PLACES),
  /** On the application every applicant of the state reads it; in documents every borrower, or those who give a vehicle. */
  trigger: z.enum(['every-application', 'every-loan', 'secured-loan']),
  /** Loans of these amounts only, in cents; both ends are included, an end left out is open. */
  amountCents: z
    .strictObject({ min: z.int().nonnegative().exactOptional(), max: z.int().positive().exactOptional() })
    .exactOptional(),
  /** Paragraphs, with placeholders such as {legalName} and {phone}; a spouse's notice also has {borrower}, {amount} and {date}. */
  wording: z.array(sentence),
  about: sentence,
  source: sentence,
  /** Who confirmed wording, place and trigger, and when; null until then. */
  confirmedBy,
  ...effectiveDates,
});

export const stateRequirementsSchema = z.strictObject({
  requirements: z.array(
    requirement
      .refine(endsAfterStart, END_ISSUE)
      .refine((it) => (it.place === 'none') === (it.wording.length === 0), {
        message: 'must have words, unless {parent}.place is none',
        path: ['wording'],
      })
      .refine((it) => (it.place === 'application') === (it.trigger === 'every-application'), {
        message: 'must be every-application for the place application, and only for it',
        path: ['trigger'],
      }),
  ),
});
export type StateRequirement = z.output<typeof stateRequirementsSchema>['requirements'][number];
