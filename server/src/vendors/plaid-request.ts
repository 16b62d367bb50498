import type { PlaidApi } from 'plaid';
import { redactedError } from './plaid-errors.ts';

type Sdk = typeof import('plaid');

/** Calls Plaid's client. Its errors become ours. */
export type PlaidRequest = <A>(call: (client: PlaidApi, sdk: Sdk) => Promise<{ data: A }>) => Promise<A>;

export function plaidRequest({
  url,
  clientId,
  secret,
}: {
  readonly url: string;
  readonly clientId: string;
  readonly secret: string;
}): PlaidRequest {
  // The SDK takes 80 MB, so a process that never calls Plaid does not load it.
  const load = async () => {
    const sdk = await import('plaid');
    const configuration = new sdk.Configuration({
      basePath: url,
      baseOptions: {
        headers: { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret, 'Plaid-Version': '2020-09-14' },
        maxRedirects: 0,
      },
    });
    return { sdk, client: new sdk.PlaidApi(configuration) };
  };
  let loaded: ReturnType<typeof load> | undefined;
  return async (call) => {
    loaded ??= load();
    const { sdk, client } = await loaded;
    try {
      return (await call(client, sdk)).data;
    } catch (error) {
      throw redactedError(error);
    }
  };
}
