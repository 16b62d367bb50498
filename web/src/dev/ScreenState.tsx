// One screen in one state, rendered by the application with a fake server's responses.
import { useEffect, useState } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { Endpoint } from '#contract/endpoint.ts';
import { pathOf } from '#contract/screens.ts';
import type { Call } from '../api/client.ts';
import { NetworkFailure } from '../api/failures.ts';
import { routesOf } from '../app/routes.tsx';
import { type Environment, EnvironmentContext } from '../journey/environment.ts';
import { createJourneyStore } from '../journey/journey-store.ts';
import type { SessionMemory } from '../journey/session-memory.ts';
import { manualTimers } from '../lib/manual-timers.ts';
import { realTimers, type Timers } from '../lib/timers.ts';
import type { ScreenState as State } from './screen-state.ts';
import { replyTo } from './states.ts';

/** What a picture shows as the present. The example dates of the states are around it. */
const moment = Date.parse('2026-03-02T15:00:00Z');
/** How a picture lets time pass: the event's detail is the number of milliseconds. */
const passing = 'branchline:pass';

/** Timers of which some seconds have passed. */
const ahead = (timers: Timers, seconds: number): Timers => ({
  ...timers,
  after: (milliseconds, run) => timers.after(Math.max(0, milliseconds - seconds * 1000), run),
});

function environmentOf(state: State, still: ReturnType<typeof manualTimers> | undefined): Environment {
  const call = ((endpoint: Endpoint) =>
    navigator.onLine ? replyTo(state, endpoint) : Promise.reject(new NetworkFailure('unreachable'))) as Call;
  const kept = new Map<string, string>(Object.entries(state.remembers ?? {}));
  const memory: SessionMemory = {
    get: ((key) => kept.get(key)) as SessionMemory['get'],
    set: (key, value) => void (value === undefined ? kept.delete(key) : kept.set(key, value)),
    clear: () => kept.clear(),
  };
  return {
    call,
    now: () => (still ? new Date(moment + still.now()) : new Date()),
    timers: ahead(still ?? realTimers, state.waited ?? 0),
    onWake: () => () => {},
    memory,
    journey: createJourneyStore(call, memory),
    settings: {},
  };
}

interface ScreenStateProps {
  readonly state: State;
  /** Time doesn't pass, for a picture. */
  readonly isStill: boolean;
}

export function ScreenState({ state, isStill }: ScreenStateProps) {
  const [still] = useState(() => (isStill ? manualTimers() : undefined));
  const [environment] = useState(() => environmentOf(state, still));
  useEffect(() => {
    const pass = (event: Event) => void still?.advance(Number((event as CustomEvent).detail));
    addEventListener(passing, pass);
    return () => removeEventListener(passing, pass);
  }, [still]);
  const [router] = useState(() =>
    createMemoryRouter(routesOf(environment), {
      initialEntries: [(state.path ?? pathOf(state.screen)) + (state.search ?? '')],
    }),
  );
  return (
    <EnvironmentContext value={environment}>
      <RouterProvider router={router} />
    </EnvironmentContext>
  );
}
