// What the landing page says about the loans, before the form and after it.
import { facts } from './facts.ts';

const { example } = facts;

export const aboutLoansText = {
  heading: 'Loans to fit your needs',
  lead: `Check your offers in about ${facts.prequalifyingTakes}. This won't affect your credit score.`,
  disclaimerTitle: 'What you should know',

  offerTitle: 'What we offer',
  offers: (states: number, branches: number) => [
    {
      title: `Personal loans from ${facts.leastAmount} to ${facts.mostAmount}`,
      what: `APR from ${facts.lowestApr} to ${facts.highestApr}, ${facts.shortestTerm} to ${facts.longestTerm} months.`,
    },
    {
      title: `Funds in ${facts.fundsArriveIn}`,
      what: `After you sign. A branch calls you within ${facts.branchCallsWithin}.`,
    },
    { title: `Over ${branches} branches in ${states} states`, what: 'Phone and local branch support.' },
  ],
  exampleTitle: 'An example payment schedule',
  exampleWhat: `You borrow ${example.amount} over ${example.months} months at ${example.apr} APR.`,
  exampleRows: [
    ['You receive', example.amount],
    [`${example.months - 1} monthly payments of`, example.payment],
    ['Last payment', example.lastPayment],
    ['Finance charge', example.financeCharge],
    ['Total of payments', example.total],
  ],
  exampleNote: 'Your own rate depends on your credit, your state, the amount and the term.',
  howTitle: 'How it works',
  how: [
    {
      title: 'About you',
      what: "Your name, how to reach you, and who you are. A soft credit check won't affect your score.",
    },
    { title: 'About your home', what: 'Where you live and what it costs you a month.' },
    {
      title: 'About your income',
      what: 'What you earn a year. Then you see your offers, with all they cost.',
    },
  ],
  faqTitle: 'Questions people ask',
} as const;

export const disclaimers = [
  `Personal loans from ${facts.leastAmount} to ${facts.mostAmount}, APR ${facts.lowestApr} to ${facts.highestApr}, terms ${facts.shortestTerm} to ${facts.longestTerm} months.`,
  'Not everyone qualifies. Offers depend on your credit, income, state and the value of a vehicle where one secures the loan.',
  "Checking your offers uses a soft inquiry, which doesn't affect your credit score. We make a hard inquiry only when you apply.",
  `An offer is void if we made you a loan in the last ${facts.loanFreeDays} days.`,
  "We don't serve children under 13, and we lend only to adults.",
] as const;
