import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../scripts/property-runs.ts';
import { addBankingDays, isBankingDay } from './banking-days.ts';
import { addDays, addMonths, isoDate } from './dates.ts';
import { debitDates, isDebitDate } from './debit-dates.ts';

const debits = (daysBeforeDue: number, fundsArrive: string, today: string, payments = 48) =>
  debitDates({
    daysBeforeDue,
    dueOn: Array.from({ length: payments }, (_, index) => addMonths(isoDate(fundsArrive), index + 1)),
    fundsArrive: isoDate(fundsArrive),
    today: isoDate(today),
    leadBankingDays: 3,
  });

describe('automatic payments', () => {
  it.each([
    ['begin on the day the first payment is due', 0, '2026-03-06', '2026-03-04', '2026-04-06', '2026-04-06'],
    ['begin some days before it is due', 3, '2026-03-05', '2026-03-04', '2026-04-02', '2026-04-05'],
    ['move from Sunday to a Monday in time', 2, '2026-03-24', '2026-03-20', '2026-04-22', '2026-04-24'],
    ['move to Friday where Monday is late', 1, '2026-03-19', '2026-03-17', '2026-04-17', '2026-04-19'],
    ['follow the end of a short month', 0, '2026-01-30', '2026-01-28', '2026-02-27', '2026-02-28'],
    ['begin when due if their day is too soon', 5, '2026-03-09', '2026-04-02', '2026-04-09', '2026-04-09'],
    ['leave out a payment that is too near', 3, '2026-01-09', '2026-07-07', '2026-08-06', '2026-08-09'],
  ])('a number of days before they are due %s', (_, daysBeforeDue, fundsArrive, today, first, firstDue) => {
    expect(debits(daysBeforeDue, fundsArrive, today)).toMatchObject({ first, firstDue });
  });

  it('are on other days once the money arrives on another day', () => {
    const dueOn = [isoDate('2026-04-09'), isoDate('2026-05-09')];
    const about = { daysBeforeDue: 2, dueOn, fundsArrive: isoDate('2026-03-09') };
    expect(isDebitDate(isoDate('2026-04-02'), about)).toBe(false);
    expect(isDebitDate(isoDate('2026-04-07'), about)).toBe(true);
    expect(isDebitDate(isoDate('2026-03-09'), about)).toBe(false);
    expect(isDebitDate(isoDate('2026-05-11'), about)).toBe(false);
  });

  it('end with the last payment', () => {
    expect(debits(0, '2026-03-06', '2026-03-04')?.last).toBe('2030-03-06');
    expect(debits(0, '2026-03-06', '2030-04-01')).toBeUndefined();
  });

  it('are never late, never too soon and always on a banking day, whatever the day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: 0, max: 1500 }),
        fc.integer({ min: -5, max: 400 }),
        (daysBeforeDue, start, later) => {
          const fundsArrive = addBankingDays(addDays(isoDate('2026-01-01'), start), 1);
          const today = addDays(fundsArrive, later);
          const found = debits(daysBeforeDue, fundsArrive, today, 24);
          if (found === undefined) throw new Error('Two years of payments leave one to debit.');
          const dueOn = Array.from({ length: 24 }, (_, index) => addMonths(fundsArrive, index + 1));
          const dueNext = dueOn.find((due) => due >= found.first);
          expect(dueNext).toBeDefined();
          expect(found.firstDue).toBe(dueNext);
          expect(isDebitDate(found.first, { daysBeforeDue, dueOn, fundsArrive })).toBe(true);
          expect(isBankingDay(found.first)).toBe(true);
          expect(found.first >= addBankingDays(today, 3)).toBe(true);
          expect(found.first > fundsArrive).toBe(true);
          expect(found.last <= (dueOn.at(-1) as string)).toBe(true);
          // No payment that could still be debited in time is left to be made by hand.
          const inTime = (due: string) =>
            addBankingDays(addDays(isoDate(due), 1), -1) >= addBankingDays(today, 3);
          expect(dueOn.find((due) => inTime(due) && due > fundsArrive)).toBe(dueNext);
        },
      ),
      { numRuns: runs(500) },
    );
  });
});
