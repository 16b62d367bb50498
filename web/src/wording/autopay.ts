import { daysInWords, ordinal } from '#contract/autopay.ts';
import { moneyDay } from '#contract/funding-estimate-text.ts';
import { dateText, usdExact, weekdayDate } from './format.ts';
import { hardship } from './servicing.ts';

/** "the 5th", or for a day that not every month has, its last day there. */
const dueDay = (day: number) =>
  `the ${ordinal(day)}${day > 28 ? ', or the last day of a shorter month' : ''}`;

export const autopayText = {
  heading: 'Pay automatically, if you like',
  lead: 'Autopay is your choice. Your loan and its rate are the same without it.',
  loading: 'Loading your payment plan',
  notLoaded: "We couldn't load your payment plan right now. This doesn't affect your loan.",
  accounts: 'Account to pay from',
  payFrom: 'Pay from',
  day: 'When should we debit your first payment?',
  chooseDay: 'Please choose a day.',
  dayHint: (day: number) =>
    `Your payments are due on ${dueDay(day)}. Autopay never debits after that, and your due date stays the same.`,
  month: (month: string) =>
    new Date(month).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  dayOption: (days: number, firstDebit: string) =>
    `${days === 0 ? 'On the due date' : `${daysInWords(days)} before`}, ${weekdayDate(firstDebit)}`,
  authorizationTitle: 'Your authorization',
  authorizationAll: 'I agree to all of it.',
  authorizationRest: 'Read the rest: bank holidays and the last payment',
  authorizationWaits: 'Choose an account and a day. Your authorization will be here to read.',
  button: 'Continue with autopay',
  submitting: 'Setting up autopay',
  skip: 'Skip autopay',
  skipping: 'Skipping autopay',
  changed: 'Your authorization has changed. Please read it and check the box again.',
  copy: "We'll send you a copy of what you authorize.",
  noAccounts: "There's no account to pay from. Your branch can set up autopay with you.",
  noDays: 'No payment is left that autopay could make. Your branch can help you with what is due.',

  first: {
    debit: 'First debit',
    on: weekdayDate,
    /** Which payment the first debit makes. */
    pays: (due: string, debit: string, isFirst: boolean) =>
      `This debit makes your ${isFirst ? 'first ' : ''}payment, due ${due === debit ? 'the same day' : moneyDay(due)}.`,
    byHand: (due: string) =>
      `Your payment due ${moneyDay(due)} is too soon for autopay. Please make that one yourself.`,
    portal: 'Go to the customer portal',
    without: 'Without autopay, you make each payment yourself.',
  },

  activeHeading: 'Autopay is on',
  activeLead: 'You can cancel it here at any time.',
  from: 'From',
  every: 'Debit',
  when: (daysBeforeDue: number) =>
    daysBeforeDue === 0 ? 'On each due date' : `${daysInWords(daysBeforeDue)} before each due date`,
  cancel: 'Cancel autopay',
  cancelTitle: 'Cancel autopay?',
  cancelWhat: "You'll make each payment yourself. Your loan stays the same.",
  keep: 'Keep autopay',
  canceled: "Autopay is canceled. We'll send you a confirmation.",
  stopped: {
    account:
      "Autopay is off, because the account it debited didn't work. You can set it up from another account.",
    borrower: 'Autopay is off, as you asked. You can set it up again at any time.',
    lender: 'We turned off autopay. You can set it up again, or make each payment yourself.',
  },
  paidHeading: 'Your loan is paid off',
  paid: (on: string) =>
    `Congratulations! Your loan was paid off on ${dateText(on)}. You don't have to make any more payments.`,
  back: 'Back to the summary',
  failed: "That didn't go through. Nothing has changed. Please try again.",
} as const;

/** The last screen, after signing. */
export const successText = {
  heading: "You're all set",
  loading: 'Loading your summary',
  receiptTitle: 'Your receipt',
  datesTitle: 'Your dates',
  callBranch: (branch: string) => `Call your ${branch} branch`,
  datesMove: 'If we confirm your account later than today, these dates move with it.',
  dates: {
    amount: 'Amount',
    arrives: 'Arrives',
    account: 'Account',
    by: (date: string) => `By ${weekdayDate(date)}`,
    debit: 'First autopay debit',
    due: (amount: number) => `First payment due: ${usdExact(amount)}`,
    last: (count: number, amount: number) => `Last of ${count} payments: ${usdExact(amount)}`,
    on: weekdayDate,
    paid: (debit: string) => `Autopay makes it on ${moneyDay(debit)}.`,
    paidThen: 'Autopay makes it that day.',
    byHand: 'You make this one yourself.',
  },
  paying: 'Paying your loan',
  autopayOn: (when: string) => `Autopay is on: ${when.toLowerCase()}.`,
  autopayOff: 'Autopay is off. You make each payment yourself.',
  returnedHeading: 'Your payment came back',
  returned: (amount: number, on: string) =>
    `On ${dateText(on)}, your bank returned your payment of ${usdExact(amount)}. It's still open. Please make it in your customer portal, or call us.`,
  change: { ACTIVE: 'See or cancel autopay', other: 'Set up autopay' },
  keepTitle: 'What to keep',
  keep: {
    authorization: {
      title: 'Your autopay authorization',
      text: "We're sending you a copy. You can stop a payment up to three business days ahead.",
    },
    contact: { title: 'If money gets tight', text: hardship },
  },
  portal: 'See your balance, make payments and change your details there.',
  portalButton: 'Go to the customer portal',
  documentsLater: "We'll send you your signed documents. Please save a copy.",
} as const;
