import { registerHooks } from 'node:module';
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
  const load = async () => {
    const sdk = await loadSdk();
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

/**
 * The SDK takes 10 MB, so a process that never calls Plaid does not load it. Three quarters of its largest file are a source map, for which
 * each process would hold 40 MB more.
 */
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
