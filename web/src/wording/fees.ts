// What comes out of a loan before it is paid out.
import type { SelectedTerm } from '#contract/journey.ts';
import { usdExact } from './format.ts';

type Fees = SelectedTerm['fees'];

/** What arrives, in cents. */
export const paidOut = (amount: number, fees: Fees) => amount - (fees ? fees.origination + fees.filing : 0);

export function feesText(amount: number, fees: Fees): string | undefined {
  if (!fees) return undefined;
  const parts = [
    ...(fees.origination > 0 ? [`an origination fee of ${usdExact(fees.origination)}`] : []),
    ...(fees.filing > 0 ? [`a filing fee of ${usdExact(fees.filing)}`] : []),
  ];
  return `You receive ${usdExact(paidOut(amount, fees))} after ${parts.join(' and ')}. The APR ${
    fees.origination > 0 ? 'includes the origination fee' : "doesn't include the filing fee"
  }.`;
}
