import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate } from './dates.ts';
import { cents, dollars } from './money.ts';
import { amortize, datedSchedule, exactPayment, financeCharge, levelPayment } from './payment.ts';

const anyLoan = fc.record({
  principal: fc.integer({ min: 50_000, max: 1_500_000 }).map(cents),
  rate: fc.integer({ min: 0, max: 3599 }).map((bp) => (bp / 100).toFixed(2)),
  months: fc.integer({ min: 1, max: 72 }),
});

it.each([
  [5000, '31.22', 48, 18_360, 18_312, 881_232, 381_232],
  [2501, '35.99', 24, 14_766, 14_780, 354_398, 104_298],
  [2501, '24.00', 24, 13_223, 13_227, 317_356, 67_256],
  [15000, '24.00', 60, 43_152, 43_149, 2_589_117, 1_089_117],
  [15000, '35.99', 60, 54_190, 54_165, 3_251_375, 1_751_375],
])('the lender’s example loans: $%i at %s%% over %i months', (amount, rate, months, payment, last, total, charge) => {
  const loan = { principal: dollars(amount), rate, months };
  expect(levelPayment(loan)).toBe(payment);
  const schedule = amortize(loan);
  expect(schedule).toMatchObject({ monthlyPayment: payment, lastPayment: last, totalOfPayments: total });
  expect(schedule.rows).toHaveLength(months);
  expect(schedule.totalInterest).toBe(charge);
  expect(financeCharge(schedule.totalOfPayments, loan.principal)).toBe(charge);
});

describe('published annuity figures', () => {
  it('15000 over 60 months', () => {
    const inDollars = (rate: string) =>
      exactPayment({ principal: dollars(15000), months: 60, rate })
        .div(100)
        .toNumber();
    expect(inDollars('8')).toBeCloseTo(304.1459143262052, 12);
    expect(inDollars('0')).toBe(250);
  });

  it('180000 at 4.25% over 30 years, after five of them', () => {
    const loan = { principal: dollars(180_000), rate: '4.25', months: 360 };
    expect(levelPayment(loan)).toBe(88_549);
    // The published balance is unrounded each month; ours differs by the cents that a schedule rounds.
    expect(Math.abs((amortize(loan).rows[59]?.balance ?? 0) - 16_345_385)).toBeLessThan(30);
  });
});

describe('a schedule', () => {
  it('settles the balance to the cent, and its columns add up', () => {
    fc.assert(
      fc.property(anyLoan, (loan) => {
        const { rows, ...totals } = amortize(loan);
        let balance: number = loan.principal;
        for (const row of rows) {
          expect(row.payment).toBe(row.interest + row.principal);
          balance -= row.principal;
          expect(row.balance).toBe(balance);
        }
        expect(balance).toBe(0);
        expect(rows.slice(0, -1).every((row) => row.payment === totals.monthlyPayment)).toBe(true);
        expect(rows.at(-1)?.payment).toBe(totals.lastPayment);
        expect(totals.totalOfPayments).toBe(rows.reduce((sum, row) => sum + row.payment, 0));
        expect(totals.totalInterest).toBe(totals.totalOfPayments - loan.principal);
      }),
    );
  });

  it('has a last payment within a dollar of the others for the loans offered', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2501, max: 15_000 }).map(dollars),
        fc.integer({ min: 2400, max: 3599 }).map((bp) => (bp / 100).toFixed(2)),
        fc.integer({ min: 24, max: 60 }),
        (principal, rate, months) => {
          const { monthlyPayment, lastPayment, rows } = amortize({ principal, rate, months });
          expect(rows).toHaveLength(months);
          expect(Math.abs(lastPayment - monthlyPayment)).toBeLessThanOrEqual(100);
        },
      ),
    );
  });

  it('keeps the day of the month through short months', () => {
    const loan = { principal: dollars(3000), rate: '24', months: 24 };
    const dates = datedSchedule(loan, isoDate('2027-12-31')).rows.map((row) => row.dueOn);
    expect(dates.slice(0, 4)).toEqual(['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30']);
    expect(dates.at(-1)).toBe('2029-12-31');
  });

  it('ends early where rounding up has paid a tiny principal', () => {
    const { rows, totalOfPayments } = amortize({ principal: cents(35), rate: '0', months: 60 });
    expect(rows).toHaveLength(35);
    expect(totalOfPayments).toBe(35);
  });

  it.each([
    { principal: cents(0), rate: '24', months: 24 },
    { principal: cents(-100), rate: '24', months: 24 },
    { principal: cents(100), rate: '24', months: 0 },
    { principal: cents(100), rate: '24', months: 1.5 },
    { principal: cents(100), rate: '-1', months: 24 },
    { principal: cents(100), rate: 'high', months: 24 },
  ])('refuses %j', (loan) => {
    expect(() => amortize(loan)).toThrow(RangeError);
  });

  it('a finance charge is never negative', () => {
    expect(() => financeCharge(cents(99), cents(100))).toThrow(RangeError);
  });
});
