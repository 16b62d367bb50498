// Prices one term of a loan: lowers the contract rate under every cap or drops the term, and computes the disclosed figures.
import { monthlyApr } from './apr.ts';
import { militaryLendingActCap, type RateCap } from './caps.ts';
import { type Cents, cents } from './money.ts';
import { amortize, financeCharge } from './payment.ts';
import { Decimal, type Percent, percent, roundDownPercent } from './rate.ts';

/**
 * A term to price: `principal`, `prepaidFees` and `otherFees` in cents (both kinds come out of the principal; none by default; only
 * prepaid fees are finance charges, and all of them count towards an all-in cap); the
 * `contractRate` of the pricing table and the program's lowest rate, `floor`, in percent; `caps` as `capsFor` returns them.
 * A borrower covered by the Military Lending Act also has its cap: 36% all-in, or `militaryLendingActLimit` (percent).
 */
export type TermToPrice = {
  principal: Cents;
  months: number;
  contractRate: Percent;
  floor: Percent;
  caps: readonly RateCap[] | 'not-lent';
  coveredByMilitaryLendingAct?: boolean;
  militaryLendingActLimit?: Percent;
  prepaidFees?: Cents;
  otherFees?: Cents;
};

/**
 * A priced term. `rate` is the contract rate and `apr` the Regulation Z annual percentage rate, both in percent; amounts
 * are in cents. `repricedUnder` is the cap that lowered the rate, if one did.
 */
export type PricedOffer = {
  principal: Cents;
  months: number;
  rate: Decimal;
  apr: Decimal;
  monthlyPayment: Cents;
  lastPayment: Cents;
  totalOfPayments: Cents;
  financeCharge: Cents;
  amountFinanced: Cents;
  repricedUnder: RateCap | undefined;
};

/** The rate in percent that counts every fee: the APR, or the higher rate with fees that are no finance charges. */
function allInRate({ otherFees = cents(0) }: TermToPrice, offer: PricedOffer): Decimal {
  if (otherFees === 0) return offer.apr;
  const { principal, rate, months } = offer;
  return monthlyApr(amortize({ principal, rate, months }), cents(offer.amountFinanced - otherFees));
}

function quote(term: TermToPrice, rate: Decimal, repricedUnder: RateCap | undefined): PricedOffer {
  const { principal, months, prepaidFees = cents(0) } = term;
  const schedule = amortize({ principal, rate, months });
  const amountFinanced = cents(principal - prepaidFees);
  return {
    principal,
    months,
    rate,
    apr: monthlyApr(schedule, amountFinanced),
    monthlyPayment: schedule.monthlyPayment,
    lastPayment: schedule.lastPayment,
    totalOfPayments: schedule.totalOfPayments,
    financeCharge: financeCharge(schedule.totalOfPayments, amountFinanced),
    amountFinanced,
    repricedUnder,
  };
}

/**
 * Prices one term of equal monthly payments, the first due one month after funding. A contract rate above a rate cap becomes the cap,
 * rounded down to two decimals. If the rate with every fee is above an all-in cap, the contract rate becomes the highest
 * with two decimals at which it is not. Returns 'dropped' if the rate would be below the program's floor, or if the state does not allow the amount over
 * the term. Throws a RangeError for an amount, term, rate or fee out of range.
 */
export function priceOffer(term: TermToPrice): PricedOffer | 'dropped' {
  const { prepaidFees = 0, otherFees = 0 } = term;
  const isFee = (fee: number) => Number.isSafeInteger(fee) && fee >= 0;
  if (!isFee(prepaidFees) || !isFee(otherFees) || prepaidFees + otherFees >= term.principal)
    throw new RangeError('Fees are whole cents, zero or more, and together less than the principal.');
  if (term.caps === 'not-lent') return 'dropped';
  const caps = term.coveredByMilitaryLendingAct
    ? [...term.caps, militaryLendingActCap(term.militaryLendingActLimit)]
    : term.caps;
  const floor = percent(term.floor);

  let rate = percent(term.contractRate);
  let repricedUnder: RateCap | undefined;
  for (const cap of caps) {
    if (cap.basis === 'rate' && rate.gt(cap.percent)) {
      rate = roundDownPercent(cap.percent);
      repricedUnder = cap;
    }
  }
  if (rate.lt(floor)) return 'dropped';

  let offer = quote(term, rate, repricedUnder);
  for (const cap of caps) {
    if (cap.basis !== 'all_in' || allInRate(term, offer).lte(cap.percent)) continue;
    // Binary search in hundredths of a percent, from the floor up to the rate, which is above the cap.
    let low = floor.mul(100).ceil().toNumber();
    let high = offer.rate.mul(100).ceil().toNumber();
    let found: PricedOffer | undefined;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const candidate = quote(term, new Decimal(middle).div(100), cap);
      if (allInRate(term, candidate).lte(cap.percent)) {
        found = candidate;
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (!found) return 'dropped';
    offer = found;
  }
  return offer;
}
