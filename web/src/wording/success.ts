// The last screen, after signing.
import { moneyDay } from '#contract/funding-estimate-text.ts';
import { facts } from './facts.ts';
import { dateText, usd, usdExact, weekdayDate } from './format.ts';
import { hardship } from './servicing.ts';

export const successText = {
  heading: "You're all set",
  arrivesSoon: `Your money arrives in ${facts.fundsArriveIn}.`,
  loading: 'Loading your summary',
  datesTitle: 'Your dates',
  datesMove: 'If we confirm your account later than today, these dates move with it.',
  dates: {
    money: (amount: number) => `${usd(amount)} arrives in your account`,
    by: (date: string) => `By ${weekdayDate(date)}`,
    debit: 'First autopay debit',
    due: (amount: number) => `First payment due: ${usdExact(amount)}`,
    last: (count: number, amount: number) => `Last of ${count} payments: ${usdExact(amount)}`,
    on: weekdayDate,
    paid: (debit: string) => `Autopay makes it on ${moneyDay(debit)}.`,
    paidThen: 'Autopay makes it that day.',
    byHand: 'You make this one yourself.',
  },
  calendar: 'Add to calendar',
  calendarWhat: 'Your calendar gets the dates, without amounts.',
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
      text: 'We emailed you a link to a copy. You can stop a payment up to three business days ahead.',
    },
    contact: { title: 'If money gets tight', text: hardship },
  },
  portal: 'See your balance, make payments and change your details there.',
  portalButton: 'Go to the customer portal',
  documentsLater: "We'll email you a link to your signed documents. Please save a copy.",
} as const;
