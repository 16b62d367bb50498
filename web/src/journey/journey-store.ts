// The application as this browser knows it: the server's journey, read again after each step, so that a reload or another
// tab shows the same.
import { getJourney, type Journey, type JourneyLinks } from '#contract/journey.ts';
import type { Call } from '../api/client.ts';
import { ApiFailure } from '../api/failures.ts';
import type { SessionMemory } from './session-memory.ts';

export interface JourneyStore {
  /** The journey as last read; undefined before the first answer. */
  get(): Journey | undefined;
  /** Whether the first answer has yet to arrive. */
  isLoading(): boolean;
  /** Reads the journey again. */
  refresh(signal?: AbortSignal): Promise<Journey>;
  /** Adds links from a step's own answer, until the next `refresh`. */
  mergeLinks(links: Partial<JourneyLinks>): void;
  clear(): void;
  /** Whether the server last said that the session timed out. The application is still saved. */
  hasEnded(): boolean;
  subscribe(listener: () => void): () => void;
}

export function createJourneyStore(call: Call, memory: SessionMemory): JourneyStore {
  let current: Journey | undefined;
  let requests = 0;
  let pending = 0;
  let ended = false;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const update = (next: Journey | undefined) => {
    current = next;
    notify();
  };
  return {
    get: () => current,
    isLoading: () => current === undefined && pending > 0,
    async refresh(signal) {
      const request = ++requests;
      pending++;
      try {
        const next = await call(getJourney, undefined, { signal });
        ended = false;
        // Answers may arrive out of order. Only the latest request counts.
        if (request === requests) {
          memory.set('stage', next.marker);
          update(next);
        }
        return next;
      } catch (failure) {
        ended = failure instanceof ApiFailure && failure.has('session-ended');
        throw failure;
      } finally {
        pending--;
        notify();
      }
    },
    mergeLinks(links) {
      if (current) update({ ...current, links: { ...current.links, ...links } });
    },
    clear() {
      requests++;
      update(undefined);
    },
    hasEnded: () => ended,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
