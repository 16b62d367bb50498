// The receipt for a withdrawn application, or for a signed loan that was canceled.
import type { Lender } from '#lender/load.ts';
import { fromTemplate } from './from-template.ts';
import { type LetterFacts, letterFigures, letterHeading } from './letterhead.ts';

export const withdrawalText = {
  title: 'You withdrew your loan application',
  titleSigned: 'You canceled your loan',
  inList: 'Receipt for closing your application',
  filename: 'withdrawal-receipt.pdf',
  /** Shown on the signing page. */
  voidedReason: 'The applicant withdrew the application.',
} as const;

/** What was closed: an application, or a loan that was signed already. */
export interface Withdrawn {
  readonly isSigned: boolean;
}

export const withdrawalDocument = (lender: Lender, { isSigned, ...letter }: LetterFacts & Withdrawn) =>
  fromTemplate(lender, 'withdrawal-receipt', letterHeading(letter), {
    figures: letterFigures(letter),
    conditions: { signed: isSigned },
    parts: {},
  });
