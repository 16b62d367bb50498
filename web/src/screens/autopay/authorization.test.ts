import { describe, expect, it } from 'vitest';
import { authorizationOf, autopayForm, inParts } from './authorization.ts';

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
  days: [
    { daysBeforeDue: 0, firstDebit: '2026-04-06', lastDebit: '2030-03-06' },
    { daysBeforeDue: 3, firstDebit: '2026-04-03', lastDebit: '2030-03-04' },
  ],
  paymentAmount: 18_360,
};

describe('the authorization', () => {
  it('names lender, account, amount, day, first debit, how to stop it, and that it is no condition', () => {
    const sentences = authorizationOf(
      plan,
      { accountId: 'a1', daysBeforeDue: '3' },
      'Branchline Consumer Finance, LLC',
    );
    expect(sentences?.join(' ')).toBe(
      'I authorize Branchline Consumer Finance, LLC to debit my account at First Station Bank ending in 4321 for my monthly payment of $183.60. The debit is made 3 days before each payment is due, the first time on Friday, April 3, 2026, until my loan is paid. If banks are closed on that day, it is made on the next business day, or on the business day before if the next one comes after the due date. A payment debited this way counts as made on its due date, as my note says. The last payment is $183.60 on Monday, March 4, 2030. I can stop a payment or end this authorization by telling Branchline Consumer Finance, LLC three business days ahead. It is not a condition of my loan.',
    );
  });

  it('shows its day and how to stop it, and folds the rest', () => {
    const sentences = authorizationOf(plan, { accountId: 'a1', daysBeforeDue: '3' }, 'Branchline') ?? [];
    const { agreed, inView, folded } = inParts(sentences);
    expect(agreed).toMatch(/^I authorize Branchline to debit/);
    expect(inView).toEqual([
      expect.stringMatching(/^The debit is made 3 days before/),
      expect.stringMatching(/^I can stop a payment or end this authorization/),
    ]);
    expect([agreed, ...inView, ...folded].toSorted()).toEqual([...sentences].sort());
  });

  it('names the due date itself for an applicant who chose it', () => {
    expect(authorizationOf(plan, { accountId: 'a1', daysBeforeDue: '0' }, 'Branchline')?.[1]).toBe(
      'The debit is made on the day each payment is due, the first time on Monday, April 6, 2026, until my loan is paid.',
    );
  });

  it.each([
    { accountId: undefined, daysBeforeDue: '3' },
    { accountId: null, daysBeforeDue: '3' },
    { accountId: 'a1', daysBeforeDue: '' },
    { accountId: 'other', daysBeforeDue: '3' },
    { accountId: 'a1', daysBeforeDue: '4' },
  ])('is not written for $accountId and $daysBeforeDue days', (choices) => {
    expect(authorizationOf(plan, choices, 'Branchline')).toBeUndefined();
  });
});

it('the form requires account, day and box, each with a message', () => {
  const parsed = autopayForm.safeParse({ accountId: null, daysBeforeDue: '', acceptAuthorization: false });
  const expected = ['Please choose an account.', 'Please choose a day.', 'This checkbox is required.'];
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual(expected);
});
