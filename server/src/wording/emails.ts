// The emails about an application, until its loan is signed.

import { weekdayIn, zonedTime } from '#contract/clock-text.ts';
import type { FundingEstimate } from '#contract/funding-estimate.ts';
import { haveInsuranceReady } from '#contract/insurance-text.ts';
import { type UploadKind, uploadKinds } from '#contract/uploads.ts';
import type { IsoDate } from '#finance/dates.ts';
import { type Cents, formatUsd } from '#finance/money.ts';
import { spanText } from '#lender/advertised.ts';
import type { Lender } from '#lender/load.ts';
import { phoneText } from '#lender/public/phone-text.ts';
import type { Branch } from '#lender/schema/branches.ts';
import { longDate } from '../pdf/format.ts';
import {
  callWithin,
  type Email,
  type ExpectedCall,
  email,
  figureOf,
  forDays,
  type LinkEmail,
  loanOf,
  promiseSentence,
  servicePhone,
} from './email-layout.ts';

/** `date` is the day of the form; `amount` what it requested, if an amount. */
export function addressConfirmationEmail(
  facts: LinkEmail & { readonly date: IsoDate; readonly amount: Cents | undefined },
  lender: Lender,
): Email {
  const { amount, date } = facts;
  const what = amount === undefined ? 'loan offers' : `a loan of ${formatUsd(amount)}`;
  return email('Confirm your email address', [
    `On ${longDate(date)}, you asked ${lender.brand.name} for ${what}. Please confirm that this is your email address.`,
    { button: 'Confirm my email', href: facts.link },
    `You can do this within ${facts.days} days. We'll keep working on your application either way.`,
    "If you didn't ask for offers, please call us.",
  ]);
}

/** `goodThrough` is a day of the lender's calendar. `scoreNotice` opens the credit score disclosure, if there is one. */
export function offersReadyEmail(
  facts: LinkEmail & {
    readonly most: Cents;
    readonly goodThrough: IsoDate;
    readonly scoreNotice?: { readonly link: string; readonly days: number } | undefined;
  },
): Email {
  const { scoreNotice: notice } = facts;
  return email('Your loan offers are ready', [
    ...figureOf(facts.most, 'is the most you can borrow'),
    `Good news: you're prequalified for up to ${formatUsd(facts.most)}. Your offers are good through ${longDate(facts.goodThrough)}.`,
    { button: 'See my offers', href: facts.link, works: forDays(facts.days) },
    "Looking at your offers won't affect your credit score. Each offer shows its payment, APR and total cost.",
    ...(notice
      ? [
          'Your notice explains the credit score we used, and how to check your credit report for mistakes. You can get your reports for free.',
          { link: 'Read my credit score notice', href: notice.link, works: forDays(notice.days) },
        ]
      : []),
  ]);
}

export function verificationDoneEmail(facts: LinkEmail): Email {
  return email('Your bank confirmed your information', [
    "Your bank's answer is here, so you can continue your loan application.",
    { button: 'Continue my application', href: facts.link, works: forDays(facts.days) },
  ]);
}

export function resumeLinkEmail(
  facts: LinkEmail & { readonly hasEnded: boolean; readonly opens?: 'documents' | undefined },
): Email {
  const { subject, text, button } =
    linkTexts[facts.opens === 'documents' ? 'documents' : facts.hasEnded ? 'ended' : 'open'];
  return email(subject, [
    text,
    { button, href: facts.link, works: forDays(facts.days) },
    'You can open it as often as you like.',
    "If you didn't ask for this link, please call us.",
  ]);
}

const linkTexts = {
  open: {
    subject: 'Your link to finish your application',
    text: 'This link opens your loan application where you left off, on any device.',
    button: 'Continue my application',
  },
  documents: {
    subject: 'Your link to your documents',
    text: 'This link shows your documents and where your loan application stands, on any device.',
    button: 'See my documents',
  },
  ended: {
    subject: 'Your link to your application',
    text: 'This link shows where your loan application stands, on any device.',
    button: 'See my application',
  },
} as const;

/** `goodThrough` is a day of the lender's calendar; null for what does not expire. */
export function reminderEmail(
  facts: LinkEmail & {
    readonly unsubscribeLink: string;
    readonly goodThrough: IsoDate | null;
    readonly isApproved: boolean;
  },
): Email {
  const { goodThrough, isApproved, unsubscribeLink } = facts;
  const what = isApproved ? 'approval is' : 'offers are';
  return email(
    'Your loan application is waiting for you',
    [
      "You asked us to remind you. We saved your application, and it's ready when you are.",
      ...(goodThrough === null ? [] : [`Your ${what} good through ${longDate(goodThrough)}.`]),
      { button: 'Continue my application', href: facts.link, works: forDays(facts.days) },
    ],
    { words: 'Stop these reminders', href: unsubscribeLink },
  );
}

const changes = {
  phone: {
    subject: 'Your phone number was changed',
    sentence:
      "Someone changed the phone number on your loan application. From now on, we'll text your codes to the new number.",
  },
  email: {
    subject: 'Your email address was changed',
    sentence:
      "Someone changed the email address on your loan application. From now on, we'll email the new address.",
  },
  deposit: {
    subject: 'The account for your money was changed',
    sentence: 'Someone changed the bank account that we send your loan money to.',
  },
} as const;

export function changeEmail(facts: { what: keyof typeof changes }, lender: Lender): Email {
  const { subject, sentence } = changes[facts.what];
  return email(subject, [
    `${sentence} If that was you, you don't have to do anything.`,
    `If you didn't change it, call us right away at ${servicePhone(lender)}.`,
  ]);
}

/** The same text whatever the manual review is about. */
export function heldEmail(): Email {
  return email('We need a little more time', [
    "We couldn't finish checking your loan application automatically, so someone on our team is looking at it. You don't need to do anything now.",
    "We'll email you as soon as we have an answer.",
  ]);
}

export function documentsEmail(
  facts: {
    link: string;
    expires: Date;
    /** Of the branch. */
    timeZone: string;
    amount: Cents | undefined;
    promise: FundingEstimate | undefined;
  },
  lender: Lender,
): Email {
  const { timeZone } = facts;
  const expires = `${zonedTime(timeZone, facts.expires)} on ${weekdayIn(timeZone, facts.expires)}`;
  const funds = spanText(lender.advertised.fundsArriveInBusinessDays, 'business day');
  return email('Your loan documents are ready to sign', [
    ...figureOf(facts.amount, 'approved'),
    `We approved ${loanOf(facts.amount)}. Please read your documents, then sign them on this or any other device.`,
    { button: 'Read and sign my documents', href: facts.link, works: `until ${expires}` },
    facts.promise
      ? promiseSentence(facts.promise)
      : `Funds arrive in ${funds} after you sign and your account is confirmed.`,
    ...(facts.promise && !facts.promise.arrivesOn ? [haveInsuranceReady] : []),
  ]);
}

export function unsignedDocumentsEmail(facts: LinkEmail, lender: Lender): Email {
  return email("Your loan documents aren't signed", [
    "We asked the signing service about your loan documents, and it doesn't have your signature. You can open your documents again and sign them.",
    { button: 'Continue my application', href: facts.link, works: forDays(facts.days) },
    `Questions, or is this a mistake? Call us at ${servicePhone(lender)}.`,
  ]);
}

const documentNames: Readonly<Record<UploadKind, string>> = {
  'photo-id': 'Photo ID',
  'pay-stub': 'Pay stub',
  bill: 'Bill with your address',
  insurance: 'Proof of insurance',
  title: 'Vehicle title',
};

export function uploadsReceivedEmail(
  facts: { readonly kinds: readonly UploadKind[]; readonly call: ExpectedCall | undefined },
  lender: Lender,
): Email {
  return email('We received your documents', [
    'Thank you. These documents arrived safely:',
    ...uploadKinds.flatMap((kind) => {
      const count = facts.kinds.filter((other) => other === kind).length;
      return count === 0 ? [] : [`${documentNames[kind]} (${count === 1 ? '1 file' : `${count} files`})`];
    }),
    `Someone at your branch will look at them and call you ${callWithin(lender, facts.call)}. You don't need to send them again.`,
    `Didn't send us anything? Call us at ${servicePhone(lender)}.`,
  ]);
}

export function callBookedEmail(facts: {
  readonly branch: Pick<Branch, 'name' | 'phone'>;
  readonly at: Date;
  /** Of the branch, whose clock the call goes by. */
  readonly timeZone: string;
}): Email {
  const { branch, timeZone } = facts;
  const day = weekdayIn(timeZone, facts.at);
  const time = zonedTime(timeZone, facts.at);
  return email(`Your call is booked for ${day}`, [
    `Your ${branch.name} branch will call you on ${day} at ${time}, at the number on your application.`,
    `Need another time? Open your application to move or cancel the call, or call the branch at ${phoneText(branch.phone)}.`,
  ]);
}
