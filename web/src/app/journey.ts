// The application as this browser knows it: the server's journey, read again after each step, so that a reload or another
// tab finds the same.
import { getJourney, type Journey, type JourneyLinks } from '#contract/journey.ts';
import type { Call } from '../api/client.ts';
import type { SessionMemory } from './sessionMemory.ts';

export interface JourneyStore {
  /** What was read last; undefined before the first answer. */
  get(): Journey | undefined;
  /** Reads the journey again. */
  refresh(signal?: AbortSignal): Promise<Journey>;
  /** Takes over links that a step's own answer carried, until the next reading says the same. */
  learn(links: Partial<JourneyLinks>): void;
  forget(): void;
  subscribe(listener: () => void): () => void;
}

export function createJourneyStore(call: Call, memory: SessionMemory): JourneyStore {
  let current: Journey | undefined;
  let asked = 0;
  const listeners = new Set<() => void>();
  const put = (next: Journey | undefined) => {
    current = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => current,
    async refresh(signal) {
      const turn = ++asked;
      const next = await call(getJourney, undefined, { signal });
      // Answers may overtake each other; the one asked for last is the truth.
      if (turn === asked) {
        memory.set('stage', next.marker);
        put(next);
      }
      return next;
    },
    learn(links) {
      if (current) put({ ...current, links: { ...current.links, ...links } });
    },
    forget() {
      asked++;
      put(undefined);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
