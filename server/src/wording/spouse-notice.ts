// The notice to a borrower's spouse that credit was extended (Wis. Stat. 766.56(3)(b)). It is mailed, and requests nothing.
import type { IsoDate } from '#finance/dates.ts';
import type { Cents } from '#finance/money.ts';
import type { Lender } from '#lender/load.ts';
import { requiredWording } from '#lender/state-requirements.ts';
import type { DocumentModel } from '../pdf/document-model.ts';
import { dollars, longDate } from '../pdf/format.ts';
import { fromTemplate } from './from-template.ts';
import { type LetterFacts, letterFigures, letterHeading } from './letterhead.ts';
import { paragraph } from './loan-document-parts.ts';

/** `applicant` is the spouse, whom the letter goes to. */
export interface SpouseNotice extends LetterFacts {
  readonly borrower: string;
  /** The borrower's, as a code. */
  readonly state: string;
  readonly loan: { readonly amount: Cents; readonly isSecured: boolean };
  readonly noteDate: IsoDate;
}

/** The notice that the law of the borrower's state requires for a spouse; empty in most states. */
export const spouseWording = (
  lender: Pick<Lender, 'stateRequirements' | 'brand'>,
  { state, loan: { amount, isSecured } }: Pick<SpouseNotice, 'state' | 'loan'>,
  date: string,
) => requiredWording(lender, 'spouse-notice', { state, on: date, loan: { amountCents: amount, isSecured } });

export function spouseNoticeDocument(lender: Lender, notice: SpouseNotice): DocumentModel {
  const { loan, borrower, noteDate } = notice;
  const amount = dollars(loan.amount);
  const ofLoan: Readonly<Record<string, string>> = {
    '{borrower}': borrower,
    '{amount}': amount,
    '{date}': longDate(noteDate),
  };
  const ofState = spouseWording(lender, notice, noteDate).map((words) =>
    paragraph(words.replace(/\{(?:borrower|amount|date)\}/g, (name) => ofLoan[name] ?? name)),
  );
  return fromTemplate(lender, 'spouse-notice', letterHeading(notice), {
    figures: { ...letterFigures(notice), borrower, amount },
    conditions: { secured: loan.isSecured },
    parts: { 'state-wording': ofState },
  });
}
