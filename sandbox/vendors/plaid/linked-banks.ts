// The linked banks, for the console.
import type { Context } from '../../context.ts';
import { describeAccount } from './bank-data.ts';
import { findBank } from './institutions.ts';
import { createStore } from './store.ts';

export type LinkedBank = ReturnType<typeof listLinkedBanks>[number];

/** With `status`: `linked`, `removed`, or the error code of the bank. */
export function listLinkedBanks({ db }: Context, email: string | undefined) {
  return createStore(db)
    .list('item')
    .filter(({ user }) => email === undefined || user.email_address?.toLowerCase() === email.toLowerCase())
    .map(({ id, institutionId, username, user, accounts, error, removed, createdAt }) => ({
      id,
      institution: findBank(institutionId)?.name ?? institutionId,
      username,
      email: user.email_address ?? null,
      accounts: accounts
        .filter(({ revoked }) => !revoked)
        .map(describeAccount)
        .map(({ name, mask }) => ({ name, mask })),
      status: removed ? 'removed' : (error?.error_code ?? 'linked'),
      linkedAt: createdAt,
    }))
    .reverse();
}

/** Undefined until someone has exchanged the item's public token. */
export function findAccessToken({ db }: Context, itemId: string): string | undefined {
  return createStore(db)
    .list('access')
    .find((access) => access.itemId === itemId)?.token;
}
