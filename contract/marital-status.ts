// The question that community property states allow, so that the lender can notify the spouse of the loan.
import * as z from 'zod/mini';
import { atMost, filled, isName, isWritable, text } from './field-rules.ts';
import * as fields from './fields.ts';

/** The only terms that 12 CFR 1002.5(d)(1) allows. */
export const maritalStatuses = ['married', 'unmarried', 'separated'] as const;

export const spouseName = text(
  [filled, 'Please enter the full name.'],
  [atMost(2 * fields.limits.name + 1), "The full name can't have more than 65 characters."],
  [isWritable, 'Please write the full name in Latin letters, as on an ID.'],
  [(value) => isName(value, 6), 'Please enter only the full name, as on an ID.'],
);

const spouse = z.strictObject({
  name: spouseName,
  /** Absent where the spouse lives with the applicant. */
  address: z.optional(z.strictObject(fields.homeAddress)),
});

export const maritalStatus = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('married'), spouse }),
  z.strictObject({ status: z.enum(['unmarried', 'separated']) }),
]);
export type MaritalStatus = z.output<typeof maritalStatus>;
