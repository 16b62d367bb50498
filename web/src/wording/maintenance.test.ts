import { expect, it } from 'vitest';
import { comeBack } from './maintenance.ts';

it('the demo lender’s window ends at half past six, Eastern time', () => {
  expect(comeBack()).toBe('Please come back at 6:30am EST to continue online.');
});

it.each([
  ['06:30', 'America/New_York', '6:30am EST'],
  ['05:00', 'America/Chicago', '5:00am CST'],
  ['00:15', 'America/Denver', '12:15am MST'],
  ['12:45', 'America/Los_Angeles', '12:45pm PST'],
])('a window until %s in %s ends at %s', (until, timeZone, written) => {
  expect(comeBack({ until, timeZone })).toBe(`Please come back at ${written} to continue online.`);
});
