// The authorization of automatic payments as a document. The applicant must get a copy (12 CFR 1005.10(b)).

import type { IsoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import type { DocumentModel } from '../pdf/document-model.ts';
import { addressLines, longDate, phoneText } from '../pdf/format.ts';
import { onLetterhead } from './letterhead.ts';

interface AutopayAuthorization {
  readonly reference: string;
  readonly givenAt: Date;
  readonly name: string;
  readonly account: {
    readonly institution: string;
    readonly mask: string;
    readonly type: 'checking' | 'savings';
  };
  /** The exact sentence beside the checkbox. */
  readonly statement: string;
}

export const autopayTitle = 'Authorization for automatic payments';
export const autopayFilename = 'autopay-authorization.pdf';

export function autopayAuthorizationDocument(lender: Lender, about: AutopayAuthorization): DocumentModel {
  const { brand } = lender;
  const { account, reference, givenAt } = about;
  const given = new Intl.DateTimeFormat('en-US', {
    timeZone: brand.hours.timeZone,
    dateStyle: 'long',
    timeStyle: 'long',
  }).format(givenAt);
  const phone = phoneText(brand.phones.customerService);
  return onLetterhead(lender, { reference, madeAt: givenAt, title: autopayTitle }, [
    {
      kind: 'definitions',
      items: [
        { term: 'Given by', details: [about.name] },
        { term: 'Given on', details: [given] },
        { term: 'Given to', details: [brand.legalName, addressLines(brand.address).join(', ')] },
        {
          term: 'Account',
          details: [`${account.institution}, ${account.type} account ending in ${account.mask}`],
        },
      ],
    },
    { kind: 'heading', level: 2, text: 'What is authorized' },
    { kind: 'paragraph', text: about.statement },
    { kind: 'heading', level: 2, text: 'Your rights' },
    {
      kind: 'list',
      items: [
        `To stop a payment or end this authorization, tell us at least three business days before the debit: call ${phone}, write to ${brand.emails.customerService} or to the address above, or cancel on the page where you gave it.`,
        'If a debit would differ from the amounts above, we write to you at least ten days before it, with its amount and date.',
        'Your loan, its rate and its payments are the same with and without automatic payments.',
        'If a debit is wrong, call us, and your bank: it must look into an error that you report within 60 days of the statement that shows it.',
      ],
    },
    { kind: 'heading', level: 2, text: 'How it was given' },
    {
      kind: 'paragraph',
      text: `${about.name} gave this authorization electronically, by checking the box beside these words and pressing the button below them. Please keep this copy.`,
    },
  ]);
}

/** Events in the applicant's calendar. */
export const calendarWords = {
  notMade: "We couldn't make your calendar file",
  back: 'Back to your loan',
  due: ({ brand }: Lender) => `${brand.name} loan payment due`,
  debit: ({ brand }: Lender) => `${brand.name} autopay debit`,
  dueByHand: ({ brand }: Lender) => `Make your payment at ${brand.customerPortal}. ${questions(brand)}`,
  dueByAutopay: (on: IsoDate, { brand }: Lender) =>
    `Autopay makes this payment on ${longDate(on)}. ${questions(brand)}`,
  debitText: (due: IsoDate, { brand }: Lender) =>
    `Autopay makes your payment due on ${longDate(due)}. Please have the money in your account. ${questions(brand)}`,
} as const;

const questions = ({ phones }: Lender['brand']) => `Questions? Call ${phoneText(phones.customerService)}.`;

export const calendarFilename = 'loan-payments.ics';
