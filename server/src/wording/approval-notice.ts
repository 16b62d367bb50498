// The notice of approval (12 CFR 1002.9(a)(1)(i)), for an applicant who is told on paper.
import type { IsoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import type { DocumentModel } from '../pdf/document-model.ts';
import { longDate, phoneText } from '../pdf/format.ts';
import { onLetterhead } from './letterhead.ts';

export const approvalText = {
  title: 'Your loan request is approved',
  filename: 'notice-of-approval.pdf',
} as const;

export function approvalDocument(
  lender: Lender,
  about: {
    readonly date: IsoDate;
    readonly madeAt: Date;
    readonly appliedOn: IsoDate;
    readonly reference: string;
    readonly applicant: { readonly name: string; readonly address: readonly string[] };
  },
): DocumentModel {
  const { brand } = lender;
  const { reference, madeAt, applicant } = about;
  return onLetterhead(
    lender,
    { reference, madeAt, title: approvalText.title, recipient: [applicant.name, ...applicant.address] },
    [
      { kind: 'paragraph', text: longDate(about.date) },
      { kind: 'paragraph', text: `Dear ${applicant.name}:` },
      {
        kind: 'paragraph',
        text: `We have approved the loan that you asked for on ${longDate(about.appliedOn)}. Open your application to choose where the money goes and to sign your loan documents, or call us at ${phoneText(brand.phones.customerService)}. Your reference is ${reference}.`,
      },
      { kind: 'lines', lines: ['Sincerely,', brand.legalName] },
    ],
  );
}
