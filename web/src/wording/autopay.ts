// Autopay, and the last page.
import { ordinal } from '#contract/autopay.ts';
import { facts } from './facts.ts';
import { dateText, usd, usdExact } from './format.ts';

export const autopayText = {
  heading: 'Pay automatically, if you like',
  lead: 'Autopay is your choice. Your loan and its rate are the same without it.',
  loading: 'Loading your payment plan',
  notLoaded: 'We could not load your payment plan just now. Your loan is not affected.',
  tryAgain: 'Try again',
  chooseDay: 'Please choose a day.',
  payment: (amount: number) => `Your payment is ${usdExact(amount)} a month.`,
  accounts: 'Account to pay from',
  day: 'Day of the month',
  dayHint: (firstDue: string, isBeforeDue: boolean) =>
    `Your first payment is due on ${dateText(firstDue)}.${
      isBeforeDue ? ' A debit on this day comes earlier, never after a payment is due.' : ''
    }`,
  dayOption: (day: number, firstDebit: string) => `The ${ordinal(day)}, first on ${dateText(firstDebit)}`,
  authorizationTitle: 'Authorization',
  authorizationWaits: 'Choose an account and a day, and your authorization is written here.',
  button: 'Continue with autopay',
  submitting: 'Setting up autopay',
  skip: 'Skip autopay',
  skipping: 'Going on without autopay',
  changed: 'Your authorization has changed. Please read it and check the box again.',
  copy: 'We email you a copy of what you authorize.',
  noAccounts: 'There is no account to pay from. Your branch can set autopay up with you.',

  activeHeading: 'Autopay is on',
  activeLead: 'You can cancel it here at any time.',
  firstDebit: 'First debit',
  from: 'From',
  every: 'Every month',
  everyDay: (day: number) => `On the ${ordinal(day)}`,
  amount: 'Amount',
  cancel: 'Cancel autopay',
  canceling: 'Canceling autopay',
  cancelTitle: 'Cancel autopay?',
  cancelWhat: 'You then make each payment yourself. Your loan stays as it is.',
  keep: 'Keep autopay',
  canceled: 'Autopay is canceled. We email you a confirmation.',
  stopped: {
    account:
      "Automatic payments are off, because the account they came from didn't work. You can set them up from another account.",
    borrower: 'Automatic payments are off, as you asked. You can set them up again at any time.',
    lender:
      'We turned off your automatic payments. You can set them up again, or make each payment yourself.',
  },
  paidHeading: 'Your loan is paid off',
  back: 'Back to the summary',
  failed: 'That did not come through. Nothing has changed. Please try again.',
} as const;

export const successText = {
  heading: 'You are all set',
  arrives: (date: string) => `Your money arrives by ${dateText(date)}.`,
  arrivesSoon: `Your money arrives in ${facts.fundsArriveIn}.`,
  loading: 'Loading your summary',
  amount: (amount: number) => `You receive ${usd(amount)}`,
  scheduleTitle: 'Your payments',
  monthly: 'Monthly payment',
  count: 'Number of payments',
  first: 'First payment due',
  last: 'Last payment due',
  lastAmount: 'Last payment',
  autopay: 'Autopay',
  autopayOn: (day: number) => `On the ${ordinal(day)} of each month`,
  autopayOff: 'Off',
  returnedHeading: 'Your payment came back',
  returned: (amount: number, on: string) =>
    `On ${dateText(on)}, your bank returned your payment of ${usdExact(amount)}. It's still open. Please make it in your customer portal, or call us.`,
  paid: (on: string) =>
    `Congratulations! Your loan was paid off on ${dateText(on)}. You don't have to make any more payments.`,
  change: { ACTIVE: 'See or cancel autopay', other: 'Set up autopay' },
  portalTitle: 'Your customer portal',
  portal: 'See your balance, make payments and change your details there.',
  portalButton: 'Go to the customer portal',
  documentsLater: 'Your signed documents come to your email. Please keep them.',
} as const;
