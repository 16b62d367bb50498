// The emails about a signed loan: the account that receives its money, and what the core system or the bank reported later.
import type { AutopayStopReason } from '#contract/autopay.ts';
import type { FundingEstimate } from '#contract/funding-estimate.ts';
import type { IsoDate } from '#finance/dates.ts';
import { type Cents, cents } from '#finance/money.ts';
import type { Lender } from '#lender/load.ts';
import { dollars, longDate } from '../pdf/format.ts';
import {
  type Email,
  email,
  figureOf,
  forDays,
  type LinkEmail,
  promiseSentence,
  servicePhone,
} from './email-layout.ts';

interface AccountFacts extends LinkEmail {
  /** The last digits of the account number. */
  readonly mask: string;
  /** When the micro-entries arrive. */
  readonly arriveOn?: IsoDate;
}

interface Words {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button?: string;
}

const accountWords = {
  'micro-entries': ({ mask, arriveOn }) => ({
    subject: 'Two small deposits are on their way to your account',
    paragraphs: [
      `We couldn't confirm your account ending in ${mask} right away. We're sending it two deposits of less than $1 each. They're labeled ACCTVERIFY and arrive ${arriveOn === undefined ? 'within a few business days' : `by ${longDate(arriveOn)}`}. Then we'll take the same total back.`,
      "When you see them, tell us both amounts. We'll send your money once we've confirmed the account and you've signed your loan documents.",
    ],
    button: 'Enter the amounts',
  }),
  person: ({ mask }) => ({
    subject: "We're confirming your account",
    paragraphs: [
      `We couldn't confirm your account ending in ${mask} automatically, so someone on our team is looking at it. You don't have to do anything.`,
      "We'll send your money once we've confirmed the account and you've signed your loan documents.",
    ],
  }),
  refused: ({ mask }) => ({
    subject: 'We need another account for your money',
    paragraphs: [
      `We couldn't confirm your account ending in ${mask}, so we can't send your money there. Your loan isn't affected.`,
      'Please give us another account that belongs to you.',
    ],
    button: 'Use another account',
  }),
  confirmed: ({ mask }) => ({
    subject: 'Your account is confirmed',
    paragraphs: [`Your account ending in ${mask} is confirmed, and your money is on its way there.`],
  }),
  returned: ({ mask }) => ({
    subject: 'Your bank returned your money',
    paragraphs: [
      `We sent your money to the account ending in ${mask}, and the bank sent it back. This usually means the account is closed or a number is wrong. Your loan isn't affected.`,
      "Please give us another account that belongs to you. We'll send the money again as soon as it's confirmed.",
    ],
    button: 'Use another account',
  }),
  'amounts-reminder': ({ mask }) => ({
    subject: 'Enter two small deposits to get your money',
    paragraphs: [
      `You signed your loan documents, but we can't send your money until you confirm your account ending in ${mask}.`,
      "Look for two deposits of less than $1 each in that account. They're labeled ACCTVERIFY. When you enter both amounts, we'll send your money.",
      "If you can't find them, call us or use another account.",
    ],
    button: 'Enter the amounts',
  }),
  'account-reminder': ({ mask }) => ({
    subject: 'We still need another account for your money',
    paragraphs: [
      `You signed your loan documents, but we can't send your money to your account ending in ${mask}. Your loan isn't affected.`,
      "Please give us another account that belongs to you. We'll send your money as soon as we confirm it.",
    ],
    button: 'Use another account',
  }),
} as const satisfies Record<string, (of: AccountFacts) => Words>;

export type AccountUpdate = keyof typeof accountWords;
export const accountUpdates = Object.keys(accountWords) as AccountUpdate[];

export function accountUpdateEmail(update: AccountUpdate, account: AccountFacts): Email {
  const { subject, paragraphs, button }: Words = accountWords[update](account);
  return email(subject, [
    ...paragraphs,
    ...(button === undefined ? [] : [{ button, href: account.link, works: forDays(account.days) }]),
  ]);
}

const whyStopped: Readonly<Record<AutopayStopReason, string>> = {
  account:
    "The account that autopay debits didn't work, so we turned autopay off. Nothing else about your loan changes.",
  borrower: 'As you asked, we turned off autopay. Nothing else about your loan changes.',
  lender: 'We turned off autopay. Nothing else about your loan changes.',
};

export function moneySentEmail(facts: { readonly promise: FundingEstimate; readonly statusLink: string }) {
  return email('We sent your money', [
    ...figureOf(cents(facts.promise.amount), 'is on its way'),
    `We sent your money to your bank. ${promiseSentence(facts.promise)}`,
    { button: 'See my loan', href: facts.statusLink },
  ]);
}

export function autopayStoppedEmail(facts: { readonly reason: AutopayStopReason }): Email {
  return email('Your autopay is off', [
    whyStopped[facts.reason],
    facts.reason === 'account'
      ? 'You can set it up again from another account, or make each payment yourself.'
      : 'From now on, please make each payment yourself. You can set it up again at any time.',
  ]);
}

export function paymentReturnedEmail(facts: { readonly amount: Cents }, lender: Lender): Email {
  return email('Your bank returned your payment', [
    ...figureOf(facts.amount, 'is still to pay'),
    `We tried to collect your loan payment of ${dollars(facts.amount)}, and your bank returned it. That can happen when there isn't enough money in the account, or when the account is closed.`,
    'This payment is still open. Please make it in your customer portal, or call us and we can go over your options.',
    { button: 'Go to the customer portal', href: lender.brand.customerPortal },
  ]);
}

export function loanPaidEmail(facts: { readonly paidOn: IsoDate }): Email {
  return email('Your loan is paid off', [
    `Congratulations! Your loan was paid off on ${longDate(facts.paidOn)}. You don't have to make any more payments.`,
    'If autopay was on, we turned it off.',
  ]);
}

export function autopayCanceledEmail(_: object, lender: Lender): Email {
  return email('Your autopay is canceled', [
    'You canceled autopay. From now on, please make each payment yourself. Your loan and its rate stay the same.',
    `A debit that was due within three business days may still be on its way. If you didn't cancel, or if you have questions, please call us at ${servicePhone(lender)}.`,
  ]);
}

export function firstDebitMovedEmail(facts: { date: IsoDate }): Email {
  return email('Your first autopay debit has a new date', [
    `Your money goes out later than planned, so your first autopay debit is on ${longDate(facts.date)}. Later debits move with it. The amounts and the account stay the same.`,
    'You can stop it three business days ahead.',
  ]);
}
