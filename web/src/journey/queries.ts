// What a screen reads from the server. A cached answer is shown at once and refreshed when the screen returns.
import { QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import type { CallOptions } from '../api/client.ts';
import { ApiFailure } from '../api/failures.ts';
import { useEnvironment } from './environment.ts';
import { useNavigateTo } from './navigate.ts';

export function queryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // A dropped connection or a server error is retried twice; a refusal is final.
        retry: (count, error) => count < 2 && !(error instanceof ApiFailure && error.status < 500),
      },
    },
  });
}

/** Reads an href of the journey; waits while there is none. */
export function useServerQuery<E extends Endpoint>(
  endpoint: E,
  href: string | undefined,
  options: Pick<CallOptions<E>, 'query'> & {
    readonly keepPrevious?: boolean;
  } = {},
) {
  const { call, preloaded } = useEnvironment();
  const { query, keepPrevious } = options;
  const navigate = useNavigateTo();
  const result = useQuery<AnswerOf<E>>({
    queryKey: [endpoint.path, href, query],
    queryFn: ({ signal }) => call(endpoint, href, { query, signal } as CallOptions<E>),
    enabled: href !== undefined,
    // The first screen is drawn with the answers that came with the page.
    initialData: () => (href && preloaded?.peek(endpoint, href, { query } as CallOptions<E>)) || undefined,
    ...(keepPrevious && { placeholderData: (before: unknown) => before as never }),
  });
  const isPast = result.error instanceof ApiFailure && result.error.has('expired');
  // Offers and approvals run out while a screen is open.
  useEffect(() => {
    if (isPast) navigate('expired', { replace: true });
  }, [isPast, navigate]);
  return result;
}
