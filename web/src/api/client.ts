// Calls the server: an endpoint of the contract and, usually, an href that the server sent.
import * as z from 'zod/mini';
import type { BodyIn, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { Timers } from '../lib/timers.ts';
import { ApiFailure, NetworkFailure } from './failures.ts';

export const requestTimeout = 10_000;

interface CallInit {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface ReadOptions<E extends Endpoint> extends CallInit {
  readonly query?: QueryOf<E> | undefined;
  /** Fills the `:parts` of a fixed path. An href has none. */
  readonly parameters?: ParamsOf<E>;
}

type WithoutBody = Endpoint & { readonly body?: undefined; readonly bytes?: undefined };

/** A call that may be sent without a query. */
export type PlainEndpoint = WithoutBody & {
  readonly query?: z.ZodMiniObject<Readonly<Record<string, z.ZodMiniOptional>>>;
};
export type QueryEndpoint = WithoutBody & { readonly query: z.ZodMiniType<object> };

export interface Call {
  <E extends PlainEndpoint>(endpoint: E, href?: string, options?: ReadOptions<E>): Promise<ResponseOf<E>>;
  <E extends QueryEndpoint>(
    endpoint: E,
    href: string | undefined,
    options: ReadOptions<E> & { readonly query: QueryOf<E> },
  ): Promise<ResponseOf<E>>;
  <E extends Endpoint & { readonly body: z.ZodMiniType }>(
    endpoint: E,
    href: string | undefined,
    options: CallInit & { readonly body: BodyIn<E> },
  ): Promise<ResponseOf<E>>;
  <E extends Endpoint & { readonly bytes: object }>(
    endpoint: E,
    href: string | undefined,
    options: CallInit & { readonly body: Blob },
  ): Promise<ResponseOf<E>>;
}

export interface SendOptions extends CallInit {
  readonly body?: unknown;
  readonly query?: object | undefined;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** The same for any endpoint, as the layers around the client pass calls on. */
export type Send = <E extends Endpoint>(
  endpoint: E,
  href?: string,
  options?: SendOptions,
) => Promise<ResponseOf<E>>;

interface Dependencies {
  readonly fetch: typeof fetch;
  readonly timers: Timers;
}

export function createClient({ fetch, timers }: Dependencies): Send {
  return async <E extends Endpoint>(
    endpoint: E,
    href?: string,
    { body, query, parameters, headers, signal }: SendOptions = {},
  ): Promise<ResponseOf<E>> => {
    const stop = new AbortController();
    const abort = () => stop.abort();
    const cancel = timers.after(requestTimeout, abort);
    signal?.addEventListener('abort', abort);
    try {
      signal?.throwIfAborted();
      const response = await fetch(addressOf(href ?? endpoint.path, parameters, query), {
        method: endpoint.method,
        headers: {
          Accept: 'application/json',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        credentials: 'same-origin',
        signal: stop.signal,
        ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
      });
      const content = await readJson(response);
      if (!response.ok) throw new ApiFailure(response.status, content, retryAfter(response));
      const parsed = z.safeParse<E['response']>(endpoint.response, content);
      if (!parsed.success) throw new ApiFailure(response.status);
      return parsed.data;
    } catch (error) {
      if (error instanceof ApiFailure) throw error;
      if (signal?.aborted) throw signal.reason;
      throw new NetworkFailure(stop.signal.aborted ? 'too-slow' : 'unreachable', error);
    } finally {
      cancel();
      signal?.removeEventListener('abort', abort);
    }
  };
}

/** The body as JSON; undefined when it is missing or invalid. A connection that breaks while reading still throws. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function retryAfter({ headers }: Response): number | undefined {
  const seconds = headers.get('retry-after');
  return seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) : undefined;
}

export function addressOf(
  path: string,
  parameters: Readonly<Record<string, string>> = {},
  query: object = {},
): string {
  const filled = path.replace(/:([A-Za-z0-9]+)/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`No address: ${path} lacks ${name}.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
  return search ? `${filled}${filled.includes('?') ? '&' : '?'}${search}` : filled;
}
