import * as z from 'zod/mini';
import { directEntryForm, type enterAccount } from '#contract/deposit.ts';
import type { BodyIn } from '#contract/endpoint.ts';
import { isRoutingNumber } from '#finance/routing-number.ts';

export const manualAccountForm = directEntryForm.check(
  z.refine((form) => !/^\d{9}$/.test(form.routingNumber) || isRoutingNumber(form.routingNumber), {
    path: ['routingNumber'],
    message: 'Please enter a valid routing number.',
    // Checked even while other fields are empty.
    when: () => true,
  }),
);
type ManualAccount = z.output<typeof manualAccountForm>;

export function bodyOf(account: ManualAccount): BodyIn<typeof enterAccount> {
  return {
    institutionName: account.institutionName.trim(),
    accountSubtype: account.accountType,
    routingNumber: account.routingNumber,
    accountNumber: account.accountNumber,
    accountPurpose: 'deposit',
  };
}
