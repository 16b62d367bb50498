// The screens at /dev/screens show what the server would: each step has the ways out of one of the states that allow it.
import { expect, it } from 'vitest';
import { screens } from '#contract/screens.ts';
import { paths, permissionsOf, stateNames } from '#server/journey/chart.ts';
import { allowedScreens } from '#server/journey/policy.ts';
import { journeyOf, screenStates } from '#web/dev/states.ts';
import { type WayOut, waysOut } from '#web/dev/ways-out.ts';

const said = (has: (link: WayOut) => unknown) => waysOut.filter(has).join(', ') || 'none';

it('every step at /dev/screens has the ways out that the server gives there', () => {
  const wrong = screenStates.flatMap((one) => {
    if (screens[one.screen].access !== 'step') return [];
    const { links, isReturning } = journeyOf(one);
    const shown = said((link) => links[link]);
    // Before the text code, a returning applicant has none.
    const given = isReturning
      ? ['none']
      : paths
          .flatMap((path) => stateNames.map((state) => ({ state, path })))
          .filter((position) => allowedScreens(position).includes(one.screen))
          .map((position) => said((link) => permissionsOf(position).actions.has(link)));
    return given.includes(shown)
      ? []
      : [`${one.screen}, ${one.name}: ${shown}, where the server gives ${[...new Set(given)].join(' or ')}`];
  });
  expect(wrong).toEqual([]);
});
