// An amount as it is typed, and why it cannot be lent.
import * as z from 'zod/mini';
import { loanAmount, wholeDollarsOf } from '#contract/fields.ts';
import type { LoanRequest } from '#contract/offers.ts';
import { amountText } from '../../wording/offers.ts';
import { isLent, nearestListed } from './offer-list.ts';

/** Cents of an amount as typed; 0 if it is not one. A longer number than any amount stays one. */
export function centsTyped(typed: string): number {
  const dollars = wholeDollarsOf(typed);
  return /^\d+$/.test(dollars) ? Math.min(Number(dollars) * 100, Number.MAX_SAFE_INTEGER) : 0;
}

/** The message about a typed amount; undefined if it is lent. */
export function mistakeIn(typed: string, request: LoanRequest): string | undefined {
  if (isLent(request, centsTyped(typed))) return undefined;
  const ranges = request.amountRanges.map(({ min, max }) => ({
    min: Math.ceil(min / 100),
    max: Math.floor(max / 100),
  }));
  return (
    z.safeParse(loanAmount(ranges), typed).error?.issues[0]?.message ?? notFound(request, centsTyped(typed))
  );
}

/** The message about an amount inside a range that is not lent: the caps of a state can rule it out. */
export const notFound = (request: LoanRequest, amount: number): string =>
  amountText.notFound(nearestListed(request, amount));
