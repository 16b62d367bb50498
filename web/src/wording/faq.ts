// Questions people ask, with their answers.
import { facts } from './facts.ts';

const { example } = facts;

export const faq: readonly { readonly question: string; readonly answer: string }[] = [
  {
    question: 'How much can I borrow?',
    answer: facts.smallestAtBranch
      ? `Personal loans run from ${facts.smallestAtBranch} to ${facts.mostAmount}. Online you can request ${facts.leastAmount} to ${facts.mostAmount}; ask a branch for less.`
      : `Personal loans run from ${facts.leastAmount} to ${facts.mostAmount}.`,
  },
  {
    question: 'Does checking my offers affect my credit score?',
    answer:
      'No. Prequalifying makes a soft inquiry, which only you can see. A hard inquiry is made only when you apply for the loan.',
  },
  {
    question: 'How long does it take?',
    answer: `Prequalifying takes about ${facts.prequalifyingTakes}. Funds arrive in ${facts.fundsArriveIn} after signing. A branch calls you within ${facts.branchCallsWithin} after you sign, or after you choose to verify at a branch.`,
  },
  {
    question: 'What will the loan cost?',
    answer: `APR runs from ${facts.lowestApr} to ${facts.highestApr} and terms from ${facts.shortestTerm} to ${facts.longestTerm} months. For example, ${example.amount} over ${example.months} months at ${example.apr} APR gives a ${example.payment} payment.`,
  },
  {
    question: 'What is an auto secured loan?',
    answer: `A loan secured by your vehicle. With a vehicle worth ${facts.exampleVehicle}, for example, you may be offered more or a lower rate. If you do not pay, the vehicle can be taken.`,
  },
  {
    question: 'Why do you ask me to connect my bank?',
    answer:
      'It confirms your income, identity and residence without sending papers. We see balances and transactions, never your password.',
  },
  {
    question: 'What if I took a loan recently?',
    answer: `An offer is void if a loan was made to you in the last ${facts.loanFreeDays} days.`,
  },
  {
    question: 'Is my information safe?',
    answer: 'A 256-bit SSL encrypted connection keeps your information safe, and we keep it encrypted.',
  },
];
