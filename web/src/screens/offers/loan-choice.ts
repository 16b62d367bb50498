// Where the amount and term sliders may stop. Pure functions over what the server offered.
import type { AllTerms, LoanRequest, OfferTerm } from '#contract/offers.ts';
import { beginningAmount } from '#finance/amount-options.ts';
import { amountGroups } from './offer-list.ts';

/** The terms of each listed amount, in cents. */
type TermsByAmount = ReadonlyMap<number, readonly OfferTerm[]>;

export function termsByAmount({ amounts }: Pick<AllTerms, 'amounts'>): TermsByAmount {
  return new Map(amounts.map(({ amount, terms }) => [amount, terms]));
}

/** Stops (cents, ascending): listed amounts whose terms are here, or all until then. */
export function amountStops(request: LoanRequest, terms: TermsByAmount | undefined, withVehicle: boolean) {
  const { unsecured, secured } = amountGroups(request);
  const listed = withVehicle ? [...unsecured, ...secured] : unsecured;
  return [...new Set(listed)]
    .filter((amount) => terms === undefined || terms.get(amount)?.length)
    .sort((a, b) => a - b);
}

/** The lowest stop (cents) that is lent only with the vehicle, if the stops above it are as well. */
export function vehicleFrom(request: LoanRequest, stops: readonly number[]): number | undefined {
  const { unsecured } = amountGroups(request);
  const [most = 0] = unsecured;
  return unsecured.length === 0 ? undefined : stops.find((stop) => stop > most);
}

/** The position of the stop nearest to a value, the lower of two that are equally near; 0 without stops. */
export function stopNear(stops: readonly number[], value: number): number {
  const nearest = beginningAmount(stops, value);
  return nearest === undefined ? 0 : stops.indexOf(nearest);
}
