// Calls the server: an endpoint of the contract and, usually, an href that the server sent.
import type { AnswerOf, BodyIn, Endpoint } from '#contract/endpoint.ts';
import type { Timers } from '../lib/timers.ts';
import { ApiFailure, NetworkFailure } from './failures.ts';

export const requestTimeout = 10_000;

type QueryIn = Readonly<Record<string, string | number | boolean | undefined>>;

export interface CallOptions<E extends Endpoint> {
  readonly body?: E extends { body: object } ? BodyIn<E> : unknown;
  readonly query?: QueryIn | undefined;
  /** Fills the `:parts` of a fixed path. An href has none. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type Call = <E extends Endpoint>(
  endpoint: E,
  href?: string,
  options?: CallOptions<E>,
) => Promise<AnswerOf<E>>;

interface Dependencies {
  readonly fetch: typeof fetch;
  readonly timers: Timers;
}

export function createClient({ fetch, timers }: Dependencies): Call {
  return async (endpoint, href, { body, query, parameters, headers, signal } = {}) => {
    const timeout = new AbortController();
    const cancel = timers.after(requestTimeout, () => timeout.abort());
    try {
      const response = await fetch(addressOf(href ?? endpoint.path, parameters, query), {
        method: endpoint.method,
        headers: {
          Accept: 'application/json',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        credentials: 'same-origin',
        signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
        ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
      });
      const answer = await readJson(response);
      if (!response.ok) throw new ApiFailure(response.status, answer, retryAfter(response));
      const parsed = endpoint.answer.safeParse(answer);
      if (!parsed.success) throw new ApiFailure(response.status);
      return parsed.data as never;
    } catch (error) {
      if (error instanceof ApiFailure) throw error;
      if (signal?.aborted) throw signal.reason;
      throw new NetworkFailure(timeout.signal.aborted ? 'too-slow' : 'unreachable', error);
    } finally {
      cancel();
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
  const said = headers.get('retry-after');
  return said !== null && /^\d+$/.test(said) ? Number(said) : undefined;
}

/** The address of a call with its `:parts` and query filled in. */
export function addressOf(
  path: string,
  parameters: Readonly<Record<string, string>> = {},
  query: QueryIn = {},
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
