// What the build writes into the browser's side: facts of the lender, and the journey's positions for /dev/screens.
import { paths, permissionsOf, stateNames, stateOf } from '../server/src/journey/chart.ts';
import { statusText } from '../server/src/wording/status-text.ts';
import type { JourneyPosition } from '../web/src/dev/exits.ts';
import {
  builtFacts,
  builtLandingLoans,
  builtLender,
  landingLoans,
  lenderFacts,
  officeBranch,
} from './lender-facts.ts';

/** Where an application may be, and what its applicant may see and do there. */
const journeyPositions = (): readonly JourneyPosition[] =>
  paths.flatMap((path) =>
    stateNames.map((state) => {
      const { defaultScreen, otherScreens, actions, phase } = permissionsOf({ state, path });
      const status = { phase, ...statusText[stateOf(state).statusText] };
      return { state, path, defaultScreen, otherScreens, actions: [...actions], status };
    }),
  );

export function browserConstants({ isBuild }: { readonly isBuild: boolean }) {
  const { look, states } = builtLender();
  return {
    __LENDER_FACTS__: JSON.stringify(isBuild ? builtFacts() : lenderFacts()),
    __LOGO__: JSON.stringify({ ...look.logo, width: look.logoWidth }),
    __DRAWINGS__: JSON.stringify(look.drawings),
    __SERVED_STATES__: JSON.stringify(
      states.map(({ code, name, minimumAge }) => ({ code, name, minimumAge })),
    ),
    __LANDING_LOANS__: JSON.stringify(isBuild ? builtLandingLoans() : landingLoans()),
    __OFFICE_BRANCH__: JSON.stringify(officeBranch()),
    __JOURNEY_POSITIONS__: JSON.stringify(journeyPositions()),
  };
}
