// What the screens are given from outside: the server, time, the tab's memory, third parties. A test gives its own.
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import type { Journey } from '#contract/journey.ts';
import type { Call } from '../api/client.ts';
import type { OnWake, Timers } from '../api/timers.ts';
import type { Given } from './given.ts';
import type { JourneyStore } from './journey.ts';
import type { SessionMemory } from './sessionMemory.ts';
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

const EnvironmentContext = createContext<Environment | undefined>(undefined);

interface Surrounded {
  readonly environment: Environment;
  readonly children: ReactNode;
}

export function EnvironmentProvider({ environment, children }: Surrounded) {
  return <EnvironmentContext value={environment}>{children}</EnvironmentContext>;
}

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
