import type { AdverseAction, NextStep } from '#contract/notices.ts';
import { facts } from './facts.ts';
import { dateText } from './format.ts';

interface Advice {
  readonly title: string;
  readonly what: string;
  /** When to ask again. */
  readonly again: string;
}

interface Bureau {
  readonly name: string;
  readonly phone: string;
}

/** A denial that used no credit report names no bureau. */
const nameOf = (bureau: Bureau | undefined) => bureau?.name ?? 'the credit bureau';

export const declinedText = {
  reasons: 'Why we said no',
  again: 'When to apply again',
  score: ({ name, value, lowest, highest, date }: NonNullable<AdverseAction['score']>) => ({
    label: `Your credit score, from ${name}`,
    value: String(value),
    range: `Scores run from ${lowest} to ${highest}. This one is from ${dateText(date)}.`,
  }),
  /** To the bureau's own site. */
  bureauSite: (bureau: Bureau) => `Go to ${bureau.name}`,
  tryAgain: 'My file is open: check my offers',
  advice: (step: NextStep, bureau: Bureau | undefined): Advice => advice[step](bureau),
} as const;

const advice: Readonly<Record<NextStep, (bureau: Bureau | undefined) => Advice>> = {
  'lift-freeze': (bureau) => ({
    title: 'Lift the freeze, then come back',
    what: `Your credit file is frozen, so we couldn't read it. ${
      bureau ? `You can lift the freeze for free online or by phone at ${bureau.phone}.` : ''
    } It takes an hour at most, and you can freeze it again later.`,
    again: 'As soon as the freeze is off. Just press the button below.',
  }),
  'start-file': (bureau) => ({
    title: 'Start a credit file',
    what: `${nameOf(bureau)} has no file on you yet. A secured card or a small loan that reports to the bureaus starts one. If you've had credit before, ask them to look under your other names and addresses.`,
    again: 'After about six months of payments on your first account.',
  }),
  'build-history': () => ({
    title: 'Give your credit some time',
    what: 'Your credit file is still short. Keep the accounts you have open, and pay each one on time.',
    again: 'In about six months, when your file shows more payments.',
  }),
  'lower-payments': () => ({
    title: 'Ask for less, or pay some debt down',
    what: 'Your monthly payments are high for your income. A branch can look at a lower amount with you. Paying off one card or loan helps too.',
    again: 'About 45 days after your balances drop. Lenders report them once a month.',
  }),
  'raise-income': () => ({
    title: 'Count all your income',
    what: 'The income you listed is too low for these loans. If you left some out, a branch can look again, or help you with a lower amount.',
    again: 'Any time, if you have income that you left out or your income goes up.',
  }),
  'catch-up': () => ({
    title: 'Catch up on late accounts',
    what: 'Late accounts weigh the most. Bring them up to date, ask collectors for a plan, and pay on time from here on.',
    again: 'After about six months of payments on time.',
  }),
  'after-bankruptcy': () => ({
    title: 'Build new credit after your bankruptcy',
    what: 'A bankruptcy counts for less as time goes by. Pay new accounts on time, and check that your report shows it correctly.',
    again: 'About a year after it ends, or sooner if your report was wrong.',
  }),
  'fewer-inquiries': () => ({
    title: 'Hold off on new credit',
    what: 'You applied for credit many times lately. Each hard inquiry counts for less after a few months.',
    again: 'In about six months, with no new hard inquiries until then.',
  }),
  'show-income': () => ({
    title: 'Show us your income',
    what: "We couldn't confirm your job or income. Bring recent pay stubs or bank statements to your branch.",
    again: 'As soon as you have them.',
  }),
  'show-residence': () => ({
    title: 'Show us where you live',
    what: "We couldn't confirm your address. Bring a lease or a utility bill in your name to your branch.",
    again: 'As soon as you have it.',
  }),
  'prove-identity': () => ({
    title: 'Bring your ID to a branch',
    what: "We couldn't confirm who you are online. Someone at your branch can do it with your ID in hand.",
    again: "At your branch, on any day it's open.",
  }),
  'other-vehicle': () => ({
    title: 'Ask about a loan without your vehicle',
    what: "Your vehicle isn't worth enough to secure the loan. Your branch can tell you which loans don't need one.",
    again: 'Any time, without a vehicle or with another one.',
  }),
  'check-address': () => ({
    title: 'Check your address',
    what: "None of our branches is close to the address you gave us. If it's wrong, or you plan to move, call us, and we'll check again.",
    again: 'When your address changes.',
  }),
  'wait-after-loan': () => ({
    title: 'Wait until your new loan has settled',
    what: `We made you a loan in the last ${facts.minDaysBetweenLoans} days, and we make only one in that time.`,
    again: `When the ${facts.minDaysBetweenLoans} days are over. Your branch can tell you the day.`,
  }),
  'build-score': () => ({
    title: 'Work on what moves your score',
    what: 'Pay on time, and keep card balances low next to their limits. Your notice lists what held your score back the most.',
    again: 'In about three to six months. Scores move slowly.',
  }),
  'try-later': () => ({
    title: 'Ask us again',
    what: "We couldn't finish our checks this time. It may work next time.",
    again: 'In a day or two.',
  }),
  'ask-branch': () => ({
    title: 'Talk to your branch',
    what: 'Someone there can go over the reasons with you and tell you what would help.',
    again: 'When something changes. Your branch can tell you what to work on.',
  }),
};
