import * as z from 'zod/mini';
import { directEntryForm, type enterAccount } from '#contract/deposit.ts';
import type { BodyIn } from '#contract/endpoint.ts';
import { isRoutingNumber } from '#finance/routing-number.ts';
import banks from '#lender/public/banks.json';

export const manualAccountForm = directEntryForm.check(
  z.refine((form) => !/^\d{9}$/.test(form.routingNumber) || isRoutingNumber(form.routingNumber), {
    path: ['routingNumber'],
    message: 'Please enter a valid routing number.',
    // Checked even while other fields are empty.
    when: () => true,
  }),
);

/** Undefined for a number that the lender's list does not have. */
export const bankOf = (routingNumber: string | undefined): string | undefined =>
  banks.find((bank) => bank.routingNumber === routingNumber)?.name;

export function bodyOf(account: z.output<typeof manualAccountForm>): BodyIn<typeof enterAccount> {
  return {
    institutionName: account.institutionName.trim(),
    accountSubtype: account.accountType,
    routingNumber: account.routingNumber,
    accountNumber: account.accountNumber,
    accountPurpose: 'deposit',
  };
}
