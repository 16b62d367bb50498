// What a screen reads from the server. A cached response is shown at once and refreshed when the screen returns.
import {
  keepPreviousData,
  QueryClient,
  skipToken,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { Endpoint, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import { screenAt, screens } from '#contract/screens.ts';
import type { PlainEndpoint, QueryEndpoint } from '../api/client.ts';
import { ApiFailure, isStepOver } from '../api/failures.ts';
import { useEnvironment } from './environment.ts';
import { useRedirectToState } from './use-redirect-to-state.ts';

export function queryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // A server error is retried once, and a lost connection once there is one again; a refusal is final.
        retry: (count, error) => count < 1 && !(error instanceof ApiFailure && error.status < 500),
      },
    },
  });
}

/** Whether a screen has read this address before, so that the next one shows the response at once. */
export const hasRead = (queries: QueryClient, address: string | undefined): boolean =>
  queries
    .getQueryCache()
    .getAll()
    .some(({ queryKey, state }) => queryKey[1] === address && state.data);

/** Reads an href of the journey; waits while there is none. */
export function useServerQuery<E extends PlainEndpoint>(endpoint: E, href: string | undefined) {
  const { call, preloaded } = useEnvironment();
  return useServerRead<ResponseOf<E>>({
    key: keyOf(endpoint, href),
    read: href === undefined ? undefined : (signal) => call(endpoint, href, { signal }),
    preloaded: () => preloaded?.peek(endpoint, href),
  });
}

const keyOf = (endpoint: Endpoint, href: string | undefined, ...query: readonly (object | undefined)[]) => [
  endpoint.path,
  href,
  ...query,
];

/** Replaces the cached response by that of another call. */
export function useSaveAnswer<E extends PlainEndpoint>(endpoint: E, href: string | undefined) {
  const queries = useQueryClient();
  return useCallback(
    (response: ResponseOf<E>) => void queries.setQueryData(keyOf(endpoint, href), response),
    [queries, endpoint, href],
  );
}

/** Like `useServerQuery`, with a query. While another query's response loads, the previous one stays. */
export function useServerSearch<E extends QueryEndpoint>(
  endpoint: E,
  href: string | undefined,
  query: QueryOf<E> | undefined,
) {
  const { call, preloaded } = useEnvironment();
  return useServerRead<ResponseOf<E>>({
    key: keyOf(endpoint, href, query),
    read:
      href === undefined || query === undefined
        ? undefined
        : (signal) => call(endpoint, href, { query, signal }),
    preloaded: () => preloaded?.peek(endpoint, href, { query }),
    keepsPrevious: true,
  });
}

/** Reads what `useServerSearch` then shows at once. A failure is left to it. */
export function useReadAhead() {
  const { call } = useEnvironment();
  const queries = useQueryClient();
  return <E extends QueryEndpoint>(endpoint: E, href: string, query: QueryOf<E>): Promise<void> =>
    queries.prefetchQuery({
      queryKey: keyOf(endpoint, href, query),
      queryFn: ({ signal }) => call(endpoint, href, { query, signal }),
    });
}

interface ServerRead<A> {
  readonly key: readonly unknown[];
  /** Absent until there is an address to read from. */
  readonly read: ((signal: AbortSignal) => Promise<A>) | undefined;
  readonly preloaded: () => A | undefined;
  readonly keepsPrevious?: boolean;
}

function useServerRead<A>({ key, read, preloaded, keepsPrevious }: ServerRead<A>) {
  const result = useQuery<A>({
    queryKey: key,
    queryFn: read ? ({ signal }) => read(signal) : skipToken,
    // The first screen is rendered with the responses sent with the page.
    initialData: () => read && preloaded(),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
  const { error } = result;
  const { afterRefusal } = useRedirectToState();
  // Offers run out, and the application moves on, while a step is open. A public screen stays.
  useEffect(() => {
    const screen = screenAt(window.location.pathname);
    if (error && screen && screens[screen].access === 'step') void afterRefusal(error);
  }, [error, afterRefusal]);
  return result;
}

/** Whether there is nothing to show: a shown response stays, and a lost read can be tried again. */
export const isRefused = ({ isLoadingError, error }: Pick<UseQueryResult, 'isLoadingError' | 'error'>) =>
  isLoadingError && error instanceof ApiFailure && !isStepOver(error);
