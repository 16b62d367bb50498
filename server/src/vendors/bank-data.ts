// What applicants' banks tell: linking, accounts, owners, regular income. Plaid, by its own SDK.
import {
  type AccountBase,
  Configuration,
  CountryCode,
  PlaidApi,
  PlaidErrorType,
  Products,
  RecurringTransactionFrequency,
  type TransactionStream,
  TransactionStreamStatus,
} from 'plaid';
import { NotPerformed, OutcomeUnknown } from '../platform/jobs/vendor-calls.ts';

export interface LinkRequest {
  /** Our own name for the person; not personal. */
  readonly reference: string;
  readonly lender: string;
  /** What a bank may be told of the person, so that they type it once. */
  readonly person: {
    readonly name: string;
    /** E.164. */
    readonly phone: string;
    readonly email: string;
    readonly street: string;
    readonly city: string;
    readonly state: string;
    readonly zipCode: string;
  };
  /** Where a bank with a page of its own sends the person back to. */
  readonly returnUrl: string;
  readonly webhookUrl: string;
  /** Of a bank that is linked already, to let the person log in there again. */
  readonly accessToken?: string;
}

export interface LinkToken {
  readonly token: string;
  /** ISO instant. */
  readonly expiresAt: string;
}

export interface LinkedItem {
  readonly accessToken: string;
  readonly itemId: string;
}

export interface BankAccount {
  readonly accountId: string;
  readonly name: string;
  readonly mask: string;
  readonly type: string;
  readonly subtype: string;
  readonly currentBalanceCents: number | undefined;
}

/** Full numbers: for moving money, never for a browser, a log or an error. */
export interface AccountNumbers {
  readonly accountId: string;
  readonly accountNumber: string;
  readonly routingNumber: string;
}

export interface BankAddress {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly country: string;
}

export interface AccountOwner {
  readonly names: readonly string[];
  readonly addresses: readonly BankAddress[];
}

export interface Ownership {
  readonly accounts: readonly BankAccount[];
  readonly owners: readonly AccountOwner[];
}

export type Frequency = 'weekly' | 'biweekly' | 'semi-monthly' | 'monthly' | 'annually' | 'irregular';

/** Money that comes in again and again. */
export interface Inflow {
  /** The bank-data vendor's category, such as INCOME_WAGES. */
  readonly category: string;
  readonly averageCents: number;
  readonly frequency: Frequency;
  /** ISO dates. */
  readonly firstDate: string;
  readonly lastDate: string;
  readonly count: number;
  readonly active: boolean;
}

export interface Regularities {
  readonly inflows: readonly Inflow[];
  /** ISO date of the earliest regular movement, in or out. */
  readonly since: string | undefined;
}

export interface Institution {
  readonly institutionId: string;
  readonly name: string;
  /** PNG, base64. */
  readonly logo: string | undefined;
}

export type WebhookKey = { readonly expired: boolean; readonly jwk: Record<string, string> };

export interface BankData {
  createLinkToken(request: LinkRequest, signal: AbortSignal): Promise<LinkToken>;
  /** A public token can be exchanged once. */
  exchange(publicToken: string, signal: AbortSignal): Promise<LinkedItem>;
  /** Ends our access. An item that is gone already is removed. */
  remove(accessToken: string, signal: AbortSignal): Promise<void>;
  /** The vendor's code of what stands between us and the bank; undefined where nothing does. */
  problem(accessToken: string, signal: AbortSignal): Promise<string | undefined>;
  accounts(accessToken: string, signal: AbortSignal): Promise<BankAccount[]>;
  numbers(accessToken: string, signal: AbortSignal): Promise<AccountNumbers[]>;
  ownership(accessToken: string, signal: AbortSignal): Promise<Ownership>;
  regularities(accessToken: string, signal: AbortSignal): Promise<Regularities>;
  institutions(count: number, signal: AbortSignal): Promise<Institution[]>;
  /** Undefined where there is none of this name. */
  institution(id: string, signal: AbortSignal): Promise<Institution | undefined>;
  /** The public key that signs webhooks; undefined where the vendor knows of none. */
  webhookKey(id: string, signal: AbortSignal): Promise<WebhookKey | undefined>;
}

/**
 * `not-ready`: the bank's data is still being fetched. `bank`: the bank does not answer now. `item`: the applicant must
 * link anew before anything can be read. `request`: ours does not hold.
 */
export type BankRefusal = 'not-ready' | 'bank' | 'item' | 'request';

export class BankRefused extends NotPerformed {
  readonly kind: BankRefusal;
  /** The vendor's error code, which names no one. */
  readonly code: string;

  constructor(kind: BankRefusal, code: string) {
    super(`plaid refused with ${code}`);
    this.kind = kind;
    this.code = code;
  }
}

/** History asked for: regular income shows in half a year of transactions. */
const historyDays = 180;

export function plaid(settings: { url: string; clientId: string; secret: string }): BankData {
  const client = new PlaidApi(
    new Configuration({
      basePath: settings.url.replace(/\/$/, ''),
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

  async function ask<A>(call: () => Promise<{ data: A }>): Promise<A> {
    try {
      return (await call()).data;
    } catch (error) {
      throw withoutRequest(error);
    }
  }

  return {
    async createLinkToken({ reference, lender, person, returnUrl, webhookUrl, accessToken }, signal) {
      // A login to what is linked asks for no products, and its webhooks go where they went.
      const what =
        accessToken === undefined
          ? {
              products: [Products.Auth, Products.Identity, Products.Transactions],
              transactions: { days_requested: historyDays },
              webhook: webhookUrl,
            }
          : { access_token: accessToken };
      const { link_token: token, expiration: expiresAt } = await ask(() =>
        client.linkTokenCreate(
          {
            client_name: lender.slice(0, 30),
            language: 'en',
            country_codes: [CountryCode.Us],
            ...what,
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
      const { access_token: accessToken, item_id: itemId } = await ask(() =>
        client.itemPublicTokenExchange({ public_token: publicToken }, { signal }),
      );
      return { accessToken, itemId };
    },

    async remove(accessToken, signal) {
      try {
        await ask(() => client.itemRemove({ access_token: accessToken }, { signal }));
      } catch (error) {
        if (error instanceof BankRefused && gone.has(error.code)) return;
        throw error;
      }
    },

    async problem(accessToken, signal) {
      try {
        const { item } = await ask(() => client.itemGet({ access_token: accessToken }, { signal }));
        return item.error === null ? undefined : item.error.error_code;
      } catch (error) {
        if (error instanceof BankRefused && error.kind === 'item') return error.code;
        throw error;
      }
    },

    async accounts(accessToken, signal) {
      const { accounts } = await ask(() => client.accountsGet({ access_token: accessToken }, { signal }));
      return accounts.map(accountOf);
    },

    async numbers(accessToken, signal) {
      const { numbers } = await ask(() => client.authGet({ access_token: accessToken }, { signal }));
      return numbers.ach.map(({ account_id, account, routing }) => ({
        accountId: account_id,
        accountNumber: account,
        routingNumber: routing,
      }));
    },

    async ownership(accessToken, signal) {
      const { accounts } = await ask(() => client.identityGet({ access_token: accessToken }, { signal }));
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

    async regularities(accessToken, signal) {
      const { inflow_streams, outflow_streams } = await ask(() =>
        client.transactionsRecurringGet({ access_token: accessToken }, { signal }),
      );
      const since = [...inflow_streams, ...outflow_streams].map(({ first_date }) => first_date).sort()[0];
      return { inflows: inflow_streams.flatMap(inflowOf), since };
    },

    async institutions(count, signal) {
      const { institutions } = await ask(() =>
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
        const { institution } = await ask(() =>
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

    async webhookKey(id, signal) {
      try {
        const { key } = await ask(() => client.webhookVerificationKeyGet({ key_id: id }, { signal }));
        const { kty, crv, x, y, alg, expired_at } = key;
        return { expired: expired_at !== null, jwk: { kty, crv, x, y, alg } };
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

/** The vendor counts what comes in as negative; a stream whose amount it does not know, or not in dollars, is left out. */
function inflowOf(stream: TransactionStream): Inflow[] {
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

const gone = new Set(['ITEM_NOT_FOUND', 'INVALID_ACCESS_TOKEN']);
const needsTheApplicant = new Set([
  'ACCESS_NOT_GRANTED',
  'ADDITIONAL_CONSENT_REQUIRED',
  'INVALID_ACCESS_TOKEN',
  'NO_ACCOUNTS',
  'NO_AUTH_ACCOUNTS',
  'NO_IDENTITY_DATA',
  'PRODUCTS_NOT_SUPPORTED',
]);

/** The SDK's errors carry the request with our secret and the person's tokens in it; ours do not. */
function withoutRequest(error: unknown): Error {
  const { response, code: reason = '' } = error as {
    response?: { status: number; data: unknown };
    code?: string;
  };
  if (response === undefined) {
    const never = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
    return never.includes(reason)
      ? new NotPerformed('plaid cannot be reached')
      : new OutcomeUnknown('plaid did not answer');
  }
  if (response.status >= 500) return new OutcomeUnknown(`plaid answered ${response.status}`);
  const said: unknown = response.data;
  const word = (name: string) => {
    const value =
      typeof said === 'object' && said !== null ? (said as Record<string, unknown>)[name] : undefined;
    return typeof value === 'string' && /^[A-Z_]{1,80}$/.test(value) ? value : '';
  };
  const code = word('error_code') || String(response.status);
  return new BankRefused(kindOf(word('error_type'), code), code);
}

function kindOf(type: string, code: string): BankRefusal {
  if (code === 'PRODUCT_NOT_READY') return 'not-ready';
  if (type === PlaidErrorType.InstitutionError || type === PlaidErrorType.RateLimitExceeded) return 'bank';
  if (type === PlaidErrorType.ItemError || needsTheApplicant.has(code)) return 'item';
  return 'request';
}
