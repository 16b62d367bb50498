// What the states of screens and tests of offers have in common.
import type { Journey } from '#contract/journey.ts';
import type { NextStep } from '#contract/notices.ts';
import type { LoanProgram, LoanRequest, OfferTerm } from '#contract/offers.ts';
import { summaryOf } from '#contract/offers-summary.ts';
import { mergeRanges } from '#finance/amount-options.ts';
import { cents } from '#finance/money.ts';
import { amortize } from '#finance/payment.ts';

/** A term of an amount in cents, with the figures that belong together. */
export function exampleTerm(amount: number, months: number, isAutoSecured: boolean, apr: number): OfferTerm {
  const { monthlyPayment, totalOfPayments } = amortize({
    principal: cents(amount),
    rate: String(apr),
    months,
  });
  const financeCharge = totalOfPayments - amount;
  return { apr, interestRate: apr, monthlyPayment, months, isAutoSecured, financeCharge, totalOfPayments };
}

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

export const exampleBank = 'First Platypus Bank';

export const exampleBranch = {
  name: 'Salt Lake City',
  streetAddress: '350 S Main St',
  city: 'Salt Lake City',
  state: 'UT',
  zipCode: '84101',
  phone: '+18015550145',
  texts: { phone: '+18015550198', hours: ['8:30 am', '5:30 pm'] as [string, string] },
  openHours: ['8:30 am', '5:30 pm'],
  timeZone: 'America/Denver',
  callBy: '2026-03-05T00:30:00Z',
  manager: {
    fullName: 'Dana Whitfield',
    title: 'Branch manager',
    picture: '/lender/managers/maureen-gallegos.svg',
  },
  href: '/api/dev/branch',
  directions: 'https://www.google.com/maps/search/?api=1&query=350+S+Main+St',
};

export const pastDue = 'You have accounts that are past due or were paid late.';

export const denialNotice = (nextStep: NextStep, reasons: readonly string[], more: object = {}) => ({
  date: '2026-03-02',
  reasons,
  nextStep,
  bureau: { name: 'Experian', phone: '1-888-397-3742', site: 'https://bureau.example/' },
  adverseActionAttachment: '/api/dev/notice.pdf',
  adverseActionPage: '/api/dev/notice',
  ...more,
});

export const fromPartner = {
  source: 'affiliate',
  organization: { name: 'Harborlight Rates', logo: '/lender/partners/harborlight.svg' },
} satisfies Partial<Journey>;

export const withoutApplication = {
  allowed: [],
  links: {},
  choices: { isLoanAutoSecured: false },
  defaultScreen: undefined,
} satisfies Partial<Journey>;

export const planned = { outage: { kind: 'planned', backAt: '2026-01-16T11:30:00Z' } };
export const unplanned = { outage: { kind: 'unplanned' } };
