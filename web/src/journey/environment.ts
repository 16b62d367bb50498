// What the screens need from outside: the server, time, the tab's memory, third parties. A test passes its own.
import { createContext, use, useSyncExternalStore } from 'react';
import type { Journey } from '#contract/journey.ts';
import type { Call } from '../api/client.ts';
import type { OnWake, Timers } from '../lib/timers.ts';
import type { JourneyStore } from './journey-store.ts';
import type { PreloadedResponses } from './preloaded-responses.ts';
import type { OnSessionEnd } from './session-end.ts';
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
  /** Absent where no server can end a session. */
  readonly onSessionEnd?: OnSessionEnd;
  /** Responses sent with the page, in a browser that loaded one. */
  readonly preloaded?: PreloadedResponses;
}

export const EnvironmentContext = createContext<Environment | undefined>(undefined);

export function useEnvironment(): Environment {
  const environment = use(EnvironmentContext);
  if (!environment) throw new Error('There is no environment around this screen.');
  return environment;
}

/** Whether the first journey is still loading, on a screen that is shown before it arrives. */
export function useJourneyLoading(): boolean {
  const { journey } = useEnvironment();
  return useSyncExternalStore(journey.subscribe, journey.isLoading, () => false);
}

/** The journey as last read. A guarded screen always has one. */
export function useJourney(): Journey | undefined {
  const { journey } = useEnvironment();
  return useSyncExternalStore(journey.subscribe, journey.get, journey.renderedWith);
}
