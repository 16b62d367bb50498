import { RouterContextProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { getAllowedSteps, getJourney, type Journey } from '#contract/journey.ts';
import { pathOf, type ScreenName, screenNames, screens } from '#contract/screens.ts';
import { reopenSession } from '#contract/signing-return.ts';
import type { Call } from '../api/client.ts';
import { ApiFailure, NetworkFailure } from '../api/failures.ts';
import { createJourneyStore } from '../journey/journey-store.ts';
import { sessionMemory } from '../journey/session-memory.ts';
import { guardOf } from './routes.tsx';

interface Situation {
  readonly allowed?: readonly ScreenName[];
  readonly defaultScreen?: ScreenName;
  readonly previous?: ScreenName;
  readonly links?: Journey['links'];
  readonly fails?: boolean;
  /** The allowed steps at the first request for them, the default first. They are over at the second. */
  readonly before?: readonly ScreenName[];
  /** The session was idle too long. */
  readonly ended?: boolean;
}

const linksOf = (screen: ScreenName) =>
  Object.fromEntries((screens[screen].needs ?? []).map((link) => [link, '/api/v1/x']));

afterEach(() => vi.unstubAllGlobals());

/** Where a navigation to `screen` ends: 'here' or the address it is led to. */
async function arriving(screen: ScreenName, { search = '', ...given }: Situation & { search?: string } = {}) {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  };
  const memory = sessionMemory(() => storage as Storage);
  memory.set('previousRoute', given.previous && pathOf(given.previous));
  const requests: string[] = [];
  const call = (async (endpoint: Endpoint) => {
    requests.push(endpoint.path);
    if (given.fails) throw new NetworkFailure('unreachable');
    if (given.ended && endpoint.path === getJourney.path)
      throw new ApiFailure(401, { errors: [{ code: 'session-ended', message: 'Ended.' }] });
    if (endpoint.path === reopenSession.path) return { requiresCode: true };
    const { defaultScreen } = given;
    if (endpoint.path === getAllowedSteps.path) {
      if (given.before && requests.filter((path) => path === endpoint.path).length === 1)
        return { steps: given.before.map(pathOf), defaultPath: given.before.map(pathOf)[0] };
      return {
        steps: (given.allowed ?? []).map(pathOf),
        ...(defaultScreen && { defaultPath: pathOf(defaultScreen) }),
      };
    }
    return {
      allowed: given.allowed ?? [],
      defaultScreen,
      stageMarker: 'loanRequest',
      links: given.links ?? linksOf(screen),
      choices: { isLoanAutoSecured: false },
    };
  }) as Call;
  const journey = createJourneyStore(call, memory);
  const load = guardOf({ call, journey, memory }, screen);
  const request = new Request(`http://localhost${pathOf(screen)}${search}`);
  const response = await load({
    request,
    url: new URL(request.url),
    pattern: screens[screen].path,
    params: {},
    context: new RouterContextProvider(),
  });
  const where = response instanceof Response ? response.headers.get('Location') : 'here';
  return { where, memory, kept, requests };
}

it('a step that the server allows is shown, and remembered as the place to return to', async () => {
  const { where, memory } = await arriving('offers', { allowed: ['offers'] });
  expect(where).toBe('here');
  expect(memory.get('previousRoute')).toBe('/loan-request/offers');
  expect(memory.get('section')).toBe('offers');
  expect(memory.get('stage')).toBe('loanRequest');
});

it('a step that the server does not allow leads to the tab’s previous one', async () => {
  const { where } = await arriving('success', {
    previous: 'amount',
    allowed: ['offers', 'amount'],
    defaultScreen: 'offers',
  });
  expect(where).toBe(pathOf('amount'));
});

it.each([
  ['to another screen', 'verification-loading', ['verification-loading'], 'verification-success'],
  ['and keeps its screen', 'verification-documents', ['error', 'verification-documents'], 'error'],
] as const)('when the application moves on between the two requests (%s), leads to its new step', async (_, screen, before, now) => {
  const { where } = await arriving(screen, { before, allowed: [now], defaultScreen: now, links: {} });
  expect(where).toBe(pathOf(now));
});

it('when the request fails, leads to landing', async () => {
  expect((await arriving('offers', { fails: true, previous: 'amount' })).where).toBe('/get-a-loan');
});

it('when the browser is offline, fails, so that the page waits until it is online', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  await expect(arriving('offers', { fails: true, previous: 'amount' })).rejects.toThrow(NetworkFailure);
});

it('after the session ended, a return from another site leads to the text code, and any other step to its own page', async () => {
  const search = '?event=signing_complete';
  const { where, requests } = await arriving('docusign-loading', { ended: true, search });
  expect([where, requests.at(-1)]).toEqual(['/verification', reopenSession.path]);
  for (const screen of screenNames.filter((name) => screens[name].returnedWith === 'oauth_state_id')) {
    const bank = await arriving(screen, { ended: true, search: '?oauth_state_id=a' });
    expect(bank.where).toBe('/verification?oauth_state_id=a');
    expect([bank.requests.at(-1), bank.memory.get('opening')]).toEqual([reopenSession.path, screen]);
    expect((await arriving(screen, { ended: true })).where).toBe('/session-ended');
  }
  const other = await arriving('thank-you', { ended: true });
  expect(other.where).toBe('/session-ended');
  expect(other.requests).not.toContain(reopenSession.path);
});

it('an entry screen sends no request and clears the tab’s memory', async () => {
  const { where, kept, requests } = await arriving('landing', { previous: 'offers' });
  expect(where).toBe('here');
  expect(requests).toEqual([]);
  expect(kept.size).toBe(0);
});

it('a public screen sends no request for the allowed steps, and is not a screen to return to', async () => {
  const { where, requests, memory } = await arriving('contact', { previous: 'offers' });
  expect(where).toBe('here');
  expect(requests).not.toContain(getAllowedSteps.path);
  expect(memory.get('previousRoute')).toBe('/loan-request/offers');
});
