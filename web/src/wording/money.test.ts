import { expect, it } from 'vitest';
import { afterPapers } from '#contract/funding-estimate-text.ts';
import { fundsArrive } from './money.ts';

it('the usual span and a sooner day do not contradict each other', () => {
  expect(fundsArrive(undefined)).toBe('Funds arrive in 2 to 3 business days after signing.');
  expect(fundsArrive("you'll have $5,000 in your account today")).toBe(
    "Funds usually arrive in 2 to 3 business days after signing. Yours may come sooner: you'll have $5,000 in your account today.",
  );
});

it('a loan that waits for insurance has neither', () => {
  const expected =
    "We'll send your money once your branch has seen your vehicle's papers, such as proof of insurance.";
  expect(fundsArrive(afterPapers)).toBe(expected);
});
