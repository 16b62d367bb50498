// Where a browser goes instead of a step that it may not show, by the server and by the browser's guard.
import type { AllowedSteps, Journey, JourneyLinks } from './journey.ts';
import type { Screen } from './screen-declaration.ts';
import { pathOf, type ScreenName, screenAt, screens } from './screens.ts';

interface Standing {
  readonly allowed: AllowedSteps;
  readonly links: JourneyLinks;
  /** The path of the tab's last step, which only the tab knows. */
  readonly previous?: string | undefined;
}

/**
 * Whether both responses are of the same step. The application may have moved on between the two requests, also to one with the
 * same default screen.
 */
export const isSameStep = (
  { steps, defaultPath }: AllowedSteps,
  { allowed, defaultScreen }: Journey,
): boolean =>
  defaultPath === (defaultScreen && pathOf(defaultScreen)) && `${steps}` === `${allowed.map(pathOf)}`;

/** Undefined where the screen may be shown. */
export function pathInstead(screen: ScreenName, { allowed, links, previous }: Standing): string | undefined {
  const { access, needs = [], instead }: Screen = screens[screen];
  if (access !== 'step') return undefined;
  const { steps, defaultPath } = allowed;
  if (steps.includes(pathOf(screen))) {
    if (needs.every((link) => links[link])) return undefined;
    return instead && steps.includes(instead) ? instead : pathOf('landing');
  }
  const before = previous === undefined ? undefined : screenAt(previous);
  if (previous && before && before !== screen && isStepToReturnTo(before) && steps.includes(previous))
    return previous;
  if (defaultPath && defaultPath !== pathOf(screen) && screenAt(defaultPath)) return defaultPath;
  return pathOf('landing');
}

/** Going back to a waiting screen would start its wait again. */
export const isStepToReturnTo = (screen: ScreenName): boolean =>
  screens[screen].access === 'step' && !screens[screen].waits;

/** Ends the address of a redirection where the tab's last step may be the better place: the tab checks, and removes it from the address. */
export const refusedMark = '#refused';

/** The address to which a page's request is redirected; undefined where the page may be shown. */
export function addressInstead(screen: ScreenName, standing: Omit<Standing, 'previous'>): string | undefined {
  const path = pathInstead(screen, standing);
  if (path === undefined) return undefined;
  const dependsOnTab = standing.allowed.steps.some(
    (previous) => pathInstead(screen, { ...standing, previous }) !== path,
  );
  return dependsOnTab ? path + refusedMark : path;
}
