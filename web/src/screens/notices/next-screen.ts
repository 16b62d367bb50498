import type { Journey } from '#contract/journey.ts';
import type { ScreenName } from '#contract/screens.ts';

/** Pages that say themselves that only a person goes on. */
const ends: readonly ScreenName[] = ['error', 'contact'];

/** The screen on which an application goes on after a passing trouble; undefined where it has ended, or there is none. */
export function nextScreen({ rest, course }: Pick<Journey, 'rest' | 'course'>): ScreenName | undefined {
  return rest === undefined || course === 'ended' || ends.includes(rest) ? undefined : rest;
}
