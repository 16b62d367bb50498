import { expect, it } from 'vitest';
import { exampleLoanRequest, exampleProgram } from '../../dev/examples.ts';
import { mistakeIn } from './typed-amount.ts';

const request = exampleLoanRequest([
  exampleProgram('small', [250_100, 450_000]),
  exampleProgram('large', [650_000, 1_200_000]),
]);

it.each([
  ['5000', 'Please enter an amount between $2,501 and $4,500 or between $6,500 and $12,000'],
  ['20000', 'Please enter an amount between $2,501 and $12,000'],
  ['4123', undefined],
  ['4123.49', undefined],
  ['12000.99', undefined],
  ['.49', 'Please enter an amount between $2,501 and $12,000'],
])('a typed amount of $%s gets the message %s', (typed, message) => {
  expect(mistakeIn(typed, request)).toBe(message);
});
