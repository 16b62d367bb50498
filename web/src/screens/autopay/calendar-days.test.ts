import { expect, it } from 'vitest';
import { calendarOf } from './calendar-days.ts';

const days = (...dates: readonly string[]) =>
  dates.map((firstDebit, daysBeforeDue) => ({ daysBeforeDue, firstDebit, lastDebit: '2030-03-06' }));
const choicesOf = (cells: ReturnType<typeof calendarOf>['cells']) =>
  cells.flatMap(({ date, choice }) => (choice === undefined ? [] : [[date, choice]]));

it('days before the due date that fall on the same day are one choice, that nearest to it', () => {
  const { months, cells } = calendarOf(days('2026-04-06', '2026-04-06', '2026-04-06', '2026-04-03'));
  expect(months).toEqual(['2026-04']);
  // From the Sunday of the first week to the end of the month.
  expect([cells.length, cells[0]?.date, cells.at(-1)?.date]).toEqual([33, '2026-03-29', '2026-04-30']);
  expect(choicesOf(cells)).toEqual([
    ['2026-04-03', 3],
    ['2026-04-06', 0],
  ]);
  const merged = calendarOf(days('2026-04-06', '2026-04-06', '2026-04-06', '2026-04-03'), '2');
  expect(choicesOf(merged.cells).at(-1)).toEqual(['2026-04-06', 2]);
});

it('shows the weeks before a month in which a choice is', () => {
  const { months, cells } = calendarOf(days('2026-12-01', '2026-11-30', '2026-11-27'));
  expect(months).toEqual(['2026-11', '2026-12']);
  expect([cells[0]?.date, cells.at(-1)?.date]).toEqual(['2026-11-22', '2026-12-31']);
  expect(choicesOf(cells).map(([date]) => date)).toEqual(['2026-11-27', '2026-11-30', '2026-12-01']);
});
