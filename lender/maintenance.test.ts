import { expect, it } from 'vitest';
import { maintenanceEnd } from './maintenance.ts';

const nightly = { timeZone: 'America/New_York', from: '23:30', until: '06:30' };
const end = (at: string, window: Parameters<typeof maintenanceEnd>[0] = nightly) =>
  maintenanceEnd(window, new Date(at))?.toISOString();

it.each([
  ['before it begins', '2026-01-15T04:29:59Z', undefined],
  ['as it begins', '2026-01-15T04:30:00Z', '2026-01-15T11:30:00.000Z'],
  ['after midnight', '2026-01-15T08:00:00Z', '2026-01-15T11:30:00.000Z'],
  ['as it ends', '2026-01-15T11:30:00Z', undefined],
  ['at noon', '2026-01-15T17:00:00Z', undefined],
  ['in summer', '2026-07-15T04:00:00Z', '2026-07-15T10:30:00.000Z'],
  ['in the night in which the clocks change', '2026-03-08T05:00:00Z', '2026-03-08T10:30:00.000Z'],
  ['in the night in which they change back', '2026-11-01T04:00:00Z', '2026-11-01T11:30:00.000Z'],
])('a window over midnight, %s', (_, at, until) => {
  expect(end(at)).toBe(until);
});

it('a window within a day', () => {
  const noon = { timeZone: 'America/Denver', from: '12:00', until: '13:15' };
  expect(end('2026-01-15T18:59:00Z', noon)).toBeUndefined();
  expect(end('2026-01-15T19:00:00Z', noon)).toBe('2026-01-15T20:15:00.000Z');
  expect(end('2026-01-15T20:15:00Z', noon)).toBeUndefined();
});

it('a window of some days begins on them, and ends the morning after', () => {
  // January 15, 2026 is a Thursday.
  const thursdays = { ...nightly, days: ['Thursday' as const] };
  expect(end('2026-01-15T08:00:00Z', thursdays)).toBeUndefined();
  expect(end('2026-01-16T04:30:00Z', thursdays)).toBe('2026-01-16T11:30:00.000Z');
  expect(end('2026-01-16T08:00:00Z', thursdays)).toBe('2026-01-16T11:30:00.000Z');
  expect(end('2026-01-17T04:30:00Z', thursdays)).toBeUndefined();
});
