// Puts a document under the lender's letterhead.

import type { IsoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import { phoneText } from '#lender/public/phone-text.ts';
import type { Block, DocumentModel } from '../pdf/document-model.ts';
import { addressLines, longDate } from '../pdf/format.ts';

export interface Heading {
  readonly reference: string;
  readonly madeAt: Date;
  readonly subject?: string;
  readonly recipient?: readonly string[];
}

export const onLetterhead = (
  { brand, look }: Pick<Lender, 'brand' | 'look'>,
  heading: Heading & { readonly title: string },
  blocks: readonly Block[],
): DocumentModel => ({
  title: heading.title,
  language: 'en-US',
  subject: heading.subject ?? heading.title,
  sender: {
    name: brand.name,
    legalName: brand.legalName,
    lines: [...addressLines(brand.address), phoneText(brand.phones.customerService)],
    look: look.print,
  },
  ...(heading.recipient === undefined ? {} : { recipient: heading.recipient }),
  reference: heading.reference,
  madeAt: heading.madeAt.toISOString(),
  blocks,
});

export interface LetterFacts {
  readonly date: IsoDate;
  readonly madeAt: Date;
  readonly appliedOn: IsoDate;
  readonly reference: string;
  readonly applicant: { readonly name: string; readonly address: readonly string[] };
}

export const letterHeading = ({ reference, madeAt, date, applicant }: Omit<LetterFacts, 'appliedOn'>) => ({
  reference,
  madeAt,
  date,
  recipient: [applicant.name, ...applicant.address],
});

export const letterFigures = ({ date, applicant, appliedOn, reference }: LetterFacts) => ({
  date: longDate(date),
  applicant: applicant.name,
  appliedOn: longDate(appliedOn),
  reference,
});
