import { describe, expect, test } from 'vitest';
import type { LoanRequest } from '#contract/offers.ts';
import { afterResume, amountFor, asFarAsAllowed, isAutoSecuredOf } from './afterResume.ts';

describe('a mailed link leads', () => {
  test.each([
    ['to the error page for an application error', 'error', { errors: [{ message: 'Application error' }] }],
    ['to the expired page for any other', 'expired', { errors: [{ message: 'This link has expired.' }] }],
    ['to the details where they are old', 'update-application-details', { updateLead: true }],
    ['to the offers', 'offers', { updateLead: false }],
    ['to the offers where nothing is said', 'offers', { errors: [] }],
  ] as const)('%s', (_, screen, answer) => expect(afterResume(answer as never)).toBe(screen));
});

test('who is past the offers goes to where the application stands', () => {
  expect(asFarAsAllowed('offers', { allowed: ['offers', 'amount'], rest: 'offers' })).toBe('offers');
  expect(asFarAsAllowed('offers', { allowed: ['deposit'], rest: 'deposit' })).toBe('deposit');
  expect(asFarAsAllowed('offers', { allowed: [] })).toBe('landing');
});

test.each([
  ['?is_auto_secured=true', true],
  ['?is_auto_secured=True', true],
  ['?is_auto_secured=1', true],
  ['?is_auto_secured=false', false],
  ['', undefined],
])('%s says %s about the vehicle', (search, said) => {
  expect(isAutoSecuredOf(new URLSearchParams(search))).toBe(said);
});

test('the amount to begin with goes with what the link says about the vehicle', () => {
  const request = {
    programs: [
      { validAmounts: [{ amount: 500_000, isAutoSecured: false }] },
      { validAmounts: [{ amount: 1_500_000, isAutoSecured: true }] },
    ],
  } as unknown as LoanRequest;
  const none = { isLoanAutoSecured: true };
  expect(amountFor(true, request, none)).toBe(1_500_000);
  expect(amountFor(false, request, none)).toBe(500_000);
  expect(amountFor(false, request, { ...none, loanAmount: 500_000 })).toBe(500_000);
  expect(amountFor(true, { ...request, programs: request.programs.slice(0, 1) }, none)).toBeUndefined();
});
