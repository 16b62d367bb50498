import { describe, expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { callTimes, nextOpening } from './call-back.ts';

const lender = loadLender();
const openHours: [string, string] = ['08:30', '17:00'];
const timesAt = (now: string, timeZone = 'America/Denver') =>
  callTimes({ openHours }, timeZone, new Date(now)).map((time) => time.toISOString());

describe('the times of a call', () => {
  it('are within the hours of the branch, on its own clock', () => {
    const times = timesAt('2026-03-04T12:00:00Z');
    expect(times[0]).toBe('2026-03-04T15:30:00.000Z');
    // The last call of the day ends when the branch closes.
    expect(times.filter((time) => time < '2026-03-05T12')).toContain('2026-03-04T23:30:00.000Z');
    expect(times).toHaveLength(5 * 17);
    expect(timesAt('2026-03-04T12:00:00Z', 'America/Phoenix')[0]).toBe('2026-03-04T15:30:00.000Z');
    // Daylight saving time begins on March 8, in Denver and not in Phoenix.
    expect(timesAt('2026-03-08T12:00:00Z')[0]).toBe('2026-03-09T14:30:00.000Z');
    expect(timesAt('2026-03-08T12:00:00Z', 'America/Phoenix')[0]).toBe('2026-03-09T15:30:00.000Z');
  });

  it('leave the branch an hour, and skip weekends and holidays', () => {
    expect(timesAt('2026-03-04T20:10:00Z')[0]).toBe('2026-03-04T21:30:00.000Z');
    // Friday evening before Presidents' Day.
    expect(timesAt('2026-02-13T23:45:00Z')[0]).toBe('2026-02-17T15:30:00.000Z');
    const days = new Set(timesAt('2026-02-13T23:45:00Z').map((time) => time.slice(0, 10)));
    expect([...days]).toEqual(['2026-02-17', '2026-02-18', '2026-02-19', '2026-02-20', '2026-02-23']);
  });
});

it('a branch uses the time zone of its ZIP code', () => {
  const zoneOf = (city: string) => lender.branches.find(({ name }) => name === city)?.timeZone;
  expect(zoneOf('El Paso')).toBe('America/Denver');
  expect(zoneOf('Houston')).toBe('America/Chicago');
  expect(zoneOf('Knoxville')).toBe('America/New_York');
  expect(zoneOf('Memphis')).toBe('America/Chicago');
  expect(zoneOf('Gary')).toBe('America/Chicago');
  expect(zoneOf('Coeur D Alene')).toBe('America/Los_Angeles');
});

it.each([
  ['an hour before it opens', '2026-03-04T14:30:00Z', '2026-03-04T15:30:00.000Z'],
  ['while it is open', '2026-03-04T18:00:00Z', undefined],
  ['the moment it closes', '2026-03-05T00:00:00Z', '2026-03-05T15:30:00.000Z'],
  ['on a Friday evening', '2026-03-07T02:00:00Z', '2026-03-09T14:30:00.000Z'],
  ['before a holiday', '2026-11-26T01:00:00Z', '2026-11-27T15:30:00.000Z'],
])('a branch opens next (%s)', (_, now, opens) => {
  expect(nextOpening({ openHours }, 'America/Denver', new Date(now))?.toISOString()).toBe(opens);
});
