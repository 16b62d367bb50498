import { matchRoutes, RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { groupDefaults, pathOf, screenNames, screens } from '#contract/screens.ts';
import type { Call } from '../api/client.ts';
import type { Environment } from '../journey/environment.ts';
import { createJourneyStore } from '../journey/journey-store.ts';
import { sessionMemory } from '../journey/session-memory.ts';
import { manualTimers } from '../lib/manual-timers.ts';
import { routesOf } from './routes.tsx';
import { screenComponents } from './screen-components.ts';

const never = (() => new Promise(() => {})) as Call;
const memory = sessionMemory(() => {
  throw new Error('This browser keeps nothing.');
});
const environment: Environment = {
  call: never,
  now: () => new Date('2026-03-01T12:00:00Z'),
  timers: manualTimers(),
  onWake: () => () => {},
  memory,
  journey: createJourneyStore(never, memory),
  settings: {},
};
const routes = routesOf(environment);

/** Where an address leads without being a screen, or the screen's name. */
async function at(address: string) {
  const url = new URL(address, 'http://localhost');
  const route = matchRoutes(routes, url.pathname)?.at(-1)?.route;
  if (route?.id) return route.id;
  if (typeof route?.loader !== 'function') throw new Error(`Nothing answers ${address}.`);
  const response = await route.loader({
    request: new Request(url),
    url,
    pattern: route.path ?? '',
    params: {},
    context: new RouterContextProvider(),
  });
  return response instanceof Response ? `→ ${response.headers.get('Location')}` : undefined;
}

it.each(screenNames)('every screen: %s has a route, a title and a renderer', async (name) => {
  expect(await at(screens[name].path.replaceAll(/:\w+/g, 'x'))).toBe(name);
  expect(screens[name].title).toMatch(/\S/);
  expect(await screenComponents[name]()).toMatchObject({ default: expect.any(Function) });
});

describe('an address that is no screen', () => {
  it.each(Object.entries(groupDefaults))('%s leads to its group’s %s', async (path, name) => {
    expect(await at(`${path}?a=b`)).toBe(`→ ${pathOf(name)}?a=b`);
  });

  it('a legal text’s former address leads to its address now', async () => {
    expect(await at('/legal/licences-and-disclosures')).toBe('→ /legal/licenses-and-disclosures');
  });

  it('below loan-request it leads to the offers', async () => {
    expect(await at('/loan-request/anything')).toBe('→ /loan-request/offers');
  });

  it('anywhere else it leads to landing with the query', async () => {
    expect(await at('/nowhere?utm_source=mail&sub_id=7')).toBe('→ /get-a-loan?utm_source=mail&sub_id=7');
    expect(await at('/')).toBe('→ /get-a-loan');
  });
});
