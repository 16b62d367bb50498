// The highest rates that the states' laws allow, from the policy's rows (lender/schema/state-caps.ts).
import type { IsoDate } from './dates.ts';
import type { Cents } from './money.ts';
import { Decimal, type Percent, percent } from './rate.ts';

/**
 * What a cap limits: `rate` the contract interest rate, `all_in` the annual percentage rate with every fee in it.
 */
type CapBasis = 'rate' | 'all_in';

/** A tier of a cap: the percent on the part of the balance up to `upToCents`; the last tier has no upper end. */
export type CapTier = { upToCents?: number; percent: string };

/** One percent for the whole balance, plus the federal funds rate if `plusFederalFunds` is set. */
type FlatLimit = { kind: 'flat'; percent: string; plusFederalFunds?: boolean };

/**
 * A percent for each part of the balance, lowest part first, as small-loan laws write them ("36% on the first
 * $3,000, 24% above"), each plus the federal funds rate if `plusFederalFunds` is set.
 */
type TieredLimit = {
  kind: 'tiers';
  tiers: readonly CapTier[];
  plusFederalFunds?: boolean;
  /** Whether the law lets one blended rate apply to an early payoff too. Without it, a payoff is computed by the tiers. */
  blendedRate?: { permitted: boolean; source: string };
};

/** What a cap allows: no numeric limit, one percent, tiers, or the greatest of several ("tiers, or 25% flat"). */
type CapLimit =
  | { kind: 'none' }
  | FlatLimit
  | TieredLimit
  | { kind: 'greatest'; of: readonly (FlatLimit | TieredLimit)[] };

/**
 * One row of the cap table, as in the lender's JSON: percents are strings, amounts integer cents, dates YYYY-MM-DD.
 * Ranges include both ends; an omitted end is open. The lender does not lend an amount, term or date that no row of the
 * state covers. If several rows cover it, the lowest cap of each basis applies.
 *
 * ```json
 * { "state": "AZ", "basis": "rate", "amountCents": { "max": 1000000 },
 *   "limit": { "kind": "tiers", "tiers": [{ "upToCents": 300000, "percent": "36" }, { "percent": "24" }] },
 *   "months": { "max": 60 }, "effective": { "from": "2020-01-01" }, "source": "A.R.S. 6-632" }
 * ```
 */
export type StateCap = {
  state: string;
  basis: CapBasis;
  amountCents?: { min?: number; max?: number };
  months?: { min?: number; max?: number };
  limit: CapLimit;
  effective: { from: string; to?: string };
  source: string;
};

/** The federal funds rate (percent) in force from a date, for caps that add it. */
type FederalFundsRate = { percent: string; from: string; source: string };

/** The lender's cap policy: rows of caps, and the federal funds rate over time where a row needs it. */
export type CapPolicy = { caps: readonly StateCap[]; federalFunds?: readonly FederalFundsRate[] };

/** A loan to find caps for: state code ("UT"), principal in cents, term in months, and the day it is made. */
type CapQuery = { state: string; amountCents: Cents; months: number; on: IsoDate };

/** A cap computed for one loan: percent per year, and the law it comes from. */
export type RateCap = { basis: CapBasis; percent: Decimal; source: string };

/**
 * The Military Lending Act's cap for covered borrowers: a military annual percentage rate of 36% (32 CFR 232.4(b)), or
 * the lower `limit` (percent) of the lender's policy. It counts the fees that the APR counts; a lender that sells credit
 * insurance or similar products must add their cost. Throws a RangeError for a limit above 36%.
 */
export function militaryLendingActCap(limit: Percent = '36'): RateCap {
  const highest = percent(limit);
  if (highest.gt(36)) throw new RangeError('The Military Lending Act allows 36% at most.');
  return { basis: 'all_in', percent: highest, source: 'Military Lending Act, 32 CFR 232.4(b)' };
}

const within = (value: number, ends: { min?: number; max?: number } | undefined): boolean =>
  (ends?.min === undefined || value >= ends.min) && (ends?.max === undefined || value <= ends.max);

const inForce = ({ from, to }: StateCap['effective'], date: IsoDate): boolean =>
  from <= date && (to === undefined || date <= to);

/** A tier as it accrues: `rate` a month, as a fraction, on the part of the balance up to `upTo` cents. */
type MonthlyTier = { upTo: number; rate: number };

/** A month's interest on a balance, each part at its tier's monthly rate. Floating point. */
export function tieredInterest(balance: number, tiers: readonly MonthlyTier[]): number {
  let interest = 0;
  let from = 0;
  for (const { upTo, rate } of tiers) {
    if (balance <= from) break;
    interest += (Math.min(balance, upTo) - from) * rate;
    from = upTo;
  }
  return interest;
}

/** The balance after `months` payments, with `interestOn` the balance added each month. */
function balanceAfter(
  amount: number,
  payment: number,
  months: number,
  interestOn: (balance: number) => number,
): number {
  let balance = amount;
  for (let n = 0; n < months; n += 1) balance += interestOn(balance) - payment;
  return balance;
}

/** Bisects `[low, high]` to adjacent floating-point numbers, keeping `below(low)` true. */
function halve(low: number, high: number, below: (at: number) => boolean): number {
  let [from, to] = [low, high];
  for (;;) {
    const middle = (from + to) / 2;
    if (middle <= from || middle >= to) return middle;
    if (below(middle)) from = middle;
    else to = middle;
  }
}

/**
 * The single rate (percent per year) whose level monthly payments over `months` earn the same interest on `amount` (cents)
 * as the tiers do, each part of the declining balance at its own rate: $5,000 over 48 months under Louisiana's
 * 36/27/24/21 is 30.27. Rounded to eight decimals; exactly the tier's percent if one percent covers the whole amount.
 * Throws a RangeError for an amount or term of zero or less, or if the last tier is not open-ended.
 */
export function blendedRate(
  tiers: readonly { upToCents?: number; percent: Percent }[],
  amount: Cents,
  months: number,
): Decimal {
  if (!(amount > 0) || !Number.isInteger(months) || months < 1)
    throw new RangeError('A blended rate needs an amount and a term above zero.');
  if (tiers.length === 0 || tiers.at(-1)?.upToCents !== undefined)
    throw new RangeError('The last tier of a cap has no upper end.');
  const reached = tiers.filter((_, n) => n === 0 || (tiers[n - 1]?.upToCents ?? 0) < amount);
  const first = percent(reached[0]?.percent ?? '0');
  if (reached.every((tier) => percent(tier.percent).eq(first))) return first;

  const monthly = monthlyTiers(reached);
  const rates = monthly.map(({ rate }) => rate);
  const most = amount * (1 + Math.max(...rates));
  const payment = halve(
    amount / months,
    most,
    (at) => balanceAfter(amount, at, months, (balance) => tieredInterest(balance, monthly)) > 0,
  );
  const rate = halve(
    Math.min(...rates),
    Math.max(...rates),
    (at) => balanceAfter(amount, payment, months, (balance) => balance * at) < 0,
  );
  return new Decimal(rate).mul(1200).toDecimalPlaces(8);
}

const monthlyTiers = (tiers: readonly { upToCents?: number; percent: Percent }[]): MonthlyTier[] =>
  tiers.map((tier) => ({
    upTo: tier.upToCents ?? Number.POSITIVE_INFINITY,
    rate: percent(tier.percent).toNumber() / 1200,
  }));

/** The federal funds rate in force on a day; zero if none is known, so that a cap is never too high. */
function federalFundsOn(policy: CapPolicy, date: IsoDate): Decimal {
  let latest: FederalFundsRate | undefined;
  for (const rate of policy.federalFunds ?? [])
    if (rate.from <= date && (!latest || rate.from > latest.from)) latest = rate;
  return percent(latest?.percent ?? '0');
}

/** The tiers of a limit with what is added to each; a flat limit is one tier. */
function tiersOf(policy: CapPolicy, limit: FlatLimit | TieredLimit, date: IsoDate) {
  const added = limit.plusFederalFunds ? federalFundsOn(policy, date) : new Decimal(0);
  const tiers: readonly CapTier[] = limit.kind === 'flat' ? [{ percent: limit.percent }] : limit.tiers;
  return tiers.map((tier) => ({ ...tier, percent: percent(tier.percent).plus(added) }));
}

/** The limits of which the greatest applies. Empty without a numeric one. */
function limitsIn(limit: CapLimit): readonly (FlatLimit | TieredLimit)[] {
  if (limit.kind === 'none') return [];
  return limit.kind === 'greatest' ? limit.of : [limit];
}

const rowsFor = (policy: CapPolicy, query: CapQuery): StateCap[] =>
  policy.caps.filter(
    (row) =>
      row.state === query.state &&
      inForce(row.effective, query.on) &&
      within(query.amountCents, row.amountCents),
  );

/** What limits an early payoff: the interest of the highest of these tiers, counting fees as interest if `basis` is `all_in`. */
export type PayoffLimit = { basis: CapBasis; alternatives: readonly (readonly MonthlyTier[])[] };

/**
 * The limits of a state on the early payoff of a loan at a yearly rate in percent; empty if the rate applies to the whole balance at any
 * time. It does so, too, if one percent of the law holds for all of the balance and is not lower.
 */
export function payoffLimitsFor(policy: CapPolicy, query: CapQuery, rate: Decimal): PayoffLimit[] {
  return rowsFor(policy, query).flatMap(({ basis, limit }) => {
    const limits = limitsIn(limit);
    const isByTiers = limits.some((part) => part.kind === 'tiers' && part.blendedRate?.permitted !== true);
    const alternatives = limits.map((part) => tiersOf(policy, part, query.on));
    const isWithinOne = alternatives.some(
      ([first]) =>
        first !== undefined &&
        query.amountCents <= (first.upToCents ?? Number.POSITIVE_INFINITY) &&
        rate.lte(percent(first.percent)),
    );
    if (!isByTiers || (basis === 'rate' && isWithinOne)) return [];
    return [{ basis, alternatives: alternatives.map(monthlyTiers) }];
  });
}

/**
 * The caps of a state for a loan, lowest first; empty if the state sets no numeric cap; 'not-lent' if no row covers the
 * state, amount, term and day.
 */
export function capsFor(policy: CapPolicy, query: CapQuery): RateCap[] | 'not-lent' {
  const { amountCents, months, on } = query;
  const rows = rowsFor(policy, query);
  if (rows.length === 0 || !rows.every((row) => within(months, row.months))) return 'not-lent';
  return rows
    .flatMap(({ basis, limit, source }) => {
      const rates = limitsIn(limit).map((part) =>
        blendedRate(tiersOf(policy, part, on), amountCents, months),
      );
      return rates.length === 0 ? [] : [{ basis, percent: Decimal.max(...rates), source }];
    })
    .sort((a, b) => a.percent.cmp(b.percent));
}
