// Whether the account for the money is confirmed: by its bank, a check, two micro-entries or a person.
import * as z from 'zod/mini';
import { application, get, post } from './endpoint.ts';
import { cents, isoDate, validationStatus } from './shapes.ts';

const accountValidation = z.object({
  status: validationStatus,
  /** The banking day on which the micro-entries arrive, and how many tries of their amounts are left. */
  deposits: z.optional(z.object({ arriveOn: isoDate, triesLeft: z.int() })),
});
export type AccountValidation = z.output<typeof accountValidation>;

const wrongAmount = 'Please enter an amount under $1, like 0.12.';
/** "0.12", ".12" or "$0.12". */
const amount = z.string().check(z.regex(/^\s*\$?\s*0?\.\d{2}\s*$/, wrongAmount));
export const amountsForm = z.object({ first: amount, second: amount });

const path = `${application}/account-validation` as const;

export const getAccountValidation = get(path, { response: accountValidation });

/** The amounts of the two micro-entries, in cents and in any order. Wrong ones are refused as `invalid`. */
export const confirmAmounts = post(path, {
  body: z.strictObject({ amounts: z.tuple([cents, cents]) }),
  response: accountValidation,
});
