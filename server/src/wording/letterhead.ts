// A document under the lender's letterhead.
import type { Lender } from '#lender/load.ts';
import { addressLines, phoneText } from '../pdf/format.ts';
import type { Block, Paper } from '../pdf/paper.ts';

export function paperOf(
  { brand }: Lender,
  about: {
    readonly reference: string;
    readonly madeAt: Date;
    readonly title: string;
    readonly subject?: string;
  },
  blocks: readonly Block[],
): Paper {
  return {
    title: about.title,
    language: 'en-US',
    subject: about.subject ?? about.title,
    sender: {
      name: brand.name,
      legalName: brand.legalName,
      lines: [...addressLines(brand.address), phoneText(brand.phones.customerService)],
    },
    reference: about.reference,
    madeAt: about.madeAt.toISOString(),
    blocks,
  };
}
