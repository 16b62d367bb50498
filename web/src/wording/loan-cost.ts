// The picture of what a loan costs. Loaded with it, after the offers.
import { usd, usdExact } from './format.ts';

const months = (count: number) => (count === 1 ? '1 month' : `${count} months`);

export const loanCostText = {
  borrowed: 'You borrow',
  interest: 'Interest',
  total: 'Total of payments',
  share: (percent: number) => `${percent}%`,
  /** For screen readers, in place of the drawing. */
  balanceDrawn: (amount: number, count: number) =>
    `What you owe falls from ${usd(amount)} to zero over ${months(count)}.`,
  balanceTitle: 'What you owe over time',
  today: 'Today',
  after: months,
  level: 'With the monthly payment',
  extra: (amount: number) => `With ${usd(amount)} more a month`,

  extraTitle: 'What if you pay more?',
  extraLegend: 'Extra each month',
  saves: (amount: number, earlier: number, saved: number) =>
    `Pay ${usd(amount)} more a month: ${earlier > 0 ? `done ${months(earlier)} earlier, ` : ''}${usdExact(saved)} less.`,
  /** An extra that no payment is saved by. */
  savesNothing: (amount: number) => `Paying ${usd(amount)} more a month makes no difference here.`,

  yearsTitle: 'Year by year',
  year: 'Year',
  principal: 'Principal',
  left: 'Still owed',

  schedule: (count: number) => `See all ${count} payments`,
  scheduleTitle: 'Payment schedule',
  number: 'No.',
  payment: 'Payment',
  note: "These figures assume that you pay on each due date. Your first payment is due about one month after you get your money. We'll give you the dates before you sign.",
} as const;
