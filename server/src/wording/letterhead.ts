// Puts a document under the lender's letterhead.
import type { IsoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import type { Block, DocumentModel } from '../pdf/document-model.ts';
import { addressLines, longDate, phoneText } from '../pdf/format.ts';

export function onLetterhead(
  { brand }: Lender,
  about: {
    readonly reference: string;
    readonly madeAt: Date;
    readonly title: string;
    readonly subject?: string;
    readonly recipient?: readonly string[];
  },
  blocks: readonly Block[],
): DocumentModel {
  return {
    title: about.title,
    language: 'en-US',
    subject: about.subject ?? about.title,
    sender: {
      name: brand.name,
      legalName: brand.legalName,
      lines: [...addressLines(brand.address), phoneText(brand.phones.customerService)],
    },
    ...(about.recipient === undefined ? {} : { recipient: about.recipient }),
    reference: about.reference,
    madeAt: about.madeAt.toISOString(),
    blocks,
  };
}

/** What a letter about an application needs to know. */
export interface LetterFacts {
  readonly date: IsoDate;
  readonly madeAt: Date;
  readonly appliedOn: IsoDate;
  readonly reference: string;
  /** Whom it is written to. */
  readonly applicant: { readonly name: string; readonly address: readonly string[] };
}

/** A letter with date, greeting and closing, and its address where a window envelope shows it. */
export function letter(
  lender: Lender,
  title: string,
  { reference, madeAt, date, applicant }: LetterFacts,
  blocks: readonly Block[],
): DocumentModel {
  const recipient = [applicant.name, ...applicant.address];
  return onLetterhead(lender, { reference, madeAt, title, recipient }, [
    { kind: 'paragraph', text: longDate(date) },
    { kind: 'paragraph', text: `Dear ${applicant.name}:` },
    ...blocks,
    { kind: 'lines', lines: ['Sincerely,', lender.brand.legalName] },
  ]);
}
