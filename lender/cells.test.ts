import { expect, it } from 'vitest';
import { type Cell, cellHolds, FACTS, type FactName, readCell } from './cells.ts';

function cell(fact: FactName, text: string): Cell {
  const read = readCell(FACTS[fact], text);
  if ('mistake' in read) throw new Error(read.mistake);
  return read.cell;
}
const holds = (fact: FactName, text: string, value: string | number | boolean | null) =>
  cellHolds(cell(fact, text), value);

it('compares with both ends of a band included', () => {
  expect([639, 640, 659, 660].filter((score) => holds('score', '640..659', score))).toEqual([640, 659]);
  expect([559, 560].map((score) => holds('score', '< 560', score))).toEqual([true, false]);
  expect([559, 560].map((score) => holds('score', '<=559', score))).toEqual([true, false]);
  expect([50, 50.01].map((ratio) => holds('debtToIncome', '> 50', ratio))).toEqual([false, true]);
  expect([0, 1].map((count) => holds('collections', '0', count))).toEqual([true, false]);
});

it('an unknown number meets only none', () => {
  expect(holds('score', 'none', null)).toBe(true);
  expect(holds('score', '< 560', null)).toBe(false);
  expect(holds('score', '0', null)).toBe(false);
  expect(holds('score', 'none', 700)).toBe(false);
});

it('takes yes and no, and one of several words', () => {
  expect(holds('militaryCovered', 'yes', true)).toBe(true);
  expect(holds('militaryCovered', 'no', true)).toBe(false);
  expect(holds('state', 'UT, CA', 'CA')).toBe(true);
  expect(holds('state', 'UT, CA', 'TX')).toBe(false);
});

it.each([
  ['score', '560-599', 'must be like < 560, >= 3, 640..659, 12 or none, not "560-599"'],
  ['score', '=< 560', 'must be like < 560, >= 3, 640..659, 12 or none, not "=< 560"'],
  ['score', '', 'must be like < 560, >= 3, 640..659, 12 or none, not ""'],
  ['score', '659..640', 'must run from the lower to the higher number, not "659..640"'],
  ['militaryCovered', 'true', 'must be yes or no, not "true"'],
  ['residence', 'owned', 'must be one of rent, own, live_with_parents, other, not "owned"'],
  ['state', 'UT; CA', 'must be words separated by commas, not "UT; CA"'],
] as const)('of %s that says "%s" is refused', (fact, text, mistake) => {
  expect(readCell(FACTS[fact], text)).toEqual({ mistake });
});
