// The notice of approval (12 CFR 1002.9(a)(1)(i)), for an applicant who gets notices on paper.
import type { Lender } from '#lender/load.ts';
import type { DocumentModel } from '../pdf/document-model.ts';
import { longDate, phoneText } from '../pdf/format.ts';
import { type LetterFacts, letter } from './letterhead.ts';
import { paragraph } from './loan-document-parts.ts';

export const approvalText = {
  title: 'Your loan request is approved',
  filename: 'notice-of-approval.pdf',
} as const;

export function approvalDocument(lender: Lender, about: LetterFacts): DocumentModel {
  const phone = phoneText(lender.brand.phones.customerService);
  return letter(lender, approvalText.title, about, [
    paragraph(
      `We approved the loan you asked for on ${longDate(about.appliedOn)}. Open your application to choose where the money goes and to sign your loan documents, or call us at ${phone}. Your reference is ${about.reference}.`,
    ),
  ]);
}
