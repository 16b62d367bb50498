// How an applicant may leave a screen, or do its task in another way.
import type { ApplicationStatus } from '#contract/application-status.ts';
import type { JourneyLinks } from '#contract/journey.ts';
import type { ScreenName } from '#contract/screens.ts';

/** What the status page states. */
type StatusText = Pick<ApplicationStatus, 'phase' | 'heading' | 'text' | 'button'> & {
  readonly next: readonly string[];
};

/** A state of the server's journey on one of its paths. */
export interface JourneyPosition {
  readonly state: string;
  readonly path: string;
  readonly defaultScreen: ScreenName;
  readonly otherScreens: readonly ScreenName[];
  readonly actions: readonly string[];
  readonly status: StatusText;
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

export function statusIn(state: string): Pick<ApplicationStatus, keyof StatusText> {
  const status = __JOURNEY_POSITIONS__.find((position) => position.state === state)?.status;
  if (!status) throw new Error(`The journey has no state ${state}.`);
  const { phase, heading, text, button, next } = status;
  return { phase, heading, text, next: [...next], ...(button && { button }) };
}

/** In the named state of the journey, else the first that leads to the screen, else the first that allows it. */
export function positionOf(screen: ScreenName, state?: string): JourneyPosition {
  const allowing = __JOURNEY_POSITIONS__.filter(
    (position) =>
      (state === undefined || position.state === state) &&
      [position.defaultScreen, ...position.otherScreens].includes(screen),
  );
  const position = allowing.find(({ defaultScreen }) => defaultScreen === screen) ?? allowing[0];
  if (!position) throw new Error(`No state ${state ?? 'of the journey'} allows the screen ${screen}.`);
  return position;
}
