import { describe, expect, it } from 'vitest';
import { isRoutingNumber } from '#finance/routing-number.ts';
import banks from '#lender/public/banks.json';
import { bankOf, bodyOf, manualAccountForm } from './manual-account.ts';

const good = {
  institutionName: 'First Station Bank',
  accountType: 'checking',
  routingNumber: '121042882',
  accountNumber: '000123456789',
  confirmAccountNumber: '000123456789',
};

function messages(changes: Record<string, unknown>) {
  const parsed = manualAccountForm.safeParse({ ...good, ...changes });
  const found: Record<string, string> = {};
  for (const { path, message } of parsed.error?.issues ?? []) found[path.join('.')] ??= message;
  return found;
}

it('a routing number names its bank, and an unknown or unfinished one names none', () => {
  expect(bankOf('021000021')).toBe('JPMorgan Chase Bank');
  expect(bankOf('121042882')).toBeUndefined();
  expect(bankOf('02100002')).toBeUndefined();
  expect(bankOf(undefined)).toBeUndefined();
});

it('the banks of the lender’s list have numbers that the form accepts', () => {
  expect(banks.filter(({ routingNumber }) => !isRoutingNumber(routingNumber))).toEqual([]);
});

describe('the manual account form', () => {
  it.each([
    [{ institutionName: '   ' }, { institutionName: 'Please enter your bank name.' }],
    [
      { institutionName: 'x'.repeat(256) },
      { institutionName: 'Bank name cannot have more than 255 characters.' },
    ],
    [{ accountType: null }, { accountType: 'Please select an account type.' }],
    [{ routingNumber: '12104288' }, { routingNumber: 'A valid routing number is 9 digits long.' }],
    [{ routingNumber: '123456789' }, { routingNumber: 'Please enter a valid routing number.' }],
    [
      { confirmAccountNumber: '000123456788' },
      { confirmAccountNumber: 'Account number confirmation does not match.' },
    ],
    [{ confirmAccountNumber: '' }, { confirmAccountNumber: 'Please enter a valid account number.' }],
  ])('explains how to fix %j', (changes, expected) => {
    expect(messages(changes)).toEqual(expected);
  });

  it.each([
    ['', 'Please enter a valid account number.'],
    ['1234', 'Account Number cannot have less than 5 characters.'],
    ['1'.repeat(18), 'Account Number cannot have more than 17 characters.'],
  ])('explains how to fix the account number %j', (number, message) => {
    const both = { accountNumber: message, confirmAccountNumber: message };
    expect(messages({ accountNumber: number, confirmAccountNumber: number })).toEqual(both);
  });

  it('compares the two numbers, and checks the routing number, while other fields are still empty', () => {
    const empty = { institutionName: '', accountType: undefined };
    const wrong = { routingNumber: '021000020', confirmAccountNumber: '123456' };
    expect(messages({ ...empty, ...wrong })).toEqual({
      institutionName: 'Please enter your bank name.',
      accountType: 'Please select an account type.',
      routingNumber: 'Please enter a valid routing number.',
      confirmAccountNumber: 'Account number confirmation does not match.',
    });
  });

  it('sends no confirmation, and the bank’s name without its edges', () => {
    const parsed = manualAccountForm.parse({ ...good, institutionName: ' First Station Bank ' });
    expect(bodyOf(parsed)).toEqual({
      institutionName: 'First Station Bank',
      accountSubtype: 'checking',
      routingNumber: '121042882',
      accountNumber: '000123456789',
      accountPurpose: 'deposit',
    });
  });
});
