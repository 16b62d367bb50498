// Whether the account that receives the money is confirmed. Money moves only then.
import { useJourney } from '../journey/environment.ts';

export function useIsAccountConfirmed(): boolean {
  const { validation = 'VALID' } = useJourney()?.choices.depositAccount ?? {};
  return validation === 'VALID';
}
