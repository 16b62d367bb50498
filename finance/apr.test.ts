import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AprTransaction, monthlyApr, ratio, solveApr } from './apr.ts';
import { cents, dollars } from './money.ts';
import { amortize } from './payment.ts';
import { Decimal } from './rate.ts';

const of = (
  advance: number,
  unitPeriodsPerYear: number | string,
  ...payments: [count: number, amount: number, periods: number, fraction?: string][]
): AprTransaction => ({
  advances: [{ amount: dollars(advance) }],
  unitPeriodsPerYear,
  payments: payments.map(([count, amount, periods, fraction = '0']) => ({
    count,
    amount: cents(Math.round(amount * 100)),
    periods,
    fraction,
  })),
});

/** Present value of payments less advances at an APR, written as the regulation writes it. */
function gap({ advances, payments, unitPeriodsPerYear }: AprTransaction, apr: Decimal): Decimal {
  const i = apr.div(100).div(ratio(unitPeriodsPerYear));
  const present = (amount: number, periods: number, fraction: Decimal) =>
    new Decimal(amount).div(fraction.mul(i).plus(1).mul(i.plus(1).pow(periods)));
  let sum = new Decimal(0);
  for (const a of advances) sum = sum.minus(present(a.amount, a.periods ?? 0, ratio(a.fraction ?? 0)));
  for (const p of payments) {
    for (let n = 0; n < (p.count ?? 1); n += 1) {
      sum = sum.plus(present(p.amount, p.periods + n, ratio(p.fraction ?? 0)));
    }
  }
  return sum;
}

describe('the published examples of Appendix J', () => {
  it.each([
    ['24 monthly payments', of(5000, 12, [24, 230, 1]), '9.69'],
    ['a long first period', of(6000, 12, [36, 200, 1, '19/30']), '11.82'],
    ['quarterly with odd days', of(10000, 4, [40, 385, 1, '39/90']), '8.97'],
    ['an irregular first payment', of(5000, 12, [1, 250, 1], [23, 230, 2]), '10.08'],
    ['an irregular last payment', of(5000, 12, [23, 230, 1], [1, 280, 24]), '10.50'],
    ['a single payment after 255 days', of(1000, '365/255', [1, 1080, 1]), '11.45'],
    ['a single payment after six months', of(1000, 2, [1, 1044, 1]), '8.80'],
    [
      'skipped payments',
      of(
        7350,
        12,
        [3, 1000, 6, '12/30'],
        [1, 2000, 12, '12/30'],
        [3, 750, 18, '12/30'],
        [1, 1000, 22, '29/30'],
      ),
      '10.22',
    ],
  ])('%s', (_name, transaction, apr) => {
    expect(solveApr(transaction).toFixed(2)).toBe(apr);
  });

  it('come out beyond the printed digits', () => {
    expect(solveApr(of(5000, 12, [24, 230, 1])).toFixed(6)).toBe('9.685708');
  });
});

describe('an annual percentage rate', () => {
  it('counts several advances', () => {
    const transaction: AprTransaction = {
      advances: [{ amount: dollars(500) }, { amount: dollars(500), periods: 1, fraction: '1/2' }],
      unitPeriodsPerYear: 12,
      payments: [{ count: 24, amount: cents(4800), periods: 2, fraction: '1/2' }],
    };
    expect(gap(transaction, solveApr(transaction)).abs().lt('1e-15')).toBe(true);
  });

  it('is zero where nothing is charged', () => {
    expect(solveApr(of(1200, 12, [12, 100, 1])).toNumber()).toBe(0);
  });

  it('of a very dear loan is still found', () => {
    const transaction = of(100, 365, [1, 100_000, 1]);
    expect(solveApr(transaction).toFixed(6)).toBe('36463500.000000');
  });

  it('solved back reproduces the present value to far below a cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100_000, max: 2_000_000 }),
        fc.array(
          fc.record({
            count: fc.integer({ min: 1, max: 40 }),
            share: fc.integer({ min: 1, max: 100 }),
            periods: fc.integer({ min: 0, max: 60 }),
            days: fc.integer({ min: 0, max: 29 }),
          }),
          { minLength: 1, maxLength: 4 },
        ),
        fc.integer({ min: 1, max: 400 }),
        (advance, groups, markup) => {
          const shares = groups.reduce((sum, { count, share }) => sum + count * share, 0);
          const each = Math.ceil((advance * (1 + markup / 100)) / shares);
          const transaction: AprTransaction = {
            advances: [{ amount: cents(advance) }],
            unitPeriodsPerYear: 12,
            payments: groups.map(({ count, share, periods, days }) => ({
              count,
              amount: cents(each * share),
              periods: periods + 1,
              fraction: `${days}/30`,
            })),
          };
          const apr = solveApr(transaction);
          expect(apr.gt(0)).toBe(true);
          expect(gap(transaction, apr).abs().lt('1e-9')).toBe(true);
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
  ['payments under the advance', of(1000, 12, [9, 100, 1])],
  ['a payment at the very start that is too large', of(1000, 12, [1, 1100, 0])],
  ['no payment', of(1000, 12)],
  ['no advance', { ...of(1000, 12, [1, 1100, 1]), advances: [] }],
  ['a fraction of a whole period', of(1000, 12, [1, 1100, 1, '30/30'])],
  ['a fraction over nothing', of(1000, 12, [1, 1100, 1, '1/0'])],
  ['a fraction in words', of(1000, 12, [1, 1100, 1, 'half'])],
  ['half a period', of(1000, 12, [1, 1100, 1.5])],
  ['a period before the start', of(1000, 12, [1, 1100, -1])],
  ['half a payment', of(1000, 12, [0.5, 1100, 1])],
  ['more payments than anyone makes', of(1000, 12, [10_001, 1, 1])],
  ['a year without periods', of(1000, 0, [1, 1100, 1])],
  ['a year of no number', of(1000, Number.NaN, [1, 1100, 1])],
  ['nothing advanced', of(0, 12, [1, 1100, 1])],
  ['a negative payment', of(1000, 12, [1, -5, 1], [1, 1100, 2])],
])('a transaction that cannot be solved is refused: %s', (_name, transaction) => {
  expect(() => solveApr(transaction)).toThrow(RangeError);
});
