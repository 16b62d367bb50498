// Bank data from Plaid, through its own SDK.
import { type BankData, BankRefused } from '../bank-data.ts';
import { checkScript, ToFix } from '../vendor-check.ts';
import { accountData, institutionData } from './data.ts';
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
      try {
        const { key } = await request((client) => client.webhookVerificationKeyGet({ key_id }, { signal }));
        const { kty, crv, x, y, alg, expired_at } = key;
        return { expired: expired_at !== null, jwk: { kty, crv, x, y, alg } };
      } catch (error) {
        if (error instanceof BankRefused && error.kind === 'request') return undefined;
        throw error;
      }
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
    try {
      await request((client) => client.itemRemove({ access_token }, { signal }));
    } catch (error) {
      if (error instanceof BankRefused && goneCodes.has(error.code)) return;
      throw error;
    }
  },

  async problem(access_token, signal) {
    try {
      const { item } = await request((client) => client.itemGet({ access_token }, { signal }));
      return item.error === null ? undefined : item.error.error_code;
    } catch (error) {
      if (error instanceof BankRefused && error.kind === 'item') return error.code;
      throw error;
    }
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
