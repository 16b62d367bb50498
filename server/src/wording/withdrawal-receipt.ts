// The receipt for a withdrawn application.
import type { Lender } from '#lender/load.ts';
import type { DocumentModel } from '../pdf/document-model.ts';
import { longDate, phoneText } from '../pdf/format.ts';
import { type LetterFacts, letter } from './letterhead.ts';
import { paragraph } from './loan-document-parts.ts';

export const withdrawalText = {
  title: 'You withdrew your loan application',
  titleSigned: 'You canceled your loan',
  inList: 'Receipt for closing your application',
  filename: 'withdrawal-receipt.pdf',
  /** Shown on the signing page. */
  voidedReason: 'The applicant withdrew the application.',
} as const;

/** What was closed: an application, or a loan that was signed already. */
export interface Withdrawn {
  readonly isSigned: boolean;
}

export function withdrawalDocument(
  lender: Lender,
  { isSigned, ...about }: LetterFacts & Withdrawn,
): DocumentModel {
  const { title, titleSigned } = withdrawalText;
  const made = longDate(about.appliedOn);
  return letter(lender, isSigned ? titleSigned : title, about, [
    paragraph(
      isSigned
        ? `As you asked, we canceled the loan that you applied for on ${made} and signed. We didn't send any money, and you don't owe us anything. Your reference is ${about.reference}.`
        : `As you asked, we closed the loan application you made on ${made}. We won't decide on it, and you don't owe us anything. Your reference is ${about.reference}.`,
    ),
    paragraph(`If you didn't ask for this, call us at ${phoneText(lender.brand.phones.customerService)}.`),
  ]);
}
