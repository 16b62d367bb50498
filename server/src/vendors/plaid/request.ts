import { registerHooks } from 'node:module';
import type { PlaidApi } from 'plaid';
import { OutcomeUnknown } from '../../platform/jobs/vendor-calls.ts';
import { once } from '../../platform/once.ts';
import { type BankRefusal, BankRefused } from '../bank-data.ts';
import { errorDetails } from '../error-details.ts';
import { isRedirect, VendorRedirected, withoutResponse } from '../http-client.ts';

type Sdk = typeof import('plaid');

/** Calls Plaid's client. Its errors become ours. */
export type PlaidRequest = <A>(call: (client: PlaidApi, sdk: Sdk) => Promise<{ data: A }>) => Promise<A>;

export interface PlaidLogin {
  readonly url: string;
  readonly clientId: string;
  readonly secret: string;
}

export function plaidRequest({ url, clientId, secret }: PlaidLogin): PlaidRequest {
  const load = once(async () => {
    const sdk = await loadSdk();
    const configuration = new sdk.Configuration({
      basePath: url,
      baseOptions: {
        headers: { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret, 'Plaid-Version': '2020-09-14' },
        maxRedirects: 0,
      },
    });
    return { sdk, client: new sdk.PlaidApi(configuration) };
  });
  return async (call) => {
    const { sdk, client } = await load();
    try {
      return (await call(client, sdk)).data;
    } catch (error) {
      throw redactedError(error);
    }
  };
}

/** Loads the SDK's 10 MB only when needed, without its source map, for which each process would hold 40 MB more. */
async function loadSdk(): Promise<Sdk> {
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith('/plaid/dist/api.js')) return loaded;
      const [code = ''] = String(loaded.source).split('//# sourceMappingURL=');
      // A part of a string would hold all of it in memory.
      return { ...loaded, source: Buffer.from(code) };
    },
  });
  try {
    return await import('plaid');
  } finally {
    hooks.deregister();
  }
}

/** Errors that only the applicant can fix, by connecting the bank again. */
const needsApplicant = new Set([
  'ACCESS_NOT_GRANTED',
  'ADDITIONAL_CONSENT_REQUIRED',
  'INVALID_ACCESS_TOKEN',
  'NO_ACCOUNTS',
  'NO_AUTH_ACCOUNTS',
  'NO_IDENTITY_DATA',
  'PRODUCTS_NOT_SUPPORTED',
]);

/** The SDK's errors contain the request with our secret and the applicant's tokens, so they must not be passed on. */
export function redactedError(error: unknown): Error {
  // The SDK's client is axios. Any other error is a bug of ours.
  if (!(error instanceof Error) || !('isAxiosError' in error)) throw error;
  const { response, config } = error as {
    response?: { status: number; data: unknown; headers: { location?: string } };
    config?: { url?: string; data?: unknown };
  };
  if (response === undefined) return withoutResponse('plaid', error);
  if (isRedirect(response.status))
    return new VendorRedirected('plaid', response.status, response.headers.location, config?.url ?? '');
  const body: unknown = response.data;
  const details = errorDetails(body, config?.data);
  if (response.status >= 500) return new OutcomeUnknown(`plaid answered ${response.status} (${details})`);
  const field = (name: string) => {
    const value =
      typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
    return typeof value === 'string' && /^[A-Z_]{1,80}$/.test(value) ? value : '';
  };
  const code = field('error_code') || String(response.status);
  return new BankRefused(kindOf(field('error_type'), code), code, details);
}

function kindOf(type: string, code: string): BankRefusal {
  if (code === 'PRODUCT_NOT_READY') return 'not-ready';
  if (type === 'INSTITUTION_ERROR' || type === 'RATE_LIMIT_EXCEEDED') return 'bank';
  if (type === 'ITEM_ERROR' || needsApplicant.has(code)) return 'item';
  return 'request';
}
