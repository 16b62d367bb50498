// Why a typed amount cannot be lent. Loaded once an amount is typed that is not listed.
import * as z from 'zod/mini';
import { loanAmount } from '#contract/fields.ts';
import type { LoanRequest } from '#contract/offers.ts';
import { inDollars } from './offer-list.ts';

/** The message of the field's own rule; undefined for whole dollars inside a range. `typed` is in dollars. */
export function mistakeIn(typed: string, ranges: LoanRequest['amountRanges']): string | undefined {
  return z.safeParse(loanAmount(inDollars(ranges)), typed).error?.issues[0]?.message;
}
