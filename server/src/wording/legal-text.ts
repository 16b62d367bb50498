// One of the lender's legal texts as a document.

import { isoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import type { LegalTextVersion } from '#lender/schema/legal-texts.ts';
import type { Block, DocumentModel } from '../pdf/document-model.ts';
import { longDate } from '../pdf/format.ts';
import { onLetterhead } from './letterhead.ts';

export function legalTextDocument(lender: Lender, text: LegalTextVersion): DocumentModel {
  const { title, version, effective } = text;
  const madeAt = new Date(`${effective}T12:00:00Z`);
  return onLetterhead(lender, { title, reference: `${title}, version ${version}`, madeAt }, [
    { kind: 'paragraph', text: `Version ${version}, in force since ${longDate(isoDate(effective))}` },
    ...textBlocks(text),
  ]);
}

/** The text without the letterhead. */
export function textBlocks(text: LegalTextVersion): Block[] {
  return text.body.map((block): Block => {
    if ('heading' in block) return { kind: 'heading', level: 2, text: block.heading };
    if ('list' in block) return { kind: 'list', items: block.list };
    return { kind: 'paragraph', text: block.paragraph };
  });
}
