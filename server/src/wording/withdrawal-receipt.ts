// The receipt for a withdrawn application.
import type { Lender } from '#lender/load.ts';
import type { DocumentModel } from '../pdf/document-model.ts';
import { fromTemplate } from './from-template.ts';
import { aboutLetter, type LetterFacts, letterFigures } from './letterhead.ts';

export const withdrawalText = {
  title: 'You withdrew your loan application',
  filename: 'withdrawal-receipt.pdf',
  /** Shown on the signing page. */
  voidedReason: 'The applicant withdrew the application.',
} as const;

export const withdrawalDocument = (lender: Lender, about: LetterFacts): DocumentModel =>
  fromTemplate(lender, 'withdrawal-receipt', aboutLetter(about), {
    figures: letterFigures(about),
    conditions: {},
    parts: {},
  });
