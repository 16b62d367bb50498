// How an applicant may leave a screen, or do its task in another way.
import type { JourneyLinks } from '#contract/journey.ts';
import type { ScreenName } from '#contract/screens.ts';

/** A state of the server's journey on one of its paths. */
export interface JourneyPosition {
  readonly state: string;
  readonly path: string;
  readonly defaultScreen: ScreenName;
  readonly otherScreens: readonly ScreenName[];
  readonly actions: readonly string[];
}

declare const __JOURNEY_POSITIONS__: readonly JourneyPosition[];

export const exits = [
  'withdraw',
  'finishLater',
  'reminders',
  'paperNotices',
  'callBack',
  'uploads',
] as const satisfies readonly (keyof JourneyLinks)[];
export type Exit = (typeof exits)[number];

/** The exits in a state of the journey: the named one, else the first that leads to the screen, else the first that allows it. */
export function exitsOf(screen: ScreenName, state?: string): readonly Exit[] {
  const allowing = __JOURNEY_POSITIONS__.filter(
    (position) =>
      (state === undefined || position.state === state) &&
      [position.defaultScreen, ...position.otherScreens].includes(screen),
  );
  const position = allowing.find(({ defaultScreen }) => defaultScreen === screen) ?? allowing[0];
  if (!position) throw new Error(`No state ${state ?? 'of the journey'} allows the screen ${screen}.`);
  return exits.filter((exit) => position.actions.includes(exit));
}
