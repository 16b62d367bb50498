// Puts a document under the lender's letterhead.
import type { Lender } from '#lender/load.ts';
import type { Block, DocumentModel } from '../pdf/document-model.ts';
import { addressLines, phoneText } from '../pdf/format.ts';

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
