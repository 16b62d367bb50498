// The receipt for a withdrawn application.
import type { IsoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import type { DocumentModel } from '../pdf/document-model.ts';
import { longDate, phoneText } from '../pdf/format.ts';
import { onLetterhead } from './letterhead.ts';

export const withdrawalText = {
  title: 'You withdrew your loan application',
  filename: 'withdrawal-receipt.pdf',
  /** Shown on the signing page. */
  voidedReason: 'The applicant withdrew the application.',
} as const;

export function withdrawalDocument(
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
    { reference, madeAt, title: withdrawalText.title, recipient: [applicant.name, ...applicant.address] },
    [
      { kind: 'paragraph', text: longDate(about.date) },
      { kind: 'paragraph', text: `Dear ${applicant.name}:` },
      {
        kind: 'paragraph',
        text: `At your request we closed the loan application that you made on ${longDate(about.appliedOn)}. We won't decide on it, and you owe us nothing. Your reference is ${reference}.`,
      },
      {
        kind: 'paragraph',
        text: `If you didn't ask for this, call us at ${phoneText(brand.phones.customerService)}.`,
      },
      { kind: 'lines', lines: ['Sincerely,', brand.legalName] },
    ],
  );
}
