// What the screens are given from outside: the server, time, the tab's memory, third parties. A test gives its own.
import { createContext, use, useSyncExternalStore } from 'react';
import type { Journey } from '#contract/journey.ts';
import type { Call } from '../api/client.ts';
import type { OnWake, Timers } from '../lib/timers.ts';
import type { JourneyStore } from './journey-store.ts';
import type { Given } from './preloaded-answers.ts';
import type { SessionMemory } from './session-memory.ts';
import type { Settings } from './settings.ts';

export interface Environment {
  readonly call: Call;
  readonly now: () => Date;
  readonly timers: Timers;
  readonly onWake: OnWake;
  readonly memory: SessionMemory;
  readonly journey: JourneyStore;
  readonly settings: Settings;
  /** What came along with the page; nothing where no page did. */
  readonly given?: Given;
}

export const EnvironmentContext = createContext<Environment | undefined>(undefined);

export function useEnvironment(): Environment {
  const environment = use(EnvironmentContext);
  if (!environment) throw new Error('A screen stands outside its environment.');
  return environment;
}

/** Whether the journey is still on its way for the first time, on a screen that is shown before it is known. */
export function useJourneyAwaited(): boolean {
  const { journey } = useEnvironment();
  return useSyncExternalStore(journey.subscribe, journey.awaited, () => false);
}

/** The journey as read last. A guarded screen always finds one. */
export function useJourney(): Journey | undefined {
  const { journey } = useEnvironment();
  return useSyncExternalStore(journey.subscribe, journey.get, () => undefined);
}
