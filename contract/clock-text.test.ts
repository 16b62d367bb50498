import { expect, it } from 'vitest';
import { clockText, zonedTime } from './clock-text.ts';

it.each([
  ['09:00', '9 am'],
  ['17:30', '5:30 pm'],
  ['12:00', '12 pm'],
  ['00:15', '12:15 am'],
])('%s is written %s', (time, text) => expect(clockText(time)).toBe(text));

it('an instant is written on the clock of a zone, which it names', () => {
  const at = new Date('2026-07-20T19:00:00Z');
  expect(zonedTime('America/Denver', at)).toBe('1 pm Mountain time');
  expect(zonedTime('America/New_York', at)).toBe('3 pm Eastern time');
});
