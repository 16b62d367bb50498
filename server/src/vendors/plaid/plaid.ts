// Bank data from Plaid, through its own SDK.

import type {
  AccountBase,
  Owner,
  RecurringTransactionFrequency,
  Transaction,
  TransactionStream,
} from 'plaid';
import { ifThrown } from '../../platform/failure.ts';
import {
  type BankAccount,
  type BankData,
  BankRefused,
  type BankTransaction,
  type Frequency,
  type InflowStream,
  type Institution,
} from '../bank-data.ts';
import { checkScript, ToFix } from '../vendor-check.ts';
import { type PlaidLogin, type PlaidRequest, plaidRequest } from './request.ts';
import { plaidWebhook } from './webhook.ts';

interface PlaidSettings extends PlaidLogin {
  readonly scriptUrl: string;
  /** Where banks that use OAuth return to, which must be registered with Plaid. */
  readonly returnUrls: readonly string[];
  readonly publicUrl: string;
}

export function plaid(settings: PlaidSettings): BankData {
  const request = plaidRequest(settings);
  const bankData: BankData = {
    vendor: 'plaid',
    webhook: plaidWebhook(async (key_id, signal) => {
      const found = await request((client) => client.webhookVerificationKeyGet({ key_id }, { signal })).catch(
        undefinedIf(isOfRequest),
      );
      if (found === undefined) return undefined;
      const { kty, crv, x, y, alg, expired_at } = found.key;
      return { expired: expired_at !== null, jwk: { kty, crv, x, y, alg } };
    }),
    tryKeys: (signal) => tryKeys(bankData, settings, signal),
    createLinkToken: linkTokens(request),
    ...linking(request),
    ...accountData(request),
    ...institutionData(request),
  };
  return bankData;
}

/** How much history to fetch: recurring income shows in half a year of transactions. */
const historyDays = 180;

/** As long as a link token of the widget; Plaid's default of half an hour would end a slow login at a bank. */
const hostedSeconds = 4 * 3600;

const undefinedIf = (isMeant: (refusal: BankRefused) => boolean) =>
  ifThrown(BankRefused, () => undefined, isMeant);
const isOfRequest = ({ kind }: BankRefused) => kind === 'request';

/** Errors that mean the item no longer exists. */
const goneCodes = new Set(['ITEM_NOT_FOUND', 'INVALID_ACCESS_TOKEN']);

const linkTokens =
  (request: PlaidRequest): BankData['createLinkToken'] =>
  async ({ reference, lender, person, returnUrl, webhookUrl, accessToken, hostedReturnUrl }, signal) => {
    const page =
      hostedReturnUrl === undefined
        ? { redirect_uri: returnUrl }
        : {
            hosted_link: {
              completion_redirect_uri: hostedReturnUrl,
              url_lifetime_seconds: hostedSeconds,
              is_mobile_app: false,
            },
          };
    const created = await request((client, { CountryCode, DepositoryAccountSubtype, Products }) =>
      client.linkTokenCreate(
        {
          client_name: lender.slice(0, 30),
          language: 'en',
          country_codes: [CountryCode.Us],
          // Logging in again requests no products and leaves the webhook address as it is.
          ...(accessToken === undefined
            ? {
                // A bank without the others can still be linked: what it cannot confirm is confirmed by documents.
                products: [Products.Auth],
                required_if_supported_products: [Products.Identity, Products.Transactions],
                transactions: { days_requested: historyDays },
                webhook: webhookUrl,
                account_filters: {
                  // Only these receive loans and make payments, so others are not offered.
                  depository: {
                    account_subtypes: [DepositoryAccountSubtype.Checking, DepositoryAccountSubtype.Savings],
                  },
                },
              }
            : { access_token: accessToken }),
          user: {
            client_user_id: reference,
            legal_name: person.name,
            phone_number: person.phone,
            email_address: person.email,
            address: {
              street: person.street,
              city: person.city,
              region: person.state,
              postal_code: person.zipCode,
              country: 'US',
            },
          },
          ...page,
        },
        { signal },
      ),
    );
    const { link_token: token, expiration: expiresAt, hosted_link_url: hostedUrl } = created;
    return { token, expiresAt, ...(hostedUrl ? { hostedUrl } : {}) };
  };

const linking = (
  request: PlaidRequest,
): Pick<BankData, 'hostedSession' | 'exchange' | 'remove' | 'problem'> => ({
  async hostedSession(link_token, signal) {
    const { link_sessions = [] } = await request((client) => client.linkTokenGet({ link_token }, { signal }));
    const added = link_sessions.flatMap(({ results }) => results?.item_add_results ?? []).at(-1);
    if (added === undefined)
      return link_sessions.some(({ finished_at }) => finished_at) ? { linked: undefined } : undefined;
    const { public_token: publicToken, institution } = added;
    return {
      linked: {
        publicToken,
        institutionId: institution?.institution_id ?? 'unknown',
        institutionName: institution?.name ?? '',
      },
    };
  },

  async exchange(public_token, signal) {
    const { access_token, item_id } = await request((client) =>
      client.itemPublicTokenExchange({ public_token }, { signal }),
    );
    return { accessToken: access_token, itemId: item_id };
  },

  async remove(access_token, signal) {
    await request((client) => client.itemRemove({ access_token }, { signal })).catch(
      undefinedIf(({ code }) => goneCodes.has(code)),
    );
  },

  async problem(access_token, signal) {
    return request((client) => client.itemGet({ access_token }, { signal })).then(
      ({ item }) => item.error?.error_code,
      ifThrown(
        BankRefused,
        ({ code }) => code,
        ({ kind }) => kind === 'item',
      ),
    );
  },
});

/** Requests a bank, and link tokens that are never used: Plaid refuses one for an unknown product or address. */
async function tryKeys(bankData: BankData, settings: PlaidSettings, signal: AbortSignal): Promise<string> {
  await bankData.institutions(1, signal).catch((error: unknown) => {
    if (!(error instanceof BankRefused)) throw error;
    throw new ToFix(
      `PLAID_CLIENT_ID or PLAID_SECRET is not accepted at PLAID_URL, each of which has a secret of its own: ${error.message}`,
    );
  });
  const webhookUrl = `${settings.publicUrl}${bankData.webhook.path}`;
  for (const returnUrl of settings.returnUrls)
    await bankData.createLinkToken({ ...madeUp, returnUrl, webhookUrl }, signal).catch((error: unknown) => {
      if (!(error instanceof BankRefused)) throw error;
      throw new ToFix(
        `Plaid gives no link token: register ${returnUrl} as redirect URI, and have Auth, Identity and Transactions enabled (${error.message})`,
      );
    });
  const [returnUrl = settings.publicUrl] = settings.returnUrls;
  const { hostedUrl } = await bankData.createLinkToken(
    { ...madeUp, returnUrl, webhookUrl, hostedReturnUrl: returnUrl },
    signal,
  );
  await checkScript('PLAID_LINK_SCRIPT_URL', settings.scriptUrl, signal);
  const hosted = hostedUrl
    ? 'a hosted page for browsers inside other apps'
    : 'no hosted page, so that browsers inside other apps get the widget (request Hosted Link from Plaid)';
  return `signed in; link tokens are given for each return address, and ${hosted}; the script loads`;
}

/** A made-up person for the link tokens of `tryKeys`. */
const madeUp = {
  reference: 'vendors-check',
  lender: 'Vendors check',
  person: {
    name: 'Vendors Check',
    phone: '+18015550100',
    email: 'vendors-check@example.com',
    street: '350 S Main St',
    city: 'Salt Lake City',
    state: 'UT',
    zipCode: '84101',
  },
};

/** The bank does not offer a product that is required only where it does. */
const isUnsupported = (error: unknown): boolean =>
  error instanceof BankRefused && error.code === 'PRODUCTS_NOT_SUPPORTED';

const accountData = (
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
    const { inflow_streams, outflow_streams } = await request(async (client) => {
      // Plaid fetches the last 30 days first. Only the whole history shows what recurs.
      const { data } = await client.transactionsSync({ access_token, count: 1 }, { signal });
      const status = `${data.transactions_update_status}`;
      if (status !== 'HISTORICAL_UPDATE_COMPLETE') throw new BankRefused('not-ready', status);
      return client.transactionsRecurringGet({ access_token }, { signal });
    }).catch(ifThrown(BankRefused, () => ({ inflow_streams: [], outflow_streams: [] }), isUnsupported));
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

const institutionData = (request: PlaidRequest): Pick<BankData, 'institutions' | 'institution'> => ({
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
    const found = await request((client, { CountryCode }) =>
      client.institutionsGetById(
        { institution_id, country_codes: [CountryCode.Us], options: { include_optional_metadata: true } },
        { signal },
      ),
    ).catch(undefinedIf(isOfRequest));
    return found && institutionOf(found.institution);
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
