// Reads of the server that a screen shows. What was read is shown again at once and looked at afresh when a screen returns.
import { QueryClient, useQuery } from '@tanstack/react-query';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import type { CallOptions } from '../api/client.ts';
import { ApiFailure } from '../api/failures.ts';
import { pollEvery, pollFor } from '../api/polling.ts';
import { useEnvironment } from './environment.ts';

export function queryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // A refusal stays one; a dropped network or a fault of the server's is asked again twice.
        retry: (count, error) => count < 2 && !(error instanceof ApiFailure && error.status < 500),
      },
    },
  });
}

/** Reads an href of the journey; asks nothing while there is none. */
export function useServer<E extends Endpoint>(
  endpoint: E,
  href: string | undefined,
  options: Pick<CallOptions<E>, 'query'> & {
    readonly keep?: boolean;
    /** Asks again, every three seconds and later less often, until this holds of the answer. */
    readonly until?: (answer: AnswerOf<E>) => boolean;
  } = {},
) {
  const { call, given } = useEnvironment();
  const { query, keep, until } = options;
  return useQuery<AnswerOf<E>>({
    queryKey: [endpoint.path, href, query],
    queryFn: ({ signal }) => call(endpoint, href, { query, signal } as CallOptions<E>),
    enabled: href !== undefined,
    // Drawn at once with what came along with the page.
    initialData: () => (href && given?.look(endpoint, href, { query } as CallOptions<E>)) || undefined,
    ...(until && {
      refetchInterval: ({ state: { data, dataUpdateCount } }) =>
        data !== undefined && until(data)
          ? false
          : dataUpdateCount < pollFor / pollEvery
            ? pollEvery
            : 30_000,
    }),
    ...(keep && { placeholderData: (before: unknown) => before as never }),
  });
}
