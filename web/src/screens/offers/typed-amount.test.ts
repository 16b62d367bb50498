import { expect, it } from 'vitest';
import { mistakeIn } from './typed-amount.ts';

const ranges = [
  { min: 250_100, max: 450_000 },
  { min: 650_000, max: 1_200_000 },
];

it.each([
  ['5000', 'Please enter an amount between $2,501 and $4,500 or between $6,500 and $12,000'],
  ['20000', 'Please enter an amount between $2,501 and $12,000'],
  ['4123', undefined],
  ['4123.49', undefined],
  ['12000.99', undefined],
  ['.49', 'Please enter an amount between $2,501 and $12,000'],
])('a typed amount of $%s gets the message %s', (typed, message) => {
  expect(mistakeIn(typed, ranges)).toBe(message);
});
