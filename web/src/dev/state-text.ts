// What a state of a screen says, as the server renders it, for tests.
import { createElement } from 'react';
import { prerender } from 'react-dom/static';
import { createMemoryRouter } from 'react-router';
import type { Endpoint } from '#contract/endpoint.ts';
import { getJourney } from '#contract/journey.ts';
import { pathOf } from '#contract/screens.ts';
import type { Call } from '../api/client.ts';
import RoutedApp, { routerReady } from '../app/RoutedApp.tsx';
import { routesOf } from '../app/routes.tsx';
import { type Environment, EnvironmentContext } from '../journey/environment.ts';
import { createJourneyStore } from '../journey/journey-store.ts';
import type { PreloadedResponses } from '../journey/preloaded-responses.ts';
import { manualTimers } from '../lib/manual-timers.ts';
import type { ScreenState } from './screen-state.ts';
import { journeyOf, replyTo, stateAt } from './states.ts';

/** The lines of its main part, without tables and lists to choose from. */
export async function stateLines(state: ScreenState): Promise<readonly string[]> {
  // What a screen reads first, without a path, is in `preloaded` below.
  const call = (async (endpoint: Endpoint) => (endpoint.path ? replyTo(state, endpoint) : undefined)) as Call;
  const kept = new Map<string, string>(Object.entries(state.remembers ?? {}));
  const get = ((key) => kept.get(key)) as Environment['memory']['get'];
  const memory = { get, set: () => {}, clear: () => {} };
  const answer: PreloadedResponses['peek'] = (endpoint) => {
    const reply = state.replies?.find(
      ([{ path, method }]) => path === endpoint.path && method === endpoint.method,
    );
    return (typeof reply?.[1] === 'object' ? reply[1] : undefined) as never;
  };
  const hasJourney = !state.replies?.some(([{ path }]) => path === getJourney.path);
  const environment: Environment = {
    call,
    now: () => new Date('2026-03-01T12:00:00Z'),
    timers: manualTimers(),
    onWake: () => () => {},
    memory,
    journey: createJourneyStore(call, memory, hasJourney ? journeyOf(state) : undefined),
    settings: {},
    preloaded: { peek: answer, take: answer, add: () => {}, clear: () => {} },
  };
  const address = (state.path ?? pathOf(state.screen)) + (state.search ?? '');
  const router = createMemoryRouter(routesOf(environment), { initialEntries: [address] });
  await routerReady(router);
  const page = createElement(
    EnvironmentContext,
    { value: environment },
    createElement(RoutedApp, { router }),
  );
  const { prelude } = await prerender(page);
  return textOf(/<main\b.*<\/main>/s.exec(await new Response(prelude).text())?.[0] ?? '').split('\n');
}

/** The text of the state at an address below /dev/screens, such as `offers/a-few`. */
export async function stateText(address: string): Promise<string> {
  const state = stateAt(`/dev/screens/${address}`);
  if (!state) throw new Error(`There is no state at ${address}.`);
  return (await stateLines(state)).join(' ').replaceAll(/\s+/g, ' ');
}

const textOf = (html: string) =>
  html
    .replace(/<!--.*?-->/gs, '')
    .replace(/<(svg|script|style|select|table)\b.*?<\/\1>/gs, '\n')
    .replace(/<\/?(?:a|abbr|b|bdi|em|small|span|strong|time)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, '\n')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
