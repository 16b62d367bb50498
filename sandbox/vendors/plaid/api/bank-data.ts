// Reading bank data: accounts, account numbers, owners, transactions and recurring ones.

import type {
  AccountsGetResponse,
  AuthGetResponse,
  IdentityGetResponse,
  TransactionsGetResponse,
  TransactionsRecurringGetResponse,
  TransactionsSyncResponse,
} from 'plaid';
import * as z from 'zod';
import {
  accountBase,
  achNumber,
  hasHistory,
  isDeposit,
  owners,
  recurring,
  transactionsOf,
} from '../bank-data.ts';
import { describeItem, type Plaid } from '../items.ts';
import { isoDay, type ResponseFields, refused, type Wire } from '../wire.ts';
import { type Api, accessToken, accountOptions, selectAccounts } from './calls.ts';

export function bankDataCalls({ call, findReadableItem }: Api, { context }: Plaid): void {
  const { clock } = context;
  const request = { ...accessToken, options: accountOptions };

  call('/accounts/get', request, ({ access_token, options }): ResponseFields<AccountsGetResponse> => {
    const item = findReadableItem(access_token);
    const accounts = selectAccounts(item, options?.account_ids);
    return { accounts: accounts.map((account) => accountBase(item, account)), item: describeItem(item) };
  });

  call('/auth/get', request, ({ access_token, options }): ResponseFields<AuthGetResponse> => {
    const item = findReadableItem(access_token, 'auth');
    const accounts = selectAccounts(item, options?.account_ids).filter(isDeposit);
    if (accounts.length === 0)
      throw refused('ITEM_ERROR', 'NO_AUTH_ACCOUNTS', 'no depository accounts found for this item');
    const ach = accounts.map((account) => achNumber(item, account));
    return {
      accounts: accounts.map((account) => accountBase(item, account)),
      numbers: { ach, eft: [], international: [], bacs: [] },
      item: describeItem(item),
    };
  });

  call('/identity/get', request, ({ access_token, options }): ResponseFields<IdentityGetResponse> => {
    const item = findReadableItem(access_token, 'identity');
    const accounts = selectAccounts(item, options?.account_ids).map((account) => ({
      ...accountBase(item, account),
      owners: owners(item, account),
    }));
    return { accounts, item: describeItem(item) } as ResponseFields<IdentityGetResponse>;
  });

  const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
  const page = z.strictObject({
    account_ids: z.array(z.string()).optional(),
    count: z.int().min(1).max(500).default(100),
    offset: z.int().min(0).default(0),
  });
  call(
    '/transactions/get',
    { ...accessToken, start_date: day, end_date: day, options: page.prefault({}) },
    ({
      access_token,
      options: { account_ids, count, offset },
      ...days
    }): ResponseFields<TransactionsGetResponse> => {
      const item = findReadableItem(access_token, 'transactions');
      const accounts = selectAccounts(item, account_ids);
      const all = transactionsOf(item, accounts, days, clock());
      return {
        accounts: accounts.map((account) => accountBase(item, account)),
        transactions: all.slice(offset, offset + count),
        total_transactions: all.length,
        item: describeItem(item),
      };
    },
  );

  const since = { cursor: z.string().max(256).optional(), count: z.int().min(1).max(500).default(100) };
  call(
    '/transactions/sync',
    { ...accessToken, ...since },
    ({ access_token, cursor, count }): ResponseFields<TransactionsSyncResponse> => {
      const item = findReadableItem(access_token, 'transactions');
      const accounts = selectAccounts(item, undefined);
      const days = { start_date: '', end_date: isoDay(clock()) };
      const from = Number(cursor ?? 0);
      const all = transactionsOf(item, accounts, days, clock());
      return {
        transactions_update_status: (hasHistory(item, clock())
          ? 'HISTORICAL_UPDATE_COMPLETE'
          : 'INITIAL_UPDATE_COMPLETE') as Wire<TransactionsSyncResponse>['transactions_update_status'],
        accounts: accounts.map((account) => accountBase(item, account)),
        added: all.slice(from, from + count),
        modified: [],
        removed: [],
        next_cursor: String(Math.min(from + count, all.length)),
        has_more: from + count < all.length,
      };
    },
  );

  call(
    '/transactions/recurring/get',
    accessToken,
    ({ access_token }): ResponseFields<TransactionsRecurringGetResponse> => {
      const item = findReadableItem(access_token, 'transactions', 'recurring_transactions');
      return recurring(item, selectAccounts(item, undefined), clock());
    },
  );
}
