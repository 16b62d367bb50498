import type { LoaderFunctionArgs } from 'react-router';
import * as z from 'zod/mini';
import { get } from '#contract/endpoint.ts';
import type { Environment } from './environment.ts';

/** Fetches what a screen cannot be rendered without. The screen reads it with `useLoaderData`. */
export type Prepare = (environment: Environment, navigation: LoaderFunctionArgs) => Promise<unknown>;

/** Parsed only when a screen reads it. */
const anyResponse = get('', { response: z.unknown() });

/** Requests what a screen reads first, so that it is rendered whole. What fails here, the screen requests itself. */
export async function readFirst(
  { call, preloaded }: Pick<Environment, 'call' | 'preloaded'>,
  addresses: readonly (string | undefined)[],
): Promise<void> {
  await Promise.all(
    addresses.map(async (address) => {
      if (address) preloaded?.add(address, await call(anyResponse, address).catch(() => {}));
    }),
  );
}
