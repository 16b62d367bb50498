import { facts } from './facts.ts';

const { example } = facts;

export const faq: readonly { readonly question: string; readonly answer: string }[] = [
  {
    question: 'How much can I borrow?',
    answer: facts.smallestAtBranch
      ? `Personal loans range from ${facts.smallestAtBranch} to ${facts.mostAmount}. You can request ${facts.leastAmount} to ${facts.mostAmount} online. Ask a branch for less.`
      : `Personal loans range from ${facts.leastAmount} to ${facts.mostAmount}.`,
  },
  {
    question: 'Does checking my offers affect my credit score?',
    answer:
      'No. Prequalifying uses a soft inquiry, which only you can see. We make a hard inquiry only when you apply for the loan.',
  },
  {
    question: 'How long does it take?',
    answer: `Prequalifying takes about ${facts.prequalifyingTakes}. Funds arrive in ${facts.fundsArriveIn} after signing. A branch will call you within ${facts.branchCallsWithin} after you sign, or after you choose to verify at a branch.`,
  },
  {
    question: 'What will the loan cost?',
    answer: `APRs range from ${facts.lowestApr} to ${facts.highestApr}, and terms run from ${facts.shortestTerm} to ${facts.longestTerm} months. For example, ${example.amount} over ${example.months} months at ${example.apr} APR gives a ${example.payment} payment.`,
  },
  {
    question: 'What is an auto secured loan?',
    answer: `It's a loan that uses your vehicle as collateral. For example, a vehicle worth ${facts.exampleVehicle} may get you a larger loan or a lower rate. If you don't pay, we can repossess it.`,
  },
  {
    question: 'Why do you ask me to connect my bank?',
    answer:
      'It confirms your income, identity and residence without paperwork. We see balances and transactions, never your password.',
  },
  {
    question: 'What if I took a loan recently?',
    answer: `An offer is void if we made you a loan in the last ${facts.minDaysBetweenLoans} days.`,
  },
  {
    question: 'Is my information safe?',
    answer: 'A 256-bit SSL encrypted connection keeps your information safe, and we keep it encrypted.',
  },
];
