import type { LoanProgram, LoanRequest } from '#contract/offers.ts';
import { summaryOf } from '#contract/offers-summary.ts';
import { mergeRanges } from '#finance/amount-options.ts';
import { cents } from '#finance/money.ts';

/** A program that lends amounts in cents. */
export function exampleProgram(
  programName: LoanProgram['programName'],
  amounts: readonly number[],
  isAutoSecured = false,
): LoanProgram {
  return {
    programName,
    amountRanges: [{ min: Math.min(...amounts), max: Math.max(...amounts) }],
    validAmounts: amounts.map((amount) => ({ amount, isAutoSecured })),
    href: '/api/dev/program',
    getTerms: { href: '/api/dev/terms' },
  };
}

export function exampleLoanRequest(programs: readonly LoanProgram[]): LoanRequest {
  const ranges = programs.flatMap(({ amountRanges }) => amountRanges);
  return {
    programs: [...programs],
    amountRanges: mergeRanges(ranges.map(({ min, max }) => ({ min: cents(min), max: cents(max) }))),
    ...summaryOf(
      programs.map(({ programName: name, validAmounts }) => ({
        name,
        isAutoSecured: validAmounts.every(({ isAutoSecured }) => isAutoSecured),
      })),
      ['small', 'large', 'big_auto'],
    ),
    getTerms: { href: '/api/dev/terms' },
    expires: '2026-04-01T12:00:00Z',
  };
}
