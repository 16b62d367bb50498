import { expect, it } from 'vitest';
import { comeBack, outageSentences } from './maintenance.ts';

it('the demo lender’s window ends at half past six, Eastern time', () => {
  expect(comeBack()).toBe('Please come back at 6:30am EST to continue online.');
});

it.each([
  ['00:15', 'America/Denver', '12:15am MST'],
  ['12:45', 'America/Los_Angeles', '12:45pm PST'],
])('a window until %s in %s ends at %s', (until, timeZone, written) => {
  expect(comeBack({ until, timeZone })).toBe(`Please come back at ${written} to continue online.`);
});

const evening = { now: new Date('2026-01-16T05:00:00Z'), timeZone: 'America/Los_Angeles' };

it('planned maintenance shows when it ends on the lender’s clock, and on the applicant’s', () => {
  expect(outageSentences({ kind: 'planned', backAt: '2026-01-16T11:30:00Z' }, evening)).toEqual([
    'Unfortunately the system is offline for evening maintenance at this time.',
    'Please come back at 6:30am EST to continue online.',
    'We expect to be back tomorrow at 3:30 AM, your time (6:30 AM Eastern Time).',
  ]);
});

it.each([
  ['the lender’s own zone, in which the server renders the page', 'America/New_York'],
  ['a zone whose clock shows the same', 'America/Detroit'],
])('in summer the two times of the maintenance’s end agree in %s', (_, timeZone) => {
  const summer = { now: new Date('2026-07-16T04:00:00Z'), timeZone };
  expect(outageSentences({ kind: 'planned', backAt: '2026-07-16T10:30:00Z' }, summer).slice(1)).toEqual([
    'Please come back at 6:30am EST to continue online.',
    'We expect to be back today at 6:30 AM Eastern Time.',
  ]);
});

it('an outage whose end the system announced shows that time alone', () => {
  expect(outageSentences({ kind: 'announced', backAt: '2026-01-16T07:15:00Z' }, evening)).toEqual([
    'Our system is offline right now.',
    'We expect to be back today at 11:15 PM, your time (2:15 AM Eastern Time).',
  ]);
  const later = outageSentences({ kind: 'announced', backAt: '2026-01-19T20:00:00Z' }, evening);
  expect(later[1]).toContain('on Monday at 12:00');
});

it('an unplanned outage names no time', () => {
  expect(outageSentences({ kind: 'unplanned' }, evening).join(' ')).not.toMatch(/\d|maintenance/);
});
