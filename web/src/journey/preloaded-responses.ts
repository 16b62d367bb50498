// Responses that come with the page or a navigation. As old as those, so only that one screen uses them.
import * as z from 'zod/mini';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { addressOf, type SendOptions } from '../api/client.ts';

type Read = <E extends Endpoint>(
  endpoint: E,
  href?: string,
  options?: SendOptions,
) => ResponseOf<E> | undefined;

export interface PreloadedResponses {
  /** The response to a call, until `clear` is called. */
  readonly peek: Read;
  /** The same, once: the next call gets a fresh response from the server. */
  readonly take: Read;
  readonly add: (address: string, response: unknown) => void;
  /** Drops all responses, once their screen is rendered. */
  readonly clear: () => void;
}

export function readPreloadedResponses(document: Pick<Document, 'getElementById'>): PreloadedResponses {
  try {
    const text = document.getElementById('responses')?.textContent;
    if (text) return preloadedResponses(JSON.parse(text));
  } catch {
    // Without readable responses, the screens call the server.
  }
  return preloadedResponses({});
}

/** `initial`: responses by address. */
export function preloadedResponses(initial: Readonly<Record<string, unknown>>): PreloadedResponses {
  const responses = new Map(Object.entries(initial));
  const peek = <E extends Endpoint>(
    endpoint: E,
    href?: string,
    { parameters, query, headers, body }: SendOptions = {},
  ): ResponseOf<E> | undefined => {
    if (responses.size === 0 || endpoint.method !== 'GET' || headers || body !== undefined) return undefined;
    const address = addressOf(href ?? endpoint.path, parameters, query);
    const parsed = z.safeParse<E['response']>(endpoint.response, responses.get(address));
    return parsed.success ? parsed.data : undefined;
  };
  return {
    peek,
    take(endpoint, href, options) {
      const response = peek(endpoint, href, options);
      if (response !== undefined)
        responses.delete(addressOf(href ?? endpoint.path, options?.parameters, options?.query));
      return response;
    },
    add: (address, response) => void responses.set(address, response),
    clear: () => responses.clear(),
  };
}
