// How the numbers of a bank account are encrypted, for every table that stores them.
import { sql } from 'kysely';
import type { AchEntry } from '#finance/nacha.ts';
import type { Encrypted, Vault } from '../platform/encryption.ts';

export type AccountNumbers = Readonly<Pick<AchEntry, 'accountType' | 'routingNumber' | 'accountNumber'>>;

/** Where a column's value belongs: its encryption context. */
type PlaceOf = (column: 'routing_number' | 'account_number') => string;

export const encryptedAccount = (vault: Vault, placeOf: PlaceOf, account: AccountNumbers) => ({
  account_type: account.accountType,
  routing_number: vault.encrypt(account.routingNumber, placeOf('routing_number')),
  account_number: vault.encrypt(account.accountNumber, placeOf('account_number')),
});

/** The digits by which the applicant recognizes an account: the bank's if it is linked, because a token's differ. */
export const lastDigits = (accountNumber: string): string => accountNumber.slice(-4);

/** The columns of an account with numbers that the bank corrected. A token's digits are not the account's, so they stay. */
export const correctedAccount = (vault: Vault, placeOf: PlaceOf, account: AccountNumbers) => ({
  ...encryptedAccount(vault, placeOf, account),
  mask: sql<string>`case when is_tokenized then mask else ${lastDigits(account.accountNumber)} end`,
});

export const decryptedAccount = (
  vault: Vault,
  placeOf: PlaceOf,
  row: {
    readonly account_type: AccountNumbers['accountType'];
    readonly routing_number: Encrypted;
    readonly account_number: Encrypted;
  },
): AccountNumbers => ({
  accountType: row.account_type,
  routingNumber: vault.decrypt(row.routing_number, placeOf('routing_number')),
  accountNumber: vault.decrypt(row.account_number, placeOf('account_number')),
});
