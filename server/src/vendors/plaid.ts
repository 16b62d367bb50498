// Bank data from Plaid, through its own SDK.
import {
  type AccountBase,
  Configuration,
  CountryCode,
  DepositoryAccountSubtype,
  PlaidApi,
  Products,
  RecurringTransactionFrequency,
  type TransactionStream,
  TransactionStreamStatus,
} from 'plaid';
import {
  type BankAccount,
  type BankData,
  BankRefused,
  type Frequency,
  type InflowStream,
  type Institution,
} from './bank-data.ts';
import { redactedError } from './plaid-errors.ts';
import { plaidWebhook } from './plaid-webhook.ts';
import { checkScript, ToFix } from './vendor-check.ts';

/** How much history to fetch: recurring income shows in half a year of transactions. */
const historyDays = 180;

/** Only these receive loans and make payments, so others are not offered. */
const accountFilters = {
  depository: { account_subtypes: [DepositoryAccountSubtype.Checking, DepositoryAccountSubtype.Savings] },
};

export function plaid(settings: {
  url: string;
  scriptUrl: string;
  clientId: string;
  secret: string;
  /** Whether the account with Plaid has Identity Match. */
  hasIdentityMatch: boolean;
  /** Where banks that use OAuth return to, which Plaid has to know. */
  returnUrls: readonly string[];
  publicUrl: string;
}): BankData {
  const client = new PlaidApi(
    new Configuration({
      basePath: settings.url,
      baseOptions: {
        headers: {
          'PLAID-CLIENT-ID': settings.clientId,
          'PLAID-SECRET': settings.secret,
          'Plaid-Version': '2020-09-14',
        },
        maxRedirects: 0,
      },
    }),
  );

  async function request<A>(call: () => Promise<{ data: A }>): Promise<A> {
    try {
      return (await call()).data;
    } catch (error) {
      throw redactedError(error);
    }
  }

  return {
    vendor: 'plaid',
    webhook: plaidWebhook(async (id, signal) => {
      try {
        const { key } = await request(() => client.webhookVerificationKeyGet({ key_id: id }, { signal }));
        const { kty, crv, x, y, alg, expired_at } = key;
        return { expired: expired_at !== null, jwk: { kty, crv, x, y, alg } };
      } catch (error) {
        if (error instanceof BankRefused && error.kind === 'request') return undefined;
        throw error;
      }
    }),

    /** Asks for a bank, and for a link token that nobody uses: Plaid refuses one for a product or an address it doesn’t know. */
    async tryKeys(signal) {
      await this.institutions(1, signal).catch((error: unknown) => {
        if (!(error instanceof BankRefused)) throw error;
        throw new ToFix(
          `PLAID_CLIENT_ID or PLAID_SECRET is not accepted at PLAID_URL, each of which has a secret of its own: ${error.message}`,
        );
      });
      const webhookUrl = `${settings.publicUrl}${this.webhook.path}`;
      for (const returnUrl of settings.returnUrls)
        await this.createLinkToken({ ...nobody, returnUrl, webhookUrl }, signal).catch((error: unknown) => {
          if (!(error instanceof BankRefused)) throw error;
          throw new ToFix(
            `Plaid gives no link token: register ${returnUrl} as redirect URI, and have Auth, Identity and Transactions enabled (${error.message})`,
          );
        });
      await checkScript('PLAID_LINK_SCRIPT_URL', settings.scriptUrl, signal);
      return 'signed in; link tokens are given for each return address, and the script loads';
    },
    async createLinkToken({ reference, lender, person, returnUrl, webhookUrl, accessToken }, signal) {
      // Logging in again asks for no products and keeps the webhook address.
      const linkOptions =
        accessToken === undefined
          ? {
              products: [Products.Auth, Products.Identity, Products.Transactions],
              transactions: { days_requested: historyDays },
              webhook: webhookUrl,
              account_filters: accountFilters,
            }
          : { access_token: accessToken };
      const { link_token: token, expiration: expiresAt } = await request(() =>
        client.linkTokenCreate(
          {
            client_name: lender.slice(0, 30),
            language: 'en',
            country_codes: [CountryCode.Us],
            ...linkOptions,
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
            redirect_uri: returnUrl,
          },
          { signal },
        ),
      );
      return { token, expiresAt };
    },

    async exchange(publicToken, signal) {
      const { access_token: accessToken, item_id: itemId } = await request(() =>
        client.itemPublicTokenExchange({ public_token: publicToken }, { signal }),
      );
      return { accessToken, itemId };
    },

    async remove(accessToken, signal) {
      try {
        await request(() => client.itemRemove({ access_token: accessToken }, { signal }));
      } catch (error) {
        if (error instanceof BankRefused && goneCodes.has(error.code)) return;
        throw error;
      }
    },

    async problem(accessToken, signal) {
      try {
        const { item } = await request(() => client.itemGet({ access_token: accessToken }, { signal }));
        return item.error === null ? undefined : item.error.error_code;
      } catch (error) {
        if (error instanceof BankRefused && error.kind === 'item') return error.code;
        throw error;
      }
    },

    async accounts(accessToken, signal) {
      const { accounts } = await request(() => client.accountsGet({ access_token: accessToken }, { signal }));
      return accounts.map(accountOf);
    },

    async numbers(accessToken, signal) {
      const { numbers } = await request(() => client.authGet({ access_token: accessToken }, { signal }));
      return numbers.ach.map(({ account_id, account, routing, is_tokenized_account_number }) => ({
        accountId: account_id,
        accountNumber: account,
        routingNumber: routing,
        isTokenized: is_tokenized_account_number === true,
      }));
    },

    async ownership(accessToken, signal) {
      const { accounts } = await request(() => client.identityGet({ access_token: accessToken }, { signal }));
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

    async ownerMatch(accessToken, { name, street, city, state, zipCode }, signal) {
      if (!settings.hasIdentityMatch) return undefined;
      try {
        const { accounts } = await request(() =>
          client.identityMatch(
            {
              access_token: accessToken,
              user: {
                legal_name: name,
                address: { street, city, region: state, postal_code: zipCode, country: 'US' },
              },
            },
            { signal },
          ),
        );
        const best = (scores: readonly (number | null | undefined)[]) => {
          const known = scores.filter((score) => typeof score === 'number');
          return known.length === 0 ? undefined : Math.max(...known);
        };
        return {
          name: best(accounts.map(({ legal_name }) => legal_name?.score)),
          address: best(accounts.map(({ address }) => address?.score)),
        };
      } catch (error) {
        // The account has no Identity Match after all, or the bank names no owners. Our own comparison decides.
        if (error instanceof BankRefused && (error.kind === 'request' || error.kind === 'item'))
          return undefined;
        throw error;
      }
    },

    async recurringTransactions(accessToken, signal) {
      const { inflow_streams, outflow_streams } = await request(() =>
        client.transactionsRecurringGet({ access_token: accessToken }, { signal }),
      );
      const since = [...inflow_streams, ...outflow_streams].map(({ first_date }) => first_date).sort()[0];
      return { inflows: inflow_streams.flatMap(inflowOf), since };
    },

    async institutions(count, signal) {
      const { institutions } = await request(() =>
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

    async institution(id, signal) {
      try {
        const { institution } = await request(() =>
          client.institutionsGetById(
            {
              institution_id: id,
              country_codes: [CountryCode.Us],
              options: { include_optional_metadata: true },
            },
            { signal },
          ),
        );
        return institutionOf(institution);
      } catch (error) {
        if (error instanceof BankRefused && error.kind === 'request') return undefined;
        throw error;
      }
    },
  };
}

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

function institutionOf(one: { institution_id: string; name: string; logo?: string | null }): Institution {
  return { institutionId: one.institution_id, name: one.name, logo: one.logo ?? undefined };
}

const frequencies: Record<RecurringTransactionFrequency, Frequency> = {
  [RecurringTransactionFrequency.Weekly]: 'weekly',
  [RecurringTransactionFrequency.Biweekly]: 'biweekly',
  [RecurringTransactionFrequency.SemiMonthly]: 'semi-monthly',
  [RecurringTransactionFrequency.Monthly]: 'monthly',
  [RecurringTransactionFrequency.Annually]: 'annually',
  [RecurringTransactionFrequency.Unknown]: 'irregular',
};

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
      active: stream.is_active && stream.status !== TransactionStreamStatus.Tombstoned,
    },
  ];
}

/** Whom a check asks a link token for. */
const nobody = {
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

/** Errors that mean the item no longer exists. */
const goneCodes = new Set(['ITEM_NOT_FOUND', 'INVALID_ACCESS_TOKEN']);
