// One of the lender's legal texts as a document.

import { isoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import { phoneText } from '#lender/public/phone-text.ts';
import type { LegalTextVersion } from '#lender/schema/legal-texts.ts';
import type { Block, DocumentModel } from '../pdf/document-model.ts';
import { addressLines, longDate } from '../pdf/format.ts';

export function legalTextDocument({ brand }: Lender, text: LegalTextVersion): DocumentModel {
  return {
    title: text.title,
    language: 'en-US',
    subject: text.title,
    sender: {
      name: brand.name,
      legalName: brand.legalName,
      lines: [...addressLines(brand.address), phoneText(brand.phones.customerService)],
    },
    reference: `${text.title}, version ${text.version}`,
    madeAt: new Date(`${text.effective}T12:00:00Z`).toISOString(),
    blocks: [
      {
        kind: 'paragraph',
        text: `Version ${text.version}, in force since ${longDate(isoDate(text.effective))}`,
      },
      ...textBlocks(text),
    ],
  };
}

/** The text without the letterhead. */
export function textBlocks(text: LegalTextVersion): Block[] {
  return text.body.map((block): Block => {
    if ('heading' in block) return { kind: 'heading', level: 2, text: block.heading };
    if ('list' in block) return { kind: 'list', items: block.list };
    return { kind: 'paragraph', text: block.paragraph };
  });
}
