// The fields of a bank account that is typed by hand, each with its rule and the sentence that explains how to fix it.
import * as z from 'zod/mini';
import { atMost, filled, holdsNoLink, isWritable, matches, text } from './field-rules.ts';

export const bankLimits = {
  bankName: 255,
  routingNumber: 9,
  accountNumberMin: 5,
  accountNumberMax: 17,
} as const;

/** Banks are named with numbers, "&", "N.A." and former names, in at most a dozen words. */
function isBankName(value: string): boolean {
  return holdsNoLink(value) && !/[!?]/.test(value) && value.trim().split(/\s+/).length <= 12;
}
export const bankName = text(
  [filled, 'Please enter your bank name.'],
  [atMost(bankLimits.bankName), 'Bank name cannot have more than 255 characters.'],
  [isWritable, 'Please write the bank name in Latin letters.'],
  [isBankName, 'Please enter only the name of your bank.'],
);
export const accountTypes = ['checking', 'savings'] as const;
export const accountType = z.enum(accountTypes, { error: 'Please select an account type.' });
/** Length and digits only; the checksum and prefix are `finance/routing-number.ts`’s. */
export const routingNumber = text(
  [matches(/^\d+$/), 'Please enter a valid routing number.'],
  [matches(/^\d{9}$/), 'A valid routing number is 9 digits long.'],
);
export const accountNumber = text(
  [matches(/^\d+$/), 'Please enter a valid account number.'],
  [
    (value) => value.length >= bankLimits.accountNumberMin,
    'Account Number cannot have less than 5 characters.',
  ],
  [atMost(bankLimits.accountNumberMax), 'Account Number cannot have more than 17 characters.'],
);
export const accountNumberMismatch = 'Account number confirmation does not match.';
