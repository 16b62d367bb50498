// How the numbers of a bank account are sealed, for every table that stores them.
import type { Sealed, Vault } from '../platform/encryption.ts';

export interface AccountNumbers {
  readonly accountType: 'checking' | 'savings';
  readonly routingNumber: string;
  readonly accountNumber: string;
}

/** Where a column's value belongs: its seal context. */
type PlaceOf = (column: 'routing_number' | 'account_number') => string;

/** The columns of an account. */
export const sealedAccount = (vault: Vault, placeOf: PlaceOf, account: AccountNumbers) => ({
  account_type: account.accountType,
  routing_number: vault.seal(account.routingNumber, placeOf('routing_number')),
  account_number: vault.seal(account.accountNumber, placeOf('account_number')),
});

/** The digits by which the applicant recognizes an account: the bank's if it is linked, because a token's differ. */
export const lastDigits = (accountNumber: string): string => accountNumber.slice(-4);

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
