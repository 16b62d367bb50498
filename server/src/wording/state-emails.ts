// The emails about a state in which an application has ended or waits for manual review, and about that review.

import type { IsoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import { longDate } from '../pdf/format.ts';
import { type Email, email, forDays } from './email-layout.ts';
import { type AskedItem, askedText } from './incomplete-notice.ts';

interface StateEmailFacts {
  /** Opens the application where it is. Absent where no link may. */
  readonly resume: { readonly link: string; readonly days: number } | undefined;
  readonly applyLink?: string;
  /** The last day for the documents, if the state waits for some. */
  readonly documentsBy?: IsoDate | undefined;
  /** The documents that are still missing. */
  readonly asked?: readonly AskedItem[];
}

interface StateEmailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Leads the list of the documents that are still missing. */
  readonly ask?: string;
  /** Follows them where the state waits for documents. */
  readonly until?: (day: string) => string;
  readonly button?: { readonly words: string; readonly to: 'application' | 'form' | 'portal' };
  /** Sent at the form's own answer, to an address that may be a stranger's. */
  readonly mayReachStranger?: true;
}

const application = (words: string) => ({ words, to: 'application' }) as const;
const form = (words: string) => ({ words, to: 'form' }) as const;

const sendPapersBy = (day: string) => `Please send them by ${day}. Without them, we can't send your money.`;

const texts = {
  duplicate: {
    subject: 'We already have your loan application',
    paragraphs: [
      "You asked us for loan offers, and we already have an application from you. We didn't start a second one.",
      "We're using your earlier application. You can ask for an emailed link to it on our website.",
    ],
    mayReachStranger: true,
  },
  'duplicate-in-core': {
    subject: 'We already have your loan application',
    paragraphs: [
      "You asked us for loan offers, and we already have an application from you. We didn't start a second one.",
      "We're using your earlier application. Please call us, and your branch will pick it up with you from there.",
    ],
    mayReachStranger: true,
  },
  'present-borrower': {
    subject: 'You already have an account with us',
    paragraphs: [
      "You asked us for loan offers, and you already have an account with us. We didn't start a new application.",
      "Please log in to your account or call us. We'll look at your options with you.",
    ],
    button: { words: 'Log in to my account', to: 'portal' },
    mayReachStranger: true,
  },
  delayed: {
    subject: 'We saved your loan application',
    paragraphs: [
      "We couldn't answer right away because a service we check with isn't working. We saved your application, and nothing is lost.",
      "You don't need to do anything now. We'll email you when we have an answer.",
    ],
    button: application('See my application'),
    mayReachStranger: true,
  },
  restored: {
    subject: 'We saved your loan application',
    paragraphs: [
      "We're making sure that we have everything about your loan application. You don't need to do anything now.",
      "We'll email you when you can continue.",
    ],
    button: application('See my application'),
    mayReachStranger: true,
  },
  'step-up': {
    subject: 'We need to check your information with you',
    paragraphs: [
      "We couldn't verify your information automatically, so we can't show you offers yet. This isn't a decision on your application.",
    ],
    ask: 'Send us these on our website. Or bring them to your branch.',
    until: (day) => `Please do this by ${day}. After that day, we'll close your application.`,
    button: application('See my application'),
  },
  'documents-reminder': {
    subject: 'Please send us your documents',
    paragraphs: [],
    ask: 'We still need this from you:',
    until: (day) => `Please send them by ${day}. After that day, we'll close your application.`,
    button: application('Send my documents'),
  },
  'review-finished': {
    subject: 'You can continue your loan application',
    paragraphs: ['Good news: our team finished its review, and you can continue where you left off.'],
    button: application('Continue my application'),
  },
  'step-up-expired': {
    subject: 'We closed your loan application',
    paragraphs: [
      "We asked you for documents, and we didn't get them in time. So we closed your application. No decision was made, and you don't owe us anything.",
      "You can apply again at any time. Checking your offers won't affect your credit score.",
    ],
    button: form('Check for new offers'),
  },
  'vehicle-needed': {
    subject: 'Tell us about your vehicle',
    paragraphs: [
      "We don't have an offer for you without a vehicle right now. If you own one, it may secure a loan. This isn't a decision on your application.",
      "Add it on our website, or tell us there that you don't have one. Then we'll give you our answer. It won't affect your credit score.",
    ],
    button: application('Add my vehicle'),
  },
  'vehicle-unproven': {
    subject: "Send us your vehicle's papers to get your money",
    paragraphs: [
      'Thank you for signing. Your vehicle secures your loan, so we need to see that it is insured before we send your money.',
    ],
    ask: 'Send us these on our website. Someone at your branch will look at them.',
    until: sendPapersBy,
    button: application('Send my papers'),
  },
  'vehicle-papers-reminder': {
    subject: "Your money is waiting for your vehicle's papers",
    paragraphs: [
      'Your loan is signed. Your vehicle secures it, so we send your money once someone at your branch has seen its papers.',
    ],
    ask: "We haven't received these yet:",
    until: sendPapersBy,
    button: application('Send my papers'),
  },
  'branch-takes-over': {
    subject: 'Your branch will help you with your loan application',
    paragraphs: [
      "We couldn't finish your loan application online. This isn't a decision on your application.",
      "We saved your information and asked your branch to call you. You can also call us, and we'll pick up where you left off.",
    ],
    button: application('See my application'),
  },
  'inquiry-unresolved': {
    subject: "We're checking on your credit report",
    paragraphs: [
      "We asked for your credit report to give you a final answer, and it didn't reach us. We won't ask for it again, so this counts as one hard inquiry at most.",
      "Someone on our team is finding out what happened. You don't need to do anything now, and we'll email you as soon as we know more.",
    ],
  },
  'offers-expired': {
    subject: 'Your loan offers have expired',
    paragraphs: [
      "Your offers were good for a limited time, and that time is over. No loan was made, and you don't owe us anything.",
      "You can check for new offers at any time. It won't affect your credit score.",
    ],
    button: form('Check for new offers'),
  },
  'not-verified': {
    subject: "We couldn't verify everything with your bank",
    paragraphs: [
      "What your bank showed us doesn't match everything on your loan application. This isn't a decision on your application.",
      'Connect another bank, or call us.',
    ],
    ask: 'You can also send us these on our website:',
    button: application('Continue my application'),
  },
  'bank-unread': {
    subject: "We couldn't read your bank account",
    paragraphs: [
      "We couldn't read your bank's data, so we couldn't verify your information yet. We saved your loan application.",
      'Please try again, connect another bank, or call us. You may need to log in to your bank again.',
    ],
    ask: 'You can also send us these on our website:',
    button: application('Continue my application'),
  },
  'signing-declined': {
    subject: "Your loan documents aren't signed",
    paragraphs: [
      'The signing service told us that you declined to sign your loan documents. No loan was made.',
      'If this is a mistake, please call us.',
    ],
  },
  'signing-voided': {
    subject: "Your loan documents aren't signed",
    paragraphs: [
      "The signing service closed your loan documents, so they can't be signed anymore. No loan was made.",
      "Please call us, and we'll find out what happened.",
    ],
  },
  'signing-unanswered': {
    subject: "We're checking on your signature",
    paragraphs: [
      "The signing service hasn't told us yet whether your loan documents are signed. We'll keep asking.",
      "You don't need to do anything now. We'll email you as soon as we know.",
    ],
  },
} as const satisfies Readonly<Record<string, StateEmailText>>;

export type StateEmail = keyof typeof texts;
export const stateEmailNames = Object.keys(texts) as StateEmail[];

/** Whether it counts among the emails that anyone can have sent by naming an address. */
export const mayReachStranger = (name: StateEmail): boolean =>
  (texts[name] as StateEmailText).mayReachStranger === true;

export function stateEmail(
  name: StateEmail,
  { resume, applyLink, documentsBy, asked = [] }: StateEmailFacts,
  lender: Lender,
): Email {
  const { subject, paragraphs, ask, until, button }: StateEmailText = texts[name];
  const addresses = { application: resume?.link, form: applyLink, portal: lender.brand.customerPortal };
  const href = button && addresses[button.to];
  const isResumed = button?.to === 'application' && resume !== undefined;
  return email(subject, [
    ...paragraphs,
    ...(ask && asked.length > 0
      ? [ask, { list: asked.map((item) => `${askedText[item].what} ${askedText[item].why}`) }]
      : []),
    ...(until && documentsBy && asked.length > 0 ? [until(longDate(documentsBy))] : []),
    ...(button && href !== undefined
      ? [{ button: button.words, href, ...(isResumed && { works: forDays(resume.days) }) }]
      : []),
  ]);
}
