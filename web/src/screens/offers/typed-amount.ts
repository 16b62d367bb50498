// Why a typed amount cannot be lent. Loaded once an amount is typed that is not listed.
import * as z from 'zod/mini';
import { loanAmount } from '#contract/fields.ts';
import type { LoanRequest } from '#contract/offers.ts';

/** The message of the field's own rule; undefined for whole dollars inside a range. `typed` is in dollars. */
export function mistakeIn(typed: string, ranges: LoanRequest['amountRanges']): string | undefined {
  const inDollars = ranges.map(({ min, max }) => ({ min: Math.ceil(min / 100), max: Math.floor(max / 100) }));
  return z.safeParse(loanAmount(inDollars), typed).error?.issues[0]?.message;
}
