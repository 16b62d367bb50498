// What stands beside the task: the card of the loan, and what happens after each step.

import { afterPapers } from '#contract/funding-estimate-text.ts';
import { type ScreenName, stageOf, type TaskScreen, type TaskStage } from '#contract/screens.ts';
import { facts } from './facts.ts';
import { usd } from './format.ts';
import { promised } from './money.ts';

const { example } = facts;
const sign = 'You sign your loan documents online.';
const funds = `Your money arrives ${facts.fundsArriveIn} after you sign.`;
const fundsOnceConfirmed = `Your money arrives ${facts.fundsArriveIn} after you sign and your account is confirmed.`;
const bank = 'You connect a bank to confirm your income, identity and address.';
const hardInquiry = 'We ask for one hard credit check, only if you agree.';
const answer = 'You get our final answer.';
const account = 'You pick the account that gets the money.';
const autopay = "You can set up autopay. It's up to you.";

export const sideText = {
  title: 'Your loan',
  nextTitle: 'What happens next',
  aMonth: (amount: number) => `${usd(amount)} a month`,
  firstDue: 'First payment due',
  secured: 'Secured by your vehicle',
  branchTitle: (name: string) => `Your ${name} branch`,
  call: 'Call',
  exampleTitle: 'For example',
  example: `${example.amount} over ${example.months} months at ${example.apr} APR: ${example.payment} a month, ${example.total} in total.`,
} as const;

const choose = 'You choose an amount and a payment.';

/** What happens after the steps of a stage, in order. */
const usual: Readonly<Record<TaskStage, readonly string[]>> = {
  prequalification: ['You see every offer you qualify for.', choose, bank],
  'phone-check': ["We look for your offers. This won't affect your credit score.", choose, bank],
  resume: ['We use your new details for your offers.', choose],
  vehicle: ['We look for offers with your vehicle.', choose],
  offers: [bank, hardInquiry, sign],
  'bank-link': ['We check what your bank shows us. It takes about a minute.', hardInquiry, account],
  verification: [hardInquiry, account, sign],
  approval: [answer, account, sign],
  deposit: [sign, funds],
  documents: [sign, funds, autopay],
  autopay: [
    'You see every date of your loan, and what to keep.',
    'Your branch takes care of the loan from then on.',
  ],
  'fast-path': [account, sign, funds],
};

/** Where a screen leads to something else than its stage's others. */
const own: Readonly<Partial<Record<TaskScreen, readonly string[]>>> = {
  amount: ['You see the payments for this amount.', bank, hardInquiry],
  terms: ['You look over your choice.', bank, hardInquiry],
  'verification-loading': ['You see what we could confirm.', hardInquiry, account],
  'verification-manage': ['You go back to where you left off.'],
  'approval-payment': [account, sign, funds],
  deposit: ['You confirm your email.', sign, funds],
  'confirm-account': [sign, fundsOnceConfirmed],
  'other-account': ['We check the new account.', `Your money arrives ${facts.fundsArriveIn} after that.`],
  'confirm-email': ['We email you a link to your documents.', sign, funds],
  'docusign-loading': [autopay],
  'fast-path-options': ['We make one hard credit check.', account, sign],
  'fast-path-loading': [answer, account, sign],
  'fast-path-select-payment': ['You confirm your email.', sign, funds],
  'fast-path-deposit': ['You confirm your email.', sign, funds],
  'fast-path-confirm-email': ['We email you a link to your documents.', sign, funds],
};

/** On screens that stay open once the applicant has signed: what is still ahead then. */
const onceSigned: typeof own = {
  'confirm-account': [`Your money arrives ${facts.fundsArriveIn} after your account is confirmed.`],
};

/**
 * Without what the applicant has done already, which the screens that are open to them tell, and with the day that the money is
 * promised for in place of the usual span. `isConfirmed` is whether the account for the money is.
 */
export function nextStepsOf(
  screen: TaskScreen,
  allowed: readonly ScreenName[],
  promise?: string,
  isConfirmed = true,
): readonly string[] {
  if (screen === 'autopay' && allowed.includes('success')) return [];
  const left = allowed.includes('autopay') ? onceSigned[screen] : undefined;
  const steps = (left ?? own[screen] ?? usual[stageOf(screen)]).map((step) =>
    step === funds && !isConfirmed ? fundsOnceConfirmed : step,
  );
  if (promise === undefined) return steps;
  const isReplaced = (step: string) =>
    step === funds || (promise === afterPapers && step.includes(facts.fundsArriveIn));
  return steps.map((step) => (isReplaced(step) ? promised(promise) : step));
}
