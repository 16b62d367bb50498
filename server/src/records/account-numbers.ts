// How the numbers of a bank account are sealed, for every table that stores them.
import { sql } from 'kysely';
import type { Sealed, Vault } from '../platform/encryption.ts';

export interface AccountNumbers {
  readonly accountType: 'checking' | 'savings';
  readonly routingNumber: string;
  readonly accountNumber: string;
}

/** Where a column's value belongs: its seal context. */
type PlaceOf = (column: 'routing_number' | 'account_number') => string;

export const sealedAccount = (vault: Vault, placeOf: PlaceOf, account: AccountNumbers) => ({
  account_type: account.accountType,
  routing_number: vault.seal(account.routingNumber, placeOf('routing_number')),
  account_number: vault.seal(account.accountNumber, placeOf('account_number')),
});

/** The digits by which the applicant recognizes an account: the bank's if it is linked, because a token's differ. */
export const lastDigits = (accountNumber: string): string => accountNumber.slice(-4);

/** The columns of an account with numbers that the bank corrected. A token's digits are not the account's, so they stay. */
export const correctedAccount = (vault: Vault, placeOf: PlaceOf, account: AccountNumbers) => ({
  ...sealedAccount(vault, placeOf, account),
  mask: sql<string>`case when is_tokenized then mask else ${lastDigits(account.accountNumber)} end`,
});

export const openedAccount = (
  vault: Vault,
  placeOf: PlaceOf,
  row: {
    readonly account_type: AccountNumbers['accountType'];
    readonly routing_number: Sealed;
    readonly account_number: Sealed;
  },
): AccountNumbers => ({
  accountType: row.account_type,
  routingNumber: vault.open(row.routing_number, placeOf('routing_number')),
  accountNumber: vault.open(row.account_number, placeOf('account_number')),
});
