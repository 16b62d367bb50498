import { expect, it } from 'vitest';
import { adultAges } from './prequalification.ts';

const state = (name: string, minimumAge: number) => ({ name, minimumAge });

it('the demo lender lends from eighteen, in Alabama from nineteen', () => {
  expect(adultAges()).toBe('18 years of age, and 19 in Alabama');
});

it.each([
  [[state('Alabama', 19)], '19 years of age'],
  [[state('Texas', 18), state('Utah', 18)], '18 years of age'],
  [
    [state('Texas', 18), state('Utah', 18), state('Idaho', 18), state('Alabama', 19), state('Nebraska', 19)],
    '18 years of age, and 19 in Alabama and Nebraska',
  ],
  [
    [state('Texas', 18), state('Utah', 18), state('Alabama', 19), state('Mississippi', 21)],
    '18 years of age, and 19 in Alabama, and 21 in Mississippi',
  ],
])('ages follow the states that are served', (states, written) => {
  expect(adultAges(states)).toBe(written);
});
