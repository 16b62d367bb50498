import { describe, expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { fundingDays, isClosed } from './funding-days.ts';

const { funding, brand } = loadLender();
const days = (instant: string) => fundingDays(funding, brand.hours.timeZone, new Date(instant));

describe('the days of a disbursement', () => {
  it('puts a loan signed before the cutoff of a banking day into that day’s file', () => {
    expect(days('2026-11-18T18:00:00Z')).toEqual({ fileDay: '2026-11-18', effectiveOn: '2026-11-20' });
  });

  it('puts a loan signed after the cutoff, or at a weekend, into the next banking day’s file', () => {
    expect(days('2026-11-21T02:00:00Z').fileDay).toBe('2026-11-23');
    expect(days('2026-11-22T18:00:00Z').fileDay).toBe('2026-11-23');
  });

  it('counts no Federal Reserve holiday', () => {
    expect(days('2026-11-25T18:00:00Z')).toEqual({ fileDay: '2026-11-25', effectiveOn: '2026-11-30' });
  });
});

describe('a day’s file', () => {
  const closed = (instant: string) =>
    isClosed(funding, brand.hours.timeZone, '2026-11-20', new Date(instant));

  it('takes what the day’s cutoff let in for a quarter of an hour more, and then nothing', () => {
    expect(closed('2026-11-19T18:00:00Z')).toBe(false);
    expect(closed('2026-11-20T22:14:00Z')).toBe(false);
    expect(closed('2026-11-20T22:15:00Z')).toBe(true);
    expect(closed('2026-11-21T18:00:00Z')).toBe(true);
  });
});
