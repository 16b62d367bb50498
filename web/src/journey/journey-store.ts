// The server's journey, read again after each step, so that reloads and other tabs show the same.
import { documentsLinkMarker, getJourney, type Journey, type JourneyLinks } from '#contract/journey.ts';
import type { Call } from '../api/client.ts';
import type { SessionMemory } from './session-memory.ts';

export interface JourneyStore {
  /** The journey as last read; undefined before the first response. */
  get(): Journey | undefined;
  /** The journey sent with the page, with which it was rendered. */
  renderedWith(): Journey | undefined;
  isLoading(): boolean;
  refresh(signal?: AbortSignal): Promise<Journey>;
  /** Adds what a step's own response says, until the next `refresh`. */
  merge(
    changes: Partial<Pick<Journey, 'sessionEndsIn' | 'reminders'>> & {
      readonly links?: Partial<JourneyLinks>;
    },
  ): void;
  /** Runs a navigation. Until it is over, the screen that it leaves shows nothing of the next one's journey. */
  quietly<T>(run: () => Promise<T>): Promise<T>;
  clear(): void;
  subscribe(listener: () => void): () => void;
}

export function createJourneyStore(call: Call, memory: SessionMemory, renderedWith?: Journey): JourneyStore {
  let current: Journey | undefined;
  let requests = 0;
  /** The request whose response is shown, or at which the store was cleared. */
  let shown = 0;
  const pending = new Set<number>();
  const listeners = new Set<() => void>();
  let navigations = 0;
  const notify = () => {
    if (navigations > 0) return;
    for (const listener of listeners) listener();
  };
  const update = (next: Journey | undefined) => {
    current = next;
    notify();
  };
  return {
    get: () => current,
    renderedWith: () => renderedWith,
    isLoading: () => current === undefined && pending.size > 0,
    async refresh(signal) {
      const request = ++requests;
      pending.add(request);
      try {
        const next = await call(getJourney, undefined, { signal });
        // Responses may arrive out of order, and a later request may fail or be aborted: only an older response is dropped.
        if (request > shown) {
          shown = request;
          // Until the text code is entered, the applicant is on the way to the documents that a link opens.
          memory.set(
            'stage',
            memory.get('opening') === 'docusign-resume' ? documentsLinkMarker : next.stageMarker,
          );
          update(next);
        }
        return next;
      } finally {
        pending.delete(request);
        notify();
      }
    },
    merge(changes) {
      if (current) update({ ...current, ...changes, links: { ...current.links, ...changes.links } });
    },
    async quietly(run) {
      navigations += 1;
      try {
        return await run();
      } finally {
        navigations -= 1;
        notify();
      }
    },
    clear() {
      shown = requests;
      pending.clear();
      update(undefined);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
