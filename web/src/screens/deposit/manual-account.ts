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

type TypedAccount = z.input<typeof manualAccountForm>;

/** What was typed before another text code was due: in memory only, and only for the application whose link it is. */
let typed: { readonly href: string | undefined; readonly account: TypedAccount } | undefined;
export const saveAccountDraft = (href: string | undefined, account: TypedAccount): void => {
  typed = { href, account };
};
export const clearAccountDraft = (): void => {
  typed = undefined;
};
export const typedFor = (href: string | undefined): TypedAccount | undefined =>
  href !== undefined && typed?.href === href ? typed.account : undefined;

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
