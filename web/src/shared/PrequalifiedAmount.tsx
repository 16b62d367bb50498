import { useJourney } from '../journey/environment.ts';
import { AmountBadge } from '../ui/Card.tsx';
import { usd } from '../wording/format.ts';

/** The badge of the bank link's and the verification's screens: the amount that the applicant is prequalified for. */
export function PrequalifiedAmount() {
  const amount = useJourney()?.prequalifiedAmount;
  return amount === undefined ? null : <AmountBadge amount={usd(amount)} />;
}
