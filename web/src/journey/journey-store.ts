// The application as this browser knows it: the server's journey, read again after each step, so that a reload or another
// tab finds the same.
import { getJourney, type Journey, type JourneyLinks } from '#contract/journey.ts';
import type { Call } from '../api/client.ts';
import { ApiFailure } from '../api/failures.ts';
import type { SessionMemory } from './session-memory.ts';

export interface JourneyStore {
  /** What was read last; undefined before the first answer. */
  get(): Journey | undefined;
  /** Whether a first answer is still on its way. */
  awaited(): boolean;
  /** Reads the journey again. */
  refresh(signal?: AbortSignal): Promise<Journey>;
  /** Takes over links that a step's own answer carried, until the next reading says the same. */
  learn(links: Partial<JourneyLinks>): void;
  forget(): void;
  /** The server said last that this browser's session was ended by idleness, and its application kept. */
  hasEnded(): boolean;
  subscribe(listener: () => void): () => void;
}

export function createJourneyStore(call: Call, memory: SessionMemory): JourneyStore {
  let current: Journey | undefined;
  let asked = 0;
  let underway = 0;
  let ended = false;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const put = (next: Journey | undefined) => {
    current = next;
    tell();
  };
  return {
    get: () => current,
    awaited: () => current === undefined && underway > 0,
    async refresh(signal) {
      const turn = ++asked;
      underway++;
      try {
        const next = await call(getJourney, undefined, { signal });
        ended = false;
        // Answers may overtake each other; the one asked for last is the truth.
        if (turn === asked) {
          memory.set('stage', next.marker);
          put(next);
        }
        return next;
      } catch (failure) {
        ended = failure instanceof ApiFailure && failure.has('session-ended');
        throw failure;
      } finally {
        underway--;
        tell();
      }
    },
    learn(links) {
      if (current) put({ ...current, links: { ...current.links, ...links } });
    },
    forget() {
      asked++;
      put(undefined);
    },
    hasEnded: () => ended,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
