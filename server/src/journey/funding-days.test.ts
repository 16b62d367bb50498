import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addBankingDays, isBankingDay } from '#finance/banking-days.ts';
import { loadLender } from '#lender/load.ts';
import { dayIn } from '../platform/clock.ts';
import { achWindowOf, fundingDays, isClosed, standardDays } from './funding-estimate.ts';

const lender = loadLender();
const { funding, brand } = lender;
const limit = funding.sameDay?.limit ?? 0;
const days = (instant: string, amount = 500_000) => fundingDays(lender, new Date(instant), amount);
const sameDay = (day: string) => ({ fileDay: day, effectiveOn: day });

describe('the days of a disbursement', () => {
  it.each([
    ['before the cutoff of a banking day', '2026-11-18T17:59:59Z', '2026-11-18'],
    ['at the cutoff', '2026-11-18T18:00:00Z', '2026-11-19'],
    ['on Friday after the cutoff', '2026-11-20T18:00:00Z', '2026-11-23'],
    ['at a weekend', '2026-11-22T20:00:00Z', '2026-11-23'],
    ['on a Federal Reserve holiday', '2026-11-26T15:00:00Z', '2026-11-27'],
    ['after the cutoff before a holiday', '2026-11-25T18:00:00Z', '2026-11-27'],
    ['by the lender’s clock before the clocks go forward', '2026-03-06T17:59:00Z', '2026-03-06'],
    ['by the lender’s clock after the clocks went forward', '2026-03-09T17:00:00Z', '2026-03-10'],
    ['by the lender’s clock before the clocks go back', '2026-10-30T16:59:00Z', '2026-10-30'],
    ['by the lender’s clock after the clocks went back', '2026-11-02T17:59:00Z', '2026-11-02'],
  ])('credit a loan signed %s, at %s, on %s', (_, instant, day) => {
    expect(days(instant)).toEqual(sameDay(day));
  });

  it('sends what is above the limit of same-day credits as a standard credit', () => {
    expect(days('2026-11-18T17:00:00Z', limit)).toEqual(sameDay('2026-11-18'));
    const above = { fileDay: '2026-11-18', effectiveOn: '2026-11-20' };
    expect(days('2026-11-18T18:00:00Z', limit + 1)).toEqual(above);
    expect(standardDays(lender, new Date('2026-11-18T21:59:00Z'))).toEqual(above);
    expect(days('2026-11-25T18:00:00Z', limit + 1).effectiveOn).toBe('2026-11-30');
    expect(days('2026-11-21T02:00:00Z', limit + 1).fileDay).toBe('2026-11-23');
  });

  it('sends a standard credit where that arrives as soon, or where the bank takes none on the same day', () => {
    const afternoon = new Date('2026-11-18T20:00:00Z');
    const overnight = { brand, funding: { ...funding, settlesAfterBankingDays: 1 } };
    const tomorrow = { fileDay: '2026-11-18', effectiveOn: '2026-11-19' };
    expect(fundingDays(overnight, afternoon, 500_000)).toEqual(tomorrow);
    const { sameDay: _, ...without } = funding;
    expect(fundingDays({ brand, funding: without }, afternoon, 500_000).effectiveOn).toBe('2026-11-20');
  });

  it('never settles on a day without settlement, later than as a standard credit, or later for an earlier signature', () => {
    const [min, max] = [new Date('2024-01-01T00:00:00Z'), new Date('2032-01-01T00:00:00Z')];
    const instants = fc.date({ min, max, noInvalidDate: true });
    const zones = fc.constantFrom('America/Chicago', 'America/Phoenix', 'Pacific/Honolulu');
    const amounts = fc.integer({ min: 1, max: 2 * limit });
    const hours = fc.integer({ min: 0, max: 200 });
    const settling = fc.integer({ min: 1, max: 5 });
    fc.assert(
      fc.property(instants, zones, amounts, settling, hours, (now, at, amount, settles, more) => {
        const rules = {
          brand: { ...brand, hours: { ...brand.hours, timeZone: at } },
          funding: { ...funding, settlesAfterBankingDays: settles },
        };
        const one = fundingDays(rules, now, amount);
        const later = fundingDays(rules, new Date(now.getTime() + more * 3_600_000), amount);
        expect(isBankingDay(one.fileDay) && isBankingDay(one.effectiveOn)).toBe(true);
        expect(one.fileDay >= dayIn(at, now)).toBe(true);
        expect(one.effectiveOn <= standardDays(rules, now).effectiveOn).toBe(true);
        expect(later.effectiveOn >= one.effectiveOn).toBe(true);
        if (achWindowOf(one) === 'same-day') expect(amount).toBeLessThanOrEqual(limit);
        else expect(one.effectiveOn).toBe(addBankingDays(one.fileDay, settles));
        // On every day, the file still accepts the credit.
        expect(isClosed(rules, achWindowOf(one), one.fileDay, now)).toBe(false);
      }),
    );
  });
});

describe('a day’s file', () => {
  it.each([
    ['same-day', '2026-11-20T18:14:00Z', '2026-11-20T18:15:00Z'],
    ['standard', '2026-11-20T22:14:00Z', '2026-11-20T22:15:00Z'],
  ] as const)('of %s credits takes what its cutoff admitted for a quarter of an hour more, and then nothing', (window, last, late) => {
    const closed = (instant: string) => isClosed(lender, window, '2026-11-20', new Date(instant));
    expect(closed('2026-11-19T18:00:00Z')).toBe(false);
    expect(closed(last)).toBe(false);
    expect(closed(late)).toBe(true);
    expect(closed('2026-11-21T18:00:00Z')).toBe(true);
  });

  it('of same-day credits takes none once the bank takes none', () => {
    const { sameDay: _, ...without } = funding;
    expect(
      isClosed({ brand, funding: without }, 'same-day', '2026-11-20', new Date('2026-11-20T15:00:00Z')),
    ).toBe(true);
  });
});
