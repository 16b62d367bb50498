// Where an application may be, and what its applicant may see and do there, computed at build time for the pages at /dev/screens.
import { paths, permissionsOf, stateNames } from '../server/src/journey/chart.ts';
import type { JourneyPosition } from '../web/src/dev/exits.ts';

export function journeyPositions(): readonly JourneyPosition[] {
  return paths.flatMap((path) =>
    stateNames.map((state) => {
      const { defaultScreen, otherScreens, actions } = permissionsOf({ state, path });
      return { state, path, defaultScreen, otherScreens, actions: [...actions] };
    }),
  );
}
