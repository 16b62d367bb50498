// The notice of incompleteness (form C-6; 12 CFR 1002.9(c)(2)): what is missing, by when, and what happens otherwise.
import type { UploadKind } from '#contract/uploads.ts';
import type { IsoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import type { DocumentModel } from '../pdf/document-model.ts';
import { longDate } from '../pdf/format.ts';
import { fromTemplate } from './from-template.ts';
import { type LetterFacts, letterFigures, letterHeading } from './letterhead.ts';

/** What an applicant may still have to send or do. */
const items = {
  'phone-code': 'Confirm your phone number with the code that we text you.',
  vehicle: 'Tell us about a vehicle you own, or tell us that you have none.',
  'offer-choice': 'Choose a loan amount and term from the offers that we showed you.',
  'bank-account': 'Connect your bank account, so that we can verify your identity, income and address.',
  'final-consent': 'Agree to the final credit check.',
  'photo-id': 'Show us a government-issued photo ID.',
  'proof-of-address':
    'Show us a document with your name and home address, such as a utility bill or a lease.',
  'proof-of-insurance': 'Show us proof that your vehicle is insured.',
  'vehicle-title': 'Show us the title of your vehicle, in your name and without a lien of someone else.',
  'proof-of-income': 'Show us proof of your income, such as your two most recent pay stubs.',
  'account-login': 'Log in to your account with us, or call us, to ask for another loan.',
  'credit-report':
    "Ask us for offers again. We couldn't get your credit report when you asked, and we can try again now.",
  'new-request': 'Check for new offers. The offers that we showed you have expired.',
} as const;
export type MissingItem = keyof typeof items;

export const itemOfUpload = {
  'photo-id': 'photo-id',
  bill: 'proof-of-address',
  'pay-stub': 'proof-of-income',
  insurance: 'proof-of-insurance',
  title: 'vehicle-title',
} as const satisfies Record<UploadKind, MissingItem>;

/** What an applicant may be asked beside the documents, and why each is asked. */
export type AskedItem = (typeof itemOfUpload)[UploadKind] | 'signature' | 'call';
export const askedText: Readonly<Record<AskedItem, { readonly what: string; readonly why: string }>> = {
  'photo-id': { what: items['photo-id'], why: "It shows us that it's you who applies." },
  'proof-of-address': { what: items['proof-of-address'], why: 'It shows us where you live.' },
  'proof-of-income': { what: items['proof-of-income'], why: 'It confirms your income.' },
  'proof-of-insurance': {
    what: items['proof-of-insurance'],
    why: 'Your vehicle secures your loan, so we see its insurance before we send your money.',
  },
  'vehicle-title': {
    what: items['vehicle-title'],
    why: 'Your vehicle secures your loan, so we see its title before we send your money.',
  },
  signature: { what: 'Read and sign your loan documents.', why: 'We send your money after you sign.' },
  call: {
    what: 'Talk with your branch. Someone there will call you.',
    why: "We couldn't finish this online.",
  },
};

export interface IncompleteNotice extends LetterFacts {
  readonly answerBy: IsoDate;
  readonly missing: readonly MissingItem[];
}

export const incompleteText = {
  title: 'Notice of incomplete application',
  filename: 'notice-of-incomplete-application.pdf',
  item: (item: MissingItem) => items[item],
} as const;

export const incompleteDocument = (lender: Lender, notice: IncompleteNotice): DocumentModel =>
  fromTemplate(lender, 'incomplete-notice', letterHeading(notice), {
    figures: { ...letterFigures(notice), answerBy: longDate(notice.answerBy) },
    conditions: {},
    parts: { missing: [{ kind: 'list', items: notice.missing.map((item) => items[item]) }] },
  });
