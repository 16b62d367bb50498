// The notice of incompleteness (form C-6; 12 CFR 1002.9(c)(2)): what is missing, by when, and what happens otherwise.
import type { IsoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import type { DocumentModel } from '../pdf/document-model.ts';
import { addressLines, longDate, phoneText } from '../pdf/format.ts';
import { onLetterhead } from './letterhead.ts';

/** What an applicant may still have to send or do, in a word of ours. */
export type MissingItem =
  | 'phone-code'
  | 'vehicle'
  | 'offer-choice'
  | 'bank-account'
  | 'final-consent'
  | 'photo-id'
  | 'proof-of-address'
  | 'proof-of-income'
  | 'account-login'
  | 'credit-report'
  | 'new-request';

const items: Readonly<Record<MissingItem, string>> = {
  'phone-code': 'Confirm your phone number with the code that we text you.',
  vehicle: 'Tell us about a vehicle you own, or tell us that you have none.',
  'offer-choice': 'Choose a loan amount and term from the offers that we showed you.',
  'bank-account': 'Connect your bank account, so that we can verify your identity, income and address.',
  'final-consent': 'Agree to the final credit check.',
  'photo-id': 'Show us a government-issued photo ID.',
  'proof-of-address':
    'Show us a document with your name and home address, such as a utility bill or a lease.',
  'proof-of-income': 'Show us proof of your income, such as your two most recent pay stubs.',
  'account-login': 'Log in to your account with us, or call us, to ask for another loan.',
  'credit-report':
    "Ask us for offers again. We couldn't get your credit report when you asked, and we can try again now.",
  'new-request': 'Check for new offers. The offers that we showed you have expired.',
};

export interface IncompleteNotice {
  readonly date: IsoDate;
  readonly madeAt: Date;
  readonly appliedOn: IsoDate;
  readonly answerBy: IsoDate;
  readonly reference: string;
  readonly applicant: { readonly name: string; readonly address: readonly string[] };
  readonly missing: readonly MissingItem[];
}

export const incompleteText = {
  title: 'Notice of incomplete application',
  filename: 'notice-of-incomplete-application.pdf',
  item: (item: MissingItem) => items[item],
} as const;

export function incompleteDocument(lender: Lender, about: IncompleteNotice): DocumentModel {
  const { brand } = lender;
  const phone = phoneText(brand.phones.customerService);
  const { reference, madeAt } = about;
  return onLetterhead(
    lender,
    {
      reference,
      madeAt,
      title: incompleteText.title,
      recipient: [about.applicant.name, ...about.applicant.address],
    },
    [
      {
        kind: 'definitions',
        items: [
          { term: 'Date of this notice', details: [longDate(about.date)] },
          { term: 'You asked for', details: [`A personal loan, on ${longDate(about.appliedOn)}`] },
          { term: 'Creditor', details: [brand.legalName, addressLines(brand.address).join(', ')] },
        ],
      },
      { kind: 'paragraph', text: `Dear ${about.applicant.name}:` },
      {
        kind: 'paragraph',
        text: 'Thank you for your application for a personal loan. The following is needed to make a decision on your application:',
      },
      { kind: 'list', items: about.missing.map((item) => items[item]) },
      {
        kind: 'paragraph',
        text: [
          { strong: `We need to receive this by ${longDate(about.answerBy)}. ` },
          'If we do not receive it by that date, we will regrettably be unable to give further consideration to your credit request.',
        ],
      },
      {
        kind: 'paragraph',
        text: `Open your application with a link that we emailed you, or call us at ${phone}. Your reference is ${about.reference}.`,
      },
      { kind: 'lines', lines: ['Sincerely,', brand.legalName] },
    ],
  );
}
