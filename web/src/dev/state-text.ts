// What a state of a screen says, as the server renders it, for tests.
import { createElement } from 'react';
import { prerender } from 'react-dom/static';
import type { Endpoint } from '#contract/endpoint.ts';
import { getJourney } from '#contract/journey.ts';
import type { Call } from '../api/client.ts';
import { RoutedPage, routerReady } from '../app/RoutedApp.tsx';
import type { PreloadedResponses } from '../journey/preloaded-responses.ts';
import { manualTimers } from '../lib/manual-timers.ts';
import { environmentOf, routerOf } from './ScreenState.tsx';
import type { ScreenState } from './screen-state.ts';
import { declaredReply, journeyOf, replyTo, stateAt } from './states.ts';

/** The lines of its main part, without tables and lists to choose from. */
export const stateLines = async (state: ScreenState): Promise<readonly string[]> =>
  textOf(/<main\b.*<\/main>/s.exec(await statePage(state))?.[0] ?? '').split('\n');

export async function statePage(state: ScreenState): Promise<string> {
  // What a screen reads first, without a path, is in `preloaded` below.
  const call = (async (endpoint: Endpoint) => (endpoint.path ? replyTo(state, endpoint) : undefined)) as Call;
  const answer: PreloadedResponses['peek'] = (endpoint) => {
    const reply = declaredReply(state, endpoint);
    return (typeof reply === 'object' ? reply : undefined) as never;
  };
  const hasJourney = !state.replies?.some(([{ path }]) => path === getJourney.path);
  const base = { call, now: () => new Date('2026-03-01T12:00:00Z'), timers: manualTimers() };
  const environment = {
    ...environmentOf(state, base, hasJourney ? journeyOf(state) : undefined),
    preloaded: { peek: answer, take: answer, add: () => {}, clear: () => {} },
  };
  const router = routerOf(state, environment);
  await routerReady(router);
  const { prelude } = await prerender(createElement(RoutedPage, { environment, router }));
  return new Response(prelude).text();
}

/** The text of the state at an address below /dev/screens, such as `offers/a-few`. */
export async function stateText(address: string): Promise<string> {
  const state = stateAt(`/dev/screens/${address}`);
  if (!state) throw new Error(`There is no state at ${address}.`);
  return (await stateLines(state)).join(' ').replaceAll(/\s+/g, ' ');
}

export const textOf = (html: string) =>
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
