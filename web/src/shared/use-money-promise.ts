// The money's promise as this applicant reads it.
import { useEnvironment, useJourney } from '../journey/environment.ts';
import { isoDayText } from '../wording/format.ts';
import { promiseText } from '../wording/money.ts';
import { useOwnZone } from './use-day-text.ts';

/** "you'll have $5,000 in your account ending 0000 by Tuesday, November 24"; undefined where no date can be promised. */
export function useMoneyPromise(): string | undefined {
  const { now } = useEnvironment();
  const money = useJourney()?.loan?.money;
  const timeZone = useOwnZone();
  return money && promiseText(money, isoDayText(now(), timeZone));
}
