// The annual percentage rate by the actuarial method: 12 CFR 1026, Appendix J, paragraph (b)(8).
import type { Cents } from './money.ts';
import type { Schedule } from './payment.ts';
import { Decimal } from './rate.ts';

/** A payment after each month, in cents: equal ones, and a last one of its own. */
type Payments = Pick<Schedule, 'monthlyPayment' | 'lastPayment' | 'totalOfPayments'> & {
  rows: { length: number };
};

/** The present value of the payments less the advance at the monthly rate `i`, and its slope. */
function valueAt({ rows, monthlyPayment, lastPayment }: Payments, advance: Cents, i: number) {
  const discount = 1 / (1 + i);
  let value = -advance;
  let slope = 0;
  for (let n = 1; n <= rows.length; n += 1) {
    const present = (n < rows.length ? monthlyPayment : lastPayment) * discount ** n;
    value += present;
    slope -= n * present * discount;
  }
  return { value, slope };
}

/** The same value in decimals, equal payments summed as a geometric series. `i` is above zero. */
function exactValueAt({ rows, monthlyPayment, lastPayment }: Payments, advance: Cents, i: Decimal): Decimal {
  const growth = i.plus(1);
  const discount = new Decimal(1).div(growth.pow(rows.length - 1));
  const level = new Decimal(1).minus(discount).div(i).mul(monthlyPayment);
  return level.plus(discount.div(growth).mul(lastPayment)).minus(advance);
}

/** Newton's method between two rates that bracket the root; a step that would leave the bracket halves it instead. */
function nearRoot(payments: Payments, advance: Cents): number {
  let low = 0;
  let high = 0.01;
  while (valueAt(payments, advance, high).value >= 0) {
    low = high;
    high *= 2;
  }
  let i = (low + high) / 2;
  for (let turn = 0; turn < 200; turn += 1) {
    const { value, slope } = valueAt(payments, advance, i);
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
 * The annual percentage rate, in percent, of a monthly schedule whose first payment is due one month after
 * `amountFinanced` (cents: the principal less prepaid finance charges) is advanced: 1200·i, where the monthly rate i makes
 * the present values Σ P/(1+i)^t of the payments equal the advance. All months count as equally long (12 CFR
 * 1026.17(c)(3)). Solved in floating point, then refined in decimals; exact to at least 15 decimals. Zero if the payments
 * sum to the advance. Throws a RangeError for an advance of zero or less, and for payments that sum to less than it.
 */
export function monthlyApr(payments: Payments, amountFinanced: Cents): Decimal {
  if (!Number.isSafeInteger(amountFinanced) || amountFinanced <= 0)
    throw new RangeError('An advance is a whole number of cents above zero.');
  const gain = payments.totalOfPayments - amountFinanced;
  if (gain < 0) throw new RangeError('The payments come to less than what was advanced.');
  if (gain === 0) return new Decimal(0);

  const near = nearRoot(payments, amountFinanced);
  const { slope } = valueAt(payments, amountFinanced, near);
  let i = new Decimal(near);
  for (let turn = 0; turn < 8; turn += 1) {
    const step = exactValueAt(payments, amountFinanced, i).div(slope);
    i = i.minus(step);
    if (step.abs().lte(i.mul('1e-22'))) break;
  }
  return i.mul(1200).toDecimalPlaces(18);
}
