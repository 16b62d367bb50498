import { Configuration, PlaidApi } from 'plaid';
import { redactedError } from './plaid-errors.ts';

/** Calls Plaid's client. Its errors become ours. */
export type PlaidRequest = <A>(call: (client: PlaidApi) => Promise<{ data: A }>) => Promise<A>;

export function plaidRequest({
  url,
  clientId,
  secret,
}: {
  readonly url: string;
  readonly clientId: string;
  readonly secret: string;
}): PlaidRequest {
  const client = new PlaidApi(
    new Configuration({
      basePath: url,
      baseOptions: {
        headers: { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret, 'Plaid-Version': '2020-09-14' },
        maxRedirects: 0,
      },
    }),
  );
  return async (call) => {
    try {
      return (await call(client)).data;
    } catch (error) {
      throw redactedError(error);
    }
  };
}
