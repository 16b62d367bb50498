// Reading bank data: accounts, account numbers, owners, recurring transactions and income.
import type {
  AccountsGetResponse,
  AuthGetResponse,
  CreditBankIncomeGetResponse,
  IdentityGetResponse,
  IdentityMatchResponse,
  TransactionsRecurringGetResponse,
} from 'plaid';
import { fields, text } from '../../../request-fields.ts';
import { accountBase, achNumber, bankIncome, isDeposit, owners, recurring } from '../bank-data.ts';
import { invalidInput, missingFields, PlaidApiError } from '../errors.ts';
import { matchScores } from '../identity-match.ts';
import type { Plaid } from '../items.ts';
import type { ResponseFields } from '../shapes.ts';
import { type Api, selectAccounts } from './calls.ts';
import { describeItem } from './items.ts';

export function bankDataCalls(api: Api, plaid: Plaid): void {
  accountCalls(api);
  identityCalls(api, plaid);
  incomeCalls(api, plaid);
}

function accountCalls({ call, findReadableItem }: Api): void {
  for (const path of ['/accounts/get', '/accounts/balance/get'])
    call<AccountsGetResponse>(path, { required: ['access_token'], optional: ['options'] }, (body) => {
      const item = findReadableItem(body.access_token);
      const accounts = selectAccounts(item, fields(body.options).account_ids);
      return { accounts: accounts.map((account) => accountBase(item, account)), item: describeItem(item) };
    });

  call<AuthGetResponse>('/auth/get', { required: ['access_token'], optional: ['options'] }, (body) => {
    const item = findReadableItem(body.access_token, 'auth');
    const accounts = selectAccounts(item, fields(body.options).account_ids).filter(isDeposit);
    if (accounts.length === 0)
      throw new PlaidApiError('ITEM_ERROR', 'NO_AUTH_ACCOUNTS', 'no depository accounts found for this item');
    return {
      accounts: accounts.map((account) => accountBase(item, account)),
      numbers: {
        ach: accounts.map((account) => achNumber(item, account)),
        eft: [],
        international: [],
        bacs: [],
      },
      item: describeItem(item),
    };
  });
}

function identityCalls({ call, findReadableItem }: Api, { context }: Plaid): void {
  call<IdentityGetResponse>(
    '/identity/get',
    { required: ['access_token'], optional: ['options'] },
    (body) => {
      const item = findReadableItem(body.access_token, 'identity');
      const accounts = selectAccounts(item, fields(body.options).account_ids);
      return {
        accounts: accounts.map((account) => ({
          ...accountBase(item, account),
          owners: owners(item, account),
        })),
        item: describeItem(item),
      } as ResponseFields<IdentityGetResponse>;
    },
  );

  // A product of its own, which an account has or has not.
  call<IdentityMatchResponse>(
    '/identity/match',
    { required: ['access_token'], optional: ['user', 'options'] },
    (body) => {
      if (context.credentials.PLAID_IDENTITY_MATCH !== 'true')
        throw invalidInput(
          'INVALID_PRODUCT',
          'client is not authorized to access the following products: ["identity_match"]',
        );
      const item = findReadableItem(body.access_token, 'identity');
      const user = fields(body.user);
      if (Object.keys(user).length === 0) throw missingFields(['user']);
      const accounts = selectAccounts(item, fields(body.options).account_ids);
      return {
        accounts: accounts.map((account) => ({
          ...accountBase(item, account),
          ...matchScores(user, owners(item, account)),
        })),
        item: describeItem(item),
      } as ResponseFields<IdentityMatchResponse>;
    },
  );
}

function incomeCalls({ call, findReadableItem, findUser }: Api, { context: { clock }, store }: Plaid): void {
  call<TransactionsRecurringGetResponse>(
    '/transactions/recurring/get',
    { required: ['access_token'], optional: ['account_ids', 'options'] },
    (body) => {
      const item = findReadableItem(body.access_token, 'transactions', 'recurring_transactions');
      return recurring(item, selectAccounts(item, body.account_ids), clock());
    },
  );

  call<CreditBankIncomeGetResponse>(
    '/credit/bank_income/get',
    { optional: ['user_token', 'user_id', 'options'] },
    (body) => {
      if (!text(body.user_token) && !text(body.user_id)) throw missingFields(['user_token']);
      const user = findUser(body);
      if (!user) throw invalidInput('INVALID_USER_TOKEN', 'could not find matching user token');
      const items = store.list('item').filter(({ userId, removed }) => userId === user.id && !removed);
      return { bank_income: items.length > 0 ? [bankIncome(items, clock())] : [] };
    },
  );
}
