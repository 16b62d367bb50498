import { expect, it } from 'vitest';
import { distinctDays } from './distinct-days.ts';

it('days before the due date whose first debit is on the same date are one choice', () => {
  const day = (daysBeforeDue: number, firstDebit: string) => ({
    daysBeforeDue,
    firstDebit,
    lastDebit: '2030-03-06',
  });
  const [due, one, two, three] = [
    day(0, '2026-04-07'),
    day(1, '2026-04-06'),
    day(2, '2026-04-06'),
    day(3, '2026-04-03'),
  ];
  expect(distinctDays([due, one, two, three])).toEqual([due, one, three]);
});
