// The emails about a loan: its money, and what the core system or the bank reported while it is repaid.
import type { AutopayStopReason } from '#contract/autopay.ts';
import type { FundingEstimate } from '#contract/funding-estimate.ts';
import type { IsoDate } from '#finance/dates.ts';
import type { Cents } from '#finance/money.ts';
import type { Lender } from '#lender/load.ts';
import { dollars, longDate } from '../pdf/format.ts';
import { type EmailContent, mail, promiseSentence } from './email-layout.ts';

const whyStopped: Readonly<Record<AutopayStopReason, string>> = {
  account:
    "The account that autopay debits didn't work, so we turned autopay off. Nothing else about your loan changes.",
  borrower: 'As you asked, we turned off autopay. Nothing else about your loan changes.',
  lender: 'We turned off autopay. Nothing else about your loan changes.',
};

export function moneySentEmail(
  lender: Lender,
  about: { readonly firstName: string; readonly promise: FundingEstimate; readonly statusLink: string },
): EmailContent {
  return mail(lender, about.firstName, 'We sent your money', [
    `We sent your money to your bank. ${promiseSentence(lender, about.promise)}`,
    { button: 'See my loan', href: about.statusLink },
  ]);
}

export function autopayStoppedEmail(
  lender: Lender,
  about: { readonly firstName: string; readonly reason: AutopayStopReason },
): EmailContent {
  return mail(lender, about.firstName, 'Your autopay is off', [
    whyStopped[about.reason],
    `${
      about.reason === 'account'
        ? 'You can set it up again from another account, or make each payment yourself.'
        : 'From now on, please make each payment yourself. You can set it up again at any time.'
    }`,
  ]);
}

export function paymentReturnedEmail(
  lender: Lender,
  about: { readonly firstName: string; readonly amount: Cents },
): EmailContent {
  return mail(lender, about.firstName, 'Your bank returned your payment', [
    `We tried to collect your loan payment of ${dollars(about.amount)}, and your bank returned it. That can happen when there isn't enough money in the account, or when the account is closed.`,
    'This payment is still open. Please make it in your customer portal, or call us and we can go over your options.',
    { button: 'Go to the customer portal', href: lender.brand.customerPortal },
  ]);
}

export function loanPaidEmail(
  lender: Lender,
  about: { readonly firstName: string; readonly paidOn: IsoDate },
): EmailContent {
  return mail(lender, about.firstName, 'Your loan is paid off', [
    `Congratulations! Your loan was paid off on ${longDate(about.paidOn)}. You don't have to make any more payments.`,
    'If autopay was on, we turned it off.',
  ]);
}
