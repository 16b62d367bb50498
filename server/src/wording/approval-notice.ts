// The notice of approval (12 CFR 1002.9(a)(1)(i)), for an applicant who gets notices on paper.
import type { Lender } from '#lender/load.ts';
import type { DocumentModel } from '../pdf/document-model.ts';
import { fromTemplate } from './from-template.ts';
import { type LetterFacts, letterFigures, letterHeading } from './letterhead.ts';

export const approvalText = {
  title: 'Your loan application is approved',
  filename: 'notice-of-approval.pdf',
} as const;

export const approvalDocument = (lender: Lender, letter: LetterFacts): DocumentModel =>
  fromTemplate(lender, 'approval-notice', letterHeading(letter), {
    figures: letterFigures(letter),
    conditions: {},
    parts: {},
  });
