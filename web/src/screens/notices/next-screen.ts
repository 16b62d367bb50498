import type { Journey } from '#contract/journey.ts';
import type { ScreenName } from '#contract/screens.ts';

/** Screens on which only a person can continue. */
const ends: readonly ScreenName[] = ['error', 'contact'];

/** The screen to continue on after a temporary error; undefined when the application has ended or there is none. */
export function nextScreen({
  defaultScreen,
  phase,
}: Pick<Journey, 'defaultScreen' | 'phase'>): ScreenName | undefined {
  return defaultScreen === undefined || phase === 'ended' || ends.includes(defaultScreen)
    ? undefined
    : defaultScreen;
}
