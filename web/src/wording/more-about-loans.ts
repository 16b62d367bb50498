// The longer variant of the landing page.
import { facts } from './facts.ts';

const { example } = facts;

export const moreAboutLoansText = {
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
      what: 'Your name, how to reach you, and who you are. A soft credit check does not affect your score.',
    },
    { title: 'About your home', what: 'Where you live and what it costs you a month.' },
    {
      title: 'About your income',
      what: 'What you earn a year. Then you see your offers, with all they cost.',
    },
  ],
  faqTitle: 'Questions people ask',
  toForm: 'Check my offers',
} as const;
