// One screen in one state, rendered by the application with a fake server's responses.
import { useEffect, useState } from 'react';
import { createMemoryRouter } from 'react-router';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Journey } from '#contract/journey.ts';
import { getOutage } from '#contract/outage.ts';
import { pathOf, screens } from '#contract/screens.ts';
import type { Call } from '../api/client.ts';
import { NetworkFailure } from '../api/failures.ts';
import { RoutedPage, routerReady } from '../app/RoutedApp.tsx';
import { routesOf } from '../app/routes.tsx';
import type { Environment } from '../journey/environment.ts';
import { createJourneyStore } from '../journey/journey-store.ts';
import { type PreloadedResponses, preloadedResponses } from '../journey/preloaded-responses.ts';
import type { SessionMemory } from '../journey/session-memory.ts';
import { manualTimers } from '../lib/manual-timers.ts';
import { realTimers, type Timers } from '../lib/timers.ts';
import type { ScreenState as State } from './screen-state.ts';
import { replyOf, replyTo } from './states.ts';

/** What a picture shows as the present. The example dates of the states are around it. */
const moment = Date.parse('2026-03-02T15:00:00Z');
/** How a picture lets time pass: the event's detail is the number of milliseconds. */
const passing = 'branchline:pass';

/** Timers of which some seconds have passed. */
const ahead = (timers: Timers, seconds: number): Timers => ({
  ...timers,
  after: (milliseconds, run) => timers.after(Math.max(0, milliseconds - seconds * 1000), run),
});

/** Of a tab that remembers what the state declares. */
export function environmentOf(
  state: State,
  base: Pick<Environment, 'call' | 'now' | 'timers'>,
  renderedWith?: Journey,
): Environment {
  const kept = new Map<string, string>(Object.entries(state.remembers ?? {}));
  const memory: SessionMemory = {
    get: ((key) => kept.get(key)) as SessionMemory['get'],
    set: (key, value) => void (value === undefined ? kept.delete(key) : kept.set(key, value)),
    clear: () => kept.clear(),
  };
  const journey = createJourneyStore(base.call, memory, renderedWith);
  return { ...base, onWake: () => () => {}, memory, journey, settings: {} };
}

export const routerOf = ({ screen, path = pathOf(screen), search = '' }: State, environment: Environment) =>
  createMemoryRouter(routesOf(environment), { initialEntries: [path + search] });

/** What the product reads before it shows a screen comes with its page: what the screen's links lead to, and the terms of an amount. */
function responsesOf(state: State): PreloadedResponses {
  const { reads = [] } = screens[state.screen];
  const addresses = [getOutage.path, ...['terms', ...reads].map((link) => `/api/dev/${link}`)];
  const peek = ((endpoint, href = '') => {
    const reply = replyOf(state, endpoint);
    return addresses.includes(href) && typeof reply === 'object' ? reply : undefined;
  }) as PreloadedResponses['peek'];
  return { ...preloadedResponses({}), peek };
}

function pictureOf(state: State, still: ReturnType<typeof manualTimers> | undefined): Environment {
  const call = (async (endpoint: Endpoint) => {
    if (!navigator.onLine) throw new NetworkFailure('unreachable');
    // What a screen reads first, without a path, is preloaded.
    return endpoint.path ? replyTo(state, endpoint) : undefined;
  }) as Call;
  const base = {
    call,
    now: () => (still ? new Date(moment + still.now()) : new Date()),
    timers: ahead(still ?? realTimers, state.waited ?? 0),
  };
  return { ...environmentOf(state, base), preloaded: responsesOf(state) };
}

interface ScreenStateProps {
  readonly state: State;
  /** Time doesn't pass, for a picture. */
  readonly isStill: boolean;
}

export function ScreenState({ state, isStill }: ScreenStateProps) {
  const [still] = useState(() => (isStill ? manualTimers() : undefined));
  const [environment] = useState(() => pictureOf(state, still));
  useEffect(() => {
    const pass = (event: Event) => void still?.advance(Number((event as CustomEvent).detail));
    addEventListener(passing, pass);
    return () => removeEventListener(passing, pass);
  }, [still]);
  const [router] = useState(() => routerOf(state, environment));
  const [isReady, setReady] = useState(false);
  // As a page of the product begins.
  useEffect(() => void routerReady(router).then(() => setReady(true)), [router]);
  return isReady && <RoutedPage environment={environment} router={router} />;
}
