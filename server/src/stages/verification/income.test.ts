import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Frequency, InflowStream } from '../../vendors/bank-data.ts';
import { compareIncome, monthlyCents } from './income.ts';

const now = new Date('2026-06-20T12:00:00Z');
const rules = { incomeShortfallPercent: 20, incomeMonths: 3 };
const wages = (changes: Partial<InflowStream> = {}): InflowStream => ({
  category: 'INCOME_WAGES',
  averageCents: 200_000,
  frequency: 'semi-monthly',
  firstDate: '2026-01-01',
  lastDate: '2026-06-15',
  count: 12,
  active: true,
  ...changes,
});
const found = (inflows: readonly InflowStream[], declaredMonthly: number, since = '2026-01-01') =>
  compareIncome(declaredMonthly * 12, { inflows, since }, rules, now);

describe('a stream of income', () => {
  it.each<[Frequency, number]>([
    ['weekly', 866_667],
    ['biweekly', 433_333],
    ['semi-monthly', 400_000],
    ['monthly', 200_000],
    ['annually', 16_667],
  ])('that comes %s is %d cents a month', (frequency, cents) => {
    expect(monthlyCents(wages({ frequency }))).toBe(cents);
  });

  it('without a rhythm is counted by how often it came', () => {
    const gig = wages({
      frequency: 'irregular',
      averageCents: 30_000,
      firstDate: '2026-03-20',
      lastDate: '2026-06-19',
      count: 10,
    });
    expect(monthlyCents(gig)).toBeGreaterThan(88_000);
    expect(monthlyCents(gig)).toBeLessThan(92_000);
  });

  it.each([
    ['has ended', { active: false }],
    ['is a transfer of one’s own', { category: 'TRANSFER_IN_ACCOUNT_TRANSFER' }],
    ['is a loan paid out', { category: 'TRANSFER_IN_CASH_ADVANCES_AND_LOANS' }],
    ['is a tax refund', { category: 'INCOME_TAX_REFUND' }],
    ['has no category', { category: '' }],
    ['goes out on the whole', { averageCents: -5000 }],
    ['came twice without a rhythm', { frequency: 'irregular', count: 2 } as const],
    ['came on one day only', { frequency: 'irregular', firstDate: '2026-06-15' } as const],
  ])('counts for nothing where it %s', (_, changes) => {
    expect(monthlyCents(wages(changes))).toBe(0);
  });
});

describe('income', () => {
  it('holds where what comes in is what was declared', () => {
    const monthly = { declaredMonthlyCents: 400_000, foundMonthlyCents: 400_000 };
    expect(found([wages()], 400_000)).toEqual({ holds: true, reason: 'enough', ...monthly });
  });

  it('holds up to the shortfall that policy allows, and not a cent below', () => {
    const earning = (averageCents: number) => found([wages({ frequency: 'monthly', averageCents })], 100_000);
    expect(earning(80_000).holds).toBe(true);
    expect(earning(79_999)).toMatchObject({ holds: false, reason: 'too-little' });
  });

  it('is the sum of several streams', () => {
    const pay = wages({ category: 'INCOME_RETIREMENT_PENSION', frequency: 'monthly', averageCents: 150_000 });
    expect(found([wages(), pay], 550_000)).toMatchObject({ holds: true, foundMonthlyCents: 550_000 });
  });

  it('does not hold where nothing regular comes in', () => {
    expect(found([], 1)).toMatchObject({ holds: false, reason: 'no-regular-income' });
    expect(compareIncome(0, { inflows: [], since: undefined }, rules, now).holds).toBe(false);
  });

  it('does not hold on a history shorter than the policy requires', () => {
    expect(found([wages()], 400_000, '2026-05-01')).toMatchObject({ holds: false, reason: 'short-history' });
    expect(found([wages()], 400_000, '2026-03-20').holds).toBe(true);
  });

  it('counts a new job where the account itself is old enough', () => {
    const old = wages({ active: false });
    const fresh = wages({ firstDate: '2026-05-15', count: 3 });
    expect(found([old, fresh], 400_000)).toMatchObject({ holds: true, foundMonthlyCents: 400_000 });
  });
});

const frequencies: Frequency[] = ['weekly', 'biweekly', 'semi-monthly', 'monthly', 'annually', 'irregular'];
const inflow = fc.record({
  category: fc.constantFrom('INCOME_WAGES', 'INCOME_DIVIDENDS', 'TRANSFER_IN_DEPOSIT', 'INCOME_TAX_REFUND'),
  averageCents: fc.integer({ min: -1_000_000, max: 2_000_000 }),
  frequency: fc.constantFrom(...frequencies),
  firstDate: fc.constantFrom('2025-12-20', '2026-02-01', '2026-06-15'),
  lastDate: fc.constantFrom('2026-06-15', '2026-06-01'),
  count: fc.integer({ min: 0, max: 60 }),
  active: fc.boolean(),
});

it('any history never counts against an applicant, and more of it never hurts', () => {
  fc.assert(
    fc.property(
      fc.array(inflow, { maxLength: 6 }),
      inflow,
      fc.integer({ min: 1, max: 1_000_000 }),
      (all, more, declared) => {
        const before = found(all, declared);
        const after = found([...all, more], declared);
        expect(after.foundMonthlyCents).toBeGreaterThanOrEqual(before.foundMonthlyCents);
        expect(before.foundMonthlyCents).toBeGreaterThanOrEqual(0);
        if (before.holds) expect(after.holds).toBe(true);
      },
    ),
  );
});
