// The receipt for a withdrawn application.
import type { Lender } from '#lender/load.ts';
import type { DocumentModel } from '../pdf/document-model.ts';
import { longDate, phoneText } from '../pdf/format.ts';
import { type LetterFacts, letter } from './letterhead.ts';
import { paragraph } from './loan-document-parts.ts';

export const withdrawalText = {
  title: 'You withdrew your loan application',
  filename: 'withdrawal-receipt.pdf',
  /** Shown on the signing page. */
  voidedReason: 'The applicant withdrew the application.',
} as const;

export function withdrawalDocument(lender: Lender, about: LetterFacts): DocumentModel {
  return letter(lender, withdrawalText.title, about, [
    paragraph(
      `As you asked, we closed the loan application you made on ${longDate(about.appliedOn)}. We won't decide on it, and you don't owe us anything. Your reference is ${about.reference}.`,
    ),
    paragraph(`If you didn't ask for this, call us at ${phoneText(lender.brand.phones.customerService)}.`),
  ]);
}
