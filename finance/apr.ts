// The annual percentage rate by the actuarial method: 12 CFR 1026, Appendix J, paragraph (b)(8).
import type { Cents } from './money.ts';
import type { Schedule } from './payment.ts';
import { Decimal } from './rate.ts';

/** A number, a decimal, or a fraction that no decimal equals exactly, such as "19/30". */
type Ratio = number | string | Decimal;

/** Money advanced: cents, `periods` whole unit-periods and a `fraction` of one after the first advance (both 0 by default). */
type AprAdvance = { amount: Cents; periods?: number; fraction?: Ratio };

/** `count` equal payments (1 by default) in cents: the first at `periods` and `fraction`, then one every unit-period. */
type AprPayment = { count?: number; amount: Cents; periods: number; fraction?: Ratio };

/** A transaction in Appendix J's terms. `unitPeriodsPerYear` is 12 for months, 4 for quarters, "365/255" for a term of 255 days. */
export type AprTransaction = {
  advances: readonly AprAdvance[];
  unitPeriodsPerYear: Ratio;
  payments: readonly AprPayment[];
};

type Flow = { count: number; amount: number; periods: number; fraction: Decimal; nearFraction: number };

const mostPayments = 10_000;
const mostPeriods = 100_000;

/** A ratio as a decimal. Throws a RangeError if it is neither a finite number nor "n/d" with d above zero. */
export function ratio(value: Ratio): Decimal {
  if (typeof value === 'string') {
    const match = /^(\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?$/.exec(value.trim());
    const over = new Decimal(match?.[2] ?? 1);
    if (!match || over.isZero()) throw new RangeError('A fraction is a number or is written "n/d".');
    return new Decimal(match[1] as string).div(over);
  }
  const number = new Decimal(value);
  if (!number.isFinite()) throw new RangeError('A fraction is a number or is written "n/d".');
  return number;
}

function flow(count: number, amount: number, periods: number, fraction: Ratio): Flow {
  if (!Number.isInteger(periods) || periods < 0 || periods > mostPeriods) {
    throw new RangeError('Unit-periods are a whole number from 0 to 100000.');
  }
  const part = ratio(fraction);
  if (part.isNegative() || part.gte(1)) {
    throw new RangeError('The fraction of a unit-period is at least 0 and less than 1.');
  }
  return { count, amount, periods, fraction: part, nearFraction: part.toNumber() };
}

/** Payments are positive, advances negative. */
function flowsOf({ advances, payments }: AprTransaction): Flow[] {
  const flows: Flow[] = [];
  for (const { amount, periods = 0, fraction = 0 } of advances) {
    if (!Number.isSafeInteger(amount) || amount <= 0) {
      throw new RangeError('An advance is a whole number of cents above zero.');
    }
    flows.push(flow(1, -amount, periods, fraction));
  }
  let total = 0;
  for (const { count = 1, amount, periods, fraction = 0 } of payments) {
    if (!Number.isSafeInteger(amount) || amount < 0) {
      throw new RangeError('A payment is a whole number of cents, zero or more.');
    }
    if (!Number.isInteger(count) || count < 1)
      throw new RangeError('A count of payments is a whole number above 0.');
    total += count;
    if (total > mostPayments) throw new RangeError('At most 10000 payments can be solved.');
    flows.push(flow(count, amount, periods, fraction));
  }
  if (advances.length === 0 || payments.length === 0) {
    throw new RangeError('A transaction has an advance and a payment.');
  }
  return flows;
}

/** The present value of payments less advances at the unit-period rate `i`, and its slope. */
function valueAt(flows: readonly Flow[], i: number): { value: number; slope: number } {
  const discount = 1 / (1 + i);
  let value = 0;
  let slope = 0;
  for (const { count, amount, periods, nearFraction: f } of flows) {
    let present = (amount * discount ** periods) / (1 + f * i);
    for (let n = 0; n < count; n += 1) {
      value += present;
      slope -= present * ((periods + n) * discount + f / (1 + f * i));
      present *= discount;
    }
  }
  return { value, slope };
}

/** The same value in decimals, equal payments summed as a geometric series. `i` is above zero. */
function exactValueAt(flows: readonly Flow[], i: Decimal): Decimal {
  const discount = new Decimal(1).div(i.plus(1));
  let value = new Decimal(0);
  for (const { count, amount, periods, fraction } of flows) {
    let present = discount.pow(periods).mul(amount);
    if (!fraction.isZero()) present = present.div(fraction.mul(i).plus(1));
    if (count > 1) present = present.mul(new Decimal(1).minus(discount.pow(count)).mul(i.plus(1)).div(i));
    value = value.plus(present);
  }
  return value;
}

/** Newton's method between two rates that bracket the root; a step that would leave the bracket halves it instead. */
function nearRoot(flows: readonly Flow[]): number {
  let low = 0;
  let high = 0.01;
  while (!(valueAt(flows, high).value < 0)) {
    low = high;
    high *= 2;
    if (high > 1e9) throw new RangeError('No rate makes these payments repay these advances.');
  }
  let i = (low + high) / 2;
  for (let turn = 0; turn < 200; turn += 1) {
    const { value, slope } = valueAt(flows, i);
    if (value === 0) return i;
    if (value > 0) low = i;
    else high = i;
    const newton = i - value / slope;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - i) <= 1e-15 * Math.max(1, i)) return next;
    i = next;
  }
  return i;
}

/**
 * The annual percentage rate of a transaction, in percent: 100·w·i, where the unit-period rate i makes the present
 * values Σ A/[(1+e·i)(1+i)^q] of the advances and Σ P/[(1+f·i)(1+i)^t] of the payments equal (12 CFR 1026, Appendix J,
 * (b)(8)). Solved in floating point, then refined in decimals; exact to at least 15 decimals. Zero if payments and
 * advances have the same sum. Throws a RangeError for amounts, periods or fractions out of range, for payments that sum
 * to less than the advances, and if no rate solves the equation.
 */
export function solveApr(transaction: AprTransaction): Decimal {
  const perYear = ratio(transaction.unitPeriodsPerYear);
  if (perYear.lte(0)) throw new RangeError('A year has more than zero unit-periods.');
  const flows = flowsOf(transaction);
  const gain = flows.reduce((sum, { count, amount }) => sum + count * amount, 0);
  if (gain < 0) throw new RangeError('The payments come to less than what was advanced.');
  if (gain === 0) return new Decimal(0);

  const near = nearRoot(flows);
  const { slope } = valueAt(flows, near);
  let i = new Decimal(near);
  for (let turn = 0; turn < 8; turn += 1) {
    const step = exactValueAt(flows, i).div(slope);
    i = i.minus(step);
    if (step.abs().lte(i.mul('1e-22'))) break;
  }
  return i.mul(perYear).mul(100).toDecimalPlaces(18);
}

/**
 * The annual percentage rate, in percent, of a monthly schedule whose first payment is due one month after
 * `amountFinanced` (cents: the principal less prepaid finance charges) is advanced. All months count as equally long
 * (12 CFR 1026.17(c)(3)). Throws a RangeError as `solveApr` does.
 */
export function monthlyApr(schedule: Schedule, amountFinanced: Cents): Decimal {
  const { rows, monthlyPayment, lastPayment } = schedule;
  const last: AprPayment = { amount: lastPayment, periods: rows.length };
  return solveApr({
    advances: [{ amount: amountFinanced }],
    unitPeriodsPerYear: 12,
    payments:
      rows.length === 1 ? [last] : [{ count: rows.length - 1, amount: monthlyPayment, periods: 1 }, last],
  });
}
