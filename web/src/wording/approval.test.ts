import { expect, it } from 'vitest';
import { approvalText } from './approval.ts';

const { headingWithMoney } = approvalText.payment;
const money = { amount: 500_000, arrivesOn: '2026-11-24' };

it.each([
  ['2026-11-23', "You're approved. $5,000 by Tuesday"],
  ['2026-11-24', "You're approved. $5,000 today"],
])('on %s the approval reads %s', (today, heading) => {
  expect(headingWithMoney(money, today)).toBe(heading);
});

it('the approval of a secured loan names no day', () => {
  expect(headingWithMoney({ amount: 500_000 }, '2026-11-23')).toBe("You're approved");
});
