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

const sentences = (...about: Parameters<typeof outageSentences>) =>
  outageSentences(...about).map((sentence) => sentence.replaceAll('\u00a0', ' '));

const evening = { now: new Date('2026-01-16T05:00:00Z'), timeZone: 'America/Los_Angeles' };

it('planned maintenance shows when it ends on the clock of the branch', () => {
  expect(sentences({ kind: 'planned', backAt: '2026-01-16T11:30:00Z' }, evening)).toEqual([
    'Unfortunately the system is offline for evening maintenance at this time.',
    'Please come back at 6:30am EST to continue online.',
    'We expect to be back tomorrow at 3:30 am Pacific time.',
  ]);
});

it('in summer the two times of the maintenance’s end agree', () => {
  const summer = { now: new Date('2026-07-16T04:00:00Z'), timeZone: 'America/New_York' };
  expect(sentences({ kind: 'planned', backAt: '2026-07-16T10:30:00Z' }, summer).slice(1)).toEqual([
    'Please come back at 6:30am EST to continue online.',
    'We expect to be back today at 6:30 am Eastern time.',
  ]);
});

it('an outage whose end the system announced shows that time alone', () => {
  expect(sentences({ kind: 'announced', backAt: '2026-01-16T07:15:00Z' }, evening)).toEqual([
    'Our system is offline right now.',
    'We expect to be back today at 11:15 pm Pacific time.',
  ]);
  const later = sentences({ kind: 'announced', backAt: '2026-01-19T20:00:00Z' }, evening);
  expect(later[1]).toContain('Monday at 12 pm');
});

it('an unplanned outage names no time', () => {
  expect(sentences({ kind: 'unplanned' }, evening).join(' ')).not.toMatch(/\d|maintenance/);
});
