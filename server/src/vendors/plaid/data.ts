// Accounts, owners, income and institutions, from Plaid's shapes to ours.
import type {
  AccountBase,
  Owner,
  RecurringTransactionFrequency,
  Transaction,
  TransactionStream,
} from 'plaid';
import {
  type BankAccount,
  type BankData,
  BankRefused,
  type BankTransaction,
  type Frequency,
  type InflowStream,
  type Institution,
} from '../bank-data.ts';
import type { PlaidRequest } from './request.ts';

/** The bank does not offer a product that is required only where it does. */
const isUnsupported = (error: unknown): boolean =>
  error instanceof BankRefused && error.code === 'PRODUCTS_NOT_SUPPORTED';

export const accountData = (
  request: PlaidRequest,
): Pick<BankData, 'accounts' | 'numbers' | 'ownership' | 'recurringTransactions' | 'transactions'> => ({
  async accounts(access_token, signal) {
    const { accounts } = await request((client) => client.accountsGet({ access_token }, { signal }));
    return accounts.map(accountOf);
  },

  async numbers(access_token, signal) {
    const { numbers } = await request((client) => client.authGet({ access_token }, { signal }));
    return numbers.ach.map(({ account_id, account, routing, is_tokenized_account_number }) => ({
      accountId: account_id,
      accountNumber: account,
      routingNumber: routing,
      isTokenized: is_tokenized_account_number === true,
    }));
  },

  async ownership(access_token, signal) {
    const { accounts } = await request((client) => client.identityGet({ access_token }, { signal })).catch(
      async (error: unknown) => {
        if (!isUnsupported(error)) throw error;
        const unowned = await request((client) => client.accountsGet({ access_token }, { signal }));
        return { accounts: unowned.accounts.map((account) => ({ ...account, owners: [] as Owner[] })) };
      },
    );
    return {
      accounts: accounts.map(accountOf),
      owners: accounts.flatMap(({ owners }) =>
        owners.map(({ names, addresses }) => ({
          names,
          addresses: addresses.map(({ data }) => ({
            street: data.street ?? '',
            city: data.city ?? '',
            state: data.region ?? '',
            zipCode: data.postal_code ?? '',
            country: data.country ?? '',
          })),
        })),
      ),
    };
  },

  async recurringTransactions(access_token, signal) {
    const { inflow_streams, outflow_streams } = await request((client) =>
      client.transactionsRecurringGet({ access_token }, { signal }),
    ).catch((error: unknown) => {
      if (!isUnsupported(error)) throw error;
      return { inflow_streams: [], outflow_streams: [] };
    });
    const since = [...inflow_streams, ...outflow_streams].map(({ first_date }) => first_date).sort()[0];
    return { inflows: inflow_streams.flatMap(inflowOf), since };
  },

  async transactions(access_token, { from: start_date, to: end_date }, signal) {
    const all: Transaction[] = [];
    try {
      for (;;) {
        const options = { count: transactionsPerPage, offset: all.length };
        const { transactions, total_transactions: total } = await request((client) =>
          client.transactionsGet({ access_token, start_date, end_date, options }, { signal }),
        );
        all.push(...transactions);
        if (transactions.length === 0 || all.length >= total) return all.flatMap(transactionOf);
      }
    } catch (error) {
      if (!isUnsupported(error)) throw error;
      return undefined;
    }
  },
});

export const institutionData = (request: PlaidRequest): Pick<BankData, 'institutions' | 'institution'> => ({
  async institutions(count, signal) {
    const { institutions } = await request((client, { CountryCode, Products }) =>
      client.institutionsGet(
        {
          count,
          offset: 0,
          country_codes: [CountryCode.Us],
          options: { products: [Products.Auth, Products.Identity], include_optional_metadata: true },
        },
        { signal },
      ),
    );
    return institutions.map(institutionOf);
  },

  async institution(institution_id, signal) {
    try {
      const { institution } = await request((client, { CountryCode }) =>
        client.institutionsGetById(
          { institution_id, country_codes: [CountryCode.Us], options: { include_optional_metadata: true } },
          { signal },
        ),
      );
      return institutionOf(institution);
    } catch (error) {
      if (error instanceof BankRefused && error.kind === 'request') return undefined;
      throw error;
    }
  },
});

type Account = Pick<
  AccountBase,
  'account_id' | 'name' | 'official_name' | 'mask' | 'type' | 'subtype' | 'balances'
>;

function accountOf({ account_id, name, official_name, mask, type, subtype, balances }: Account): BankAccount {
  return {
    accountId: account_id,
    name: name || (official_name ?? ''),
    mask: mask ?? '',
    type,
    subtype: subtype ?? '',
    currentBalanceCents: balances.current === null ? undefined : Math.round(balances.current * 100),
  };
}

function institutionOf(bank: { institution_id: string; name: string; logo?: string | null }): Institution {
  return { institutionId: bank.institution_id, name: bank.name, logo: bank.logo ?? undefined };
}

const frequencies: Record<RecurringTransactionFrequency, Frequency> = {
  WEEKLY: 'weekly',
  BIWEEKLY: 'biweekly',
  SEMI_MONTHLY: 'semi-monthly',
  MONTHLY: 'monthly',
  ANNUALLY: 'annually',
  UNKNOWN: 'irregular',
};

/** The most that Plaid returns at once. */
const transactionsPerPage = 500;

/** Plaid reports income as negative amounts. What is pending may still change. */
function transactionOf(transaction: Transaction): BankTransaction[] {
  const { amount, date, pending, iso_currency_code: currency, personal_finance_category } = transaction;
  if (pending || (currency ?? 'USD') !== 'USD') return [];
  return [{ date, cents: Math.round(-amount * 100), category: personal_finance_category?.detailed ?? '' }];
}

/** Plaid reports income as negative amounts. Streams without an amount in dollars are left out. */
function inflowOf(stream: TransactionStream): InflowStream[] {
  const { amount, iso_currency_code: currency } = stream.average_amount;
  if (amount === undefined || amount === null || (currency ?? 'USD') !== 'USD') return [];
  return [
    {
      category: stream.personal_finance_category?.detailed ?? '',
      averageCents: Math.round(-amount * 100),
      frequency: frequencies[stream.frequency] ?? 'irregular',
      firstDate: stream.first_date,
      lastDate: stream.last_date,
      count: stream.transaction_ids.length,
      active: stream.is_active && `${stream.status}` !== 'TOMBSTONED',
    },
  ];
}
