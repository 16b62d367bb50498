import { useEffect, useEffectEvent } from 'react';
import type { Call } from '../api/client.ts';
import { useEnvironment } from './environment.ts';

/** Calls when the component appears. Without a response, or a call to make, it stays as it is. */
export function useReadOnce<T>(
  read: (call: Call, signal: AbortSignal) => Promise<T> | undefined,
  onResponse: (response: T) => void,
): void {
  const { call } = useEnvironment();
  const start = useEffectEvent((signal: AbortSignal) => read(call, signal));
  const finish = useEffectEvent(onResponse);
  useEffect(() => {
    const stop = new AbortController();
    start(stop.signal)
      ?.then(finish)
      .catch(() => {});
    return () => stop.abort();
  }, []);
}
