import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { monthlyApr } from './apr.ts';
import { cents, dollars } from './money.ts';
import { amortize } from './payment.ts';
import { Decimal } from './rate.ts';

/** Payments in cents, of which the last may differ. */
const paid = (count: number, monthly: number, last = monthly) => ({
  rows: { length: count },
  monthlyPayment: cents(monthly),
  lastPayment: cents(last),
  totalOfPayments: cents((count - 1) * monthly + last),
});

describe('the published examples of Appendix J', () => {
  it.each([
    ['24 monthly payments', paid(24, 23_000), '9.69'],
    ['an irregular last payment', paid(24, 23_000, 28_000), '10.50'],
  ])('%s', (_name, payments, apr) => {
    expect(monthlyApr(payments, dollars(5000)).toFixed(2)).toBe(apr);
  });

  it('come out beyond the printed digits', () => {
    expect(monthlyApr(paid(24, 23_000), dollars(5000)).toFixed(6)).toBe('9.685708');
  });
});

describe('an annual percentage rate', () => {
  it('is zero where nothing is charged', () => {
    expect(monthlyApr(paid(12, 10_000), dollars(1200)).toNumber()).toBe(0);
  });

  it('of a very dear loan is still found', () => {
    expect(monthlyApr(paid(1, 10_000_000), dollars(100)).toFixed(6)).toBe('1198800.000000');
  });

  it('solved back reproduces the present value to far below a cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100_000, max: 2_000_000 }),
        fc.integer({ min: 1, max: 120 }),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 100_000 }),
        (advance, count, markup, more) => {
          const monthly = Math.ceil((advance * (1 + markup / 100)) / count);
          const apr = monthlyApr(paid(count, monthly, monthly + more), cents(advance));
          expect(apr.gt(0)).toBe(true);
          const growth = apr.div(1200).plus(1);
          let gap = new Decimal(-advance).plus(new Decimal(more).div(growth.pow(count)));
          for (let n = 1; n <= count; n += 1) gap = gap.plus(new Decimal(monthly).div(growth.pow(n)));
          expect(gap.abs().lt('1e-9')).toBe(true);
        },
      ),
    );
  });

  it('of unrounded level payments is the contract rate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6000 }), fc.integer({ min: 2, max: 120 }), (bp, months) => {
        // Amounts large enough that rounding them to cents does not show.
        const rate = new Decimal(bp).div(100);
        const loan = { principal: cents(1_000_000_000_000), rate, months };
        expect(monthlyApr(amortize(loan), loan.principal).minus(rate).abs().lt('1e-6')).toBe(true);
      }),
    );
  });
});

it.each([
  ['payments under the advance', paid(9, 10_000), 100_000],
  ['no advance', paid(1, 110_000), 0],
])('refuses %s', (_name, payments, advance) => {
  expect(() => monthlyApr(payments, cents(advance))).toThrow(RangeError);
});
