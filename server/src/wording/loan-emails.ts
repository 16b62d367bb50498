// The emails about a loan: its money, and what the core system or the bank reported while it is repaid.
import type { AutopayStopReason } from '#contract/autopay.ts';
import type { MoneyPromise } from '#contract/money-promise.ts';
import type { IsoDate } from '#finance/dates.ts';
import type { Cents } from '#finance/money.ts';
import type { Lender } from '#lender/load.ts';
import { dollars, longDate, phoneText } from '../pdf/format.ts';
import { type EmailContent, mail, promiseSentence } from './email-layout.ts';

const whyStopped: Readonly<Record<AutopayStopReason, string>> = {
  account:
    "The account that your automatic payments come from didn't work, so we turned them off. Nothing else about your loan changes.",
  borrower: 'As you asked, we turned off your automatic payments. Nothing else about your loan changes.',
  lender: 'We turned off your automatic payments. Nothing else about your loan changes.',
};

export function moneySentEmail(
  lender: Lender,
  about: { readonly firstName: string; readonly promise: MoneyPromise },
): EmailContent {
  return mail(lender, 'We sent your money', [
    { paragraph: `Hello ${about.firstName},` },
    { paragraph: `We sent your money to your bank. ${promiseSentence(lender, about.promise)}` },
    { paragraph: `Questions? Call us at ${phoneText(lender.brand.phones.customerService)}.` },
  ]);
}

export function autopayStoppedEmail(
  lender: Lender,
  about: { readonly firstName: string; readonly reason: AutopayStopReason },
): EmailContent {
  return mail(lender, 'Your automatic payments are off', [
    { paragraph: `Hello ${about.firstName},` },
    { paragraph: whyStopped[about.reason] },
    {
      paragraph: `${
        about.reason === 'account'
          ? 'You can set them up again from another account, or make each payment yourself.'
          : 'From now on, please make each payment yourself. You can set automatic payments up again at any time.'
      } Questions? Call us at ${phoneText(lender.brand.phones.customerService)}.`,
    },
  ]);
}

export function paymentReturnedEmail(
  lender: Lender,
  about: { readonly firstName: string; readonly amount: Cents },
): EmailContent {
  return mail(lender, 'Your bank returned your payment', [
    { paragraph: `Hello ${about.firstName},` },
    {
      paragraph: `We tried to collect your loan payment of ${dollars(about.amount)}, and your bank returned it. That can happen when there isn't enough money in the account, or when the account is closed.`,
    },
    {
      paragraph:
        'This payment is still open. Please make it in your customer portal, or call us and we can go over your options.',
    },
    { button: 'Go to the customer portal', href: lender.brand.customerPortal },
    { paragraph: `Questions? Call us at ${phoneText(lender.brand.phones.customerService)}.` },
  ]);
}

export function loanPaidEmail(
  lender: Lender,
  about: { readonly firstName: string; readonly paidOn: IsoDate },
): EmailContent {
  return mail(lender, 'Your loan is paid off', [
    { paragraph: `Hello ${about.firstName},` },
    {
      paragraph: `Congratulations! Your loan was paid off on ${longDate(about.paidOn)}. You don't have to make any more payments.`,
    },
    { paragraph: 'If automatic payments were on, we turned them off.' },
    { paragraph: `Questions? Call us at ${phoneText(lender.brand.phones.customerService)}.` },
  ]);
}
