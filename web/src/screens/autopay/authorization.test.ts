import { describe, expect, it } from 'vitest';
import { ordinal } from '#contract/autopay.ts';
import { authorizationOf, autopayForm, dayAtFirst, isBeforeDue } from './authorization.ts';

const plan = {
  accounts: [
    {
      accountId: 'a1',
      name: 'Everyday Checking',
      mask: '4321',
      institution: { name: 'First Station Bank' },
      accountType: 'depository',
      accountSubtype: 'checking',
      selectedDeposit: true,
    },
  ],
  days: [{ day: 3, firstDebit: '2026-04-03', lastDebit: '2030-01-24' }],
  paymentAmount: 18_360,
};

describe('the authorization', () => {
  it('names lender, account, amount, day, first debit, how to stop it, and that it is no condition', () => {
    expect(authorizationOf(plan, { accountId: 'a1', day: '3' }, 'Branchline Consumer Finance, LLC')).toBe(
      'I authorize Branchline Consumer Finance, LLC to debit my account at First Station Bank ending in 4321 for my monthly payment of $183.60. The debit is made on the 3rd of each month, the first time on April 3, 2026, until my loan is paid. A payment debited on this day counts as made on its due date, as my note says. The last payment is $183.60 on January 24, 2030. I can stop a payment or end this authorization by telling Branchline Consumer Finance, LLC three business days ahead. It is not a condition of my loan.',
    );
  });

  it.each([
    { accountId: undefined, day: '3' },
    { accountId: null, day: '3' },
    { accountId: 'a1', day: '' },
    { accountId: 'other', day: '3' },
    { accountId: 'a1', day: '4' },
  ])('is not written for $accountId on day $day', (choices) => {
    expect(authorizationOf(plan, choices, 'Branchline')).toBeUndefined();
  });

  it('counts days as people do', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 28].map(ordinal)).toEqual([
      ...['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '23rd', '28th'],
    ]);
  });
});

it('the form asks for account, day and box, each in words', () => {
  const parsed = autopayForm.safeParse({ accountId: null, day: '', acceptAuthorization: false });
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
    'Please choose an account.',
    'Please choose a day.',
    'This checkbox is required.',
  ]);
});

describe('the day that is chosen to begin with', () => {
  const loan = { firstDue: '2026-12-25' } as const;
  const days = [
    { day: 24, firstDebit: '2027-01-25', lastDebit: '2030-01-24' },
    { day: 25, firstDebit: '2026-12-28', lastDebit: '2030-01-24' },
    { day: 26, firstDebit: '2026-12-28', lastDebit: '2030-01-24' },
  ];

  it('is the one on which payments are due', () => expect(dayAtFirst({ days, loan })).toBe('25'));

  it('is the soonest after it where no debit is made on that day', () => {
    expect(dayAtFirst({ days, loan: { firstDue: '2027-01-31' } })).toBe('25');
    expect(dayAtFirst({ days, loan: undefined })).toBe('25');
  });

  it('says so of every other day that it comes after the due date', () => {
    expect(['24', '25', '26', ''].map((day) => isBeforeDue({ loan }, day))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(isBeforeDue({ loan: undefined }, '24')).toBe(false);
  });
});
