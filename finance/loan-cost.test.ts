import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceOverTime, costByYear, withExtraPayments } from './loan-cost.ts';
import { cents, dollars } from './money.ts';
import { amortize } from './payment.ts';

const anyLoan = fc.record({
  principal: fc.integer({ min: 50_000, max: 1_500_000 }).map(cents),
  rate: fc.integer({ min: 0, max: 3599 }).map((bp) => (bp / 100).toFixed(2)),
  months: fc.integer({ min: 1, max: 72 }),
});
const anyExtra = fc.integer({ min: 0, max: 200_000 }).map(cents);
const example = { principal: dollars(5000), rate: '31.22', months: 48 };

it('the balance over time starts at the principal, falls with every payment and ends at zero', () => {
  fc.assert(
    fc.property(anyLoan, (loan) => {
      const schedule = amortize(loan);
      const balances = balanceOverTime(schedule);
      expect(balances).toHaveLength(schedule.rows.length + 1);
      expect(balances[0]).toBe(loan.principal);
      expect(balances.at(-1)).toBe(0);
      for (const [at, balance] of balances.entries())
        if (at > 0) expect(balance).toBeLessThan(balances[at - 1] as number);
    }),
  );
});

it('the cost by year adds up to the principal and the interest, and each year ends at the schedule’s balance', () => {
  fc.assert(
    fc.property(anyLoan, (loan) => {
      const schedule = amortize(loan);
      const years = costByYear(schedule);
      expect(years).toHaveLength(Math.ceil(schedule.rows.length / 12));
      expect(years.reduce((sum, { principal }) => sum + principal, 0)).toBe(loan.principal);
      expect(years.reduce((sum, { interest }) => sum + interest, 0)).toBe(schedule.totalInterest);
      for (const { year, balance } of years)
        expect(balance).toBe(schedule.rows[Math.min(year * 12, schedule.rows.length) - 1]?.balance);
    }),
  );
});

describe('paying more every month', () => {
  it('pays off the loan to the cent, never later and never for more', () => {
    fc.assert(
      fc.property(anyLoan, anyExtra, (loan, extra) => {
        const level = amortize(loan);
        const { schedule, monthsEarlier, saved } = withExtraPayments(loan, extra);
        expect(schedule.rows.reduce((sum, { principal }) => sum + principal, 0)).toBe(loan.principal);
        expect(schedule.rows.at(-1)?.balance).toBe(0);
        expect(schedule.rows.length + monthsEarlier).toBe(level.rows.length);
        expect(schedule.totalOfPayments + saved).toBe(level.totalOfPayments);
        expect(monthsEarlier).toBeGreaterThanOrEqual(0);
        expect(saved).toBeGreaterThanOrEqual(0);
        for (const row of schedule.rows.slice(0, -1)) expect(row.payment).toBe(level.monthlyPayment + extra);
      }),
    );
  });

  it('is unchanged without an extra payment, and refuses a negative one', () => {
    expect(withExtraPayments(example, cents(0))).toMatchObject({ monthsEarlier: 0, saved: 0 });
    expect(() => withExtraPayments(example, -1 as never)).toThrow(RangeError);
    expect(() => withExtraPayments(example, 0.5 as never)).toThrow(RangeError);
  });
});
