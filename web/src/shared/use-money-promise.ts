// What this applicant is promised about the money.
import { useJourney } from '../journey/environment.ts';
import { promiseText } from '../wording/money.ts';
import { useToday } from './use-day-text.ts';

/** "you'll have $5,000 in your account ending 0000 by Tuesday, November 24"; undefined where nothing can be promised. */
export function useMoneyPromise(): string | undefined {
  const money = useJourney()?.loan?.money;
  const today = useToday();
  return money && promiseText(money, today);
}

/** Whether the account that receives the money is confirmed. Money moves only then. */
export function useIsAccountConfirmed(): boolean {
  const { validation = 'VALID' } = useJourney()?.choices.depositAccount ?? {};
  return validation === 'VALID';
}
