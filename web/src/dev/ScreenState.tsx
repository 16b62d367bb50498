// One screen in one state, drawn by the application with a fake server's answers.
import { useState } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { pathOf } from '#contract/screens.ts';
import type { Call } from '../api/client.ts';
import { routesOf } from '../app/routes.tsx';
import { type Environment, EnvironmentContext } from '../journey/environment.ts';
import { createJourneyStore } from '../journey/journey-store.ts';
import type { SessionMemory } from '../journey/session-memory.ts';
import { realTimers, type Timers } from '../lib/timers.ts';
import type { ScreenState as State } from './screen-state.ts';
import { replyTo } from './states.ts';

/** Timers of which some seconds have passed. */
const timersAhead = (seconds: number): Timers => ({
  ...realTimers,
  after: (milliseconds, run) => realTimers.after(Math.max(0, milliseconds - seconds * 1000), run),
});

function environmentOf(state: State): Environment {
  const call = ((endpoint) => replyTo(state, endpoint)) as Call;
  const kept = new Map<string, string>(Object.entries(state.remembers ?? {}));
  const memory: SessionMemory = {
    get: (key) => kept.get(key),
    set: (key, value) => void (value === undefined ? kept.delete(key) : kept.set(key, value)),
    clear: () => kept.clear(),
  };
  return {
    call,
    now: () => new Date(),
    timers: timersAhead(state.waited ?? 0),
    onWake: () => () => {},
    memory,
    journey: createJourneyStore(call, memory),
    settings: {},
  };
}

export function ScreenState({ state }: { readonly state: State }) {
  const [environment] = useState(() => environmentOf(state));
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
