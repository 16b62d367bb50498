import { expect, it } from 'vitest';
import { screenNames, screens } from '#contract/screens.ts';
import { addressOf, journeyOf, screenStates, stateAt } from './states.ts';

it('every screen is shown, and each state once', () => {
  expect(new Set(screenStates.map(({ screen }) => screen))).toEqual(new Set(screenNames));
  const names = screenStates.map(({ screen, name }) => `${screen}: ${name}`);
  expect(new Set(names).size).toBe(names.length);
});

it('every state has an address of its own, made of its name', () => {
  for (const state of screenStates) expect(stateAt(addressOf(state)), addressOf(state)).toBe(state);
  const expected = '/dev/screens/offers/the-chosen-one-1-consent';
  expect(addressOf({ screen: 'offers', name: 'the chosen one, 1 consent' })).toBe(expected);
  expect(stateAt('/dev/screens/offers/of-another-name')).toBeUndefined();
});

it('only screens that read nothing from the server are shown as they come', () => {
  const asTheyCome = screenStates.filter(({ name }) => name === 'as it comes').map(({ screen }) => screen);
  const reading = asTheyCome.filter((screen) =>
    [...(screens[screen].needs ?? []), ...(screens[screen].reads ?? [])].some(
      (link) => link !== 'branch' && link !== 'callBack',
    ),
  );
  expect(reading).toEqual([]);
});

it('every state has the links that its screen needs, or its page would lead elsewhere', () => {
  const lacking = screenStates.flatMap((state) =>
    (screens[state.screen].needs ?? [])
      .filter((link) => journeyOf(state).links[link] === undefined)
      .map((link) => `${state.screen}: ${state.name} lacks ${link}`),
  );
  expect(lacking).toEqual([]);
});
