import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { setAutopay } from '#contract/autopay.ts';
import { chooseAccount } from '#contract/deposit.ts';
import { prequalificationRequest, suggestAddresses } from '#contract/prequalification.ts';
import { Failure } from '../failure.ts';
import { parse } from './http.ts';

const form = prequalificationRequest(() => '2026-03-02');

/** The message of each field, by its path; '' for the request as a whole. */
function messages(schema: Parameters<typeof parse>[0], value: unknown): Record<string, string> {
  try {
    parse(schema, value);
  } catch (error) {
    if (error instanceof Failure)
      return Object.fromEntries(error.errors.map(({ field = '', message }) => [field, message]));
    throw error;
  }
  return {};
}

describe('a value that does not hold', () => {
  it('is distinguished from one that is missing', () => {
    expect(messages(form, { firstName: 7, address: 'here', income: { mainIncome: '72000' } })).toMatchObject({
      firstName: 'This field must be text.',
      lastName: 'This field is required.',
      address: 'This field must be an object.',
      'income.mainIncome': 'This field must be a number.',
      tracking: 'This field is required.',
    });
    expect(messages(form, [])).toEqual({ '': 'This field must be an object.' });
    const expected = 'This field must be a whole number.';
    expect(messages(form, { income: { mainIncome: 1.5 } })['income.mainIncome']).toBe(expected);
  });

  it('keeps the sentence that the contract has for it', () => {
    const wrong = messages(form, { zipCode: 1, phone: '5', acceptLegal: false });
    expect(wrong.phone).toBe('Please enter 10 digits of your phone number.');
    expect(wrong.acceptLegal).toBe('This checkbox is required.');
  });

  it('lists the values that can be sent', () => {
    const expected = { choice: 'Send one of these: authorize, skip, cancel.' };
    expect(messages(setAutopay.body, { choice: 'perhaps' })).toEqual(expected);
    expect(messages(setAutopay.body, {})).toEqual({ choice: 'Send one of these: authorize, skip, cancel.' });
    const holidays = { accountId: 'a', accountPurpose: 'holidays' };
    expect(messages(chooseAccount.body, holidays)).toEqual({ accountPurpose: 'Send deposit.' });
  });

  it('names the limit', () => {
    const expected = { input: 'Send at least 3 characters.', session: 'Send at most 36 characters.' };
    expect(messages(suggestAddresses.body, { input: 'ab', session: 's'.repeat(37) })).toEqual(expected);
    const rest = { choice: 'authorize', accountId: 'a', acceptAuthorization: true };
    expect(messages(setAutopay.body, { ...rest, daysBeforeDue: 29, firstDebit: 'soon' })).toEqual({
      daysBeforeDue: 'Send at most 10.',
      firstDebit: 'Send a date such as 2026-03-31.',
    });
    const short = z.array(z.string()).check(z.maxLength(1));
    expect(messages(short, ['a', 'b'])).toEqual({ '': 'Send at most 1 entry.' });
  });
});
