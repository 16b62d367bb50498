// The notice to a borrower's spouse that credit was extended (Wis. Stat. 766.56(3)(b)). It is mailed, and requests nothing.
import type { IsoDate } from '#finance/dates.ts';
import type { Cents } from '#finance/money.ts';
import type { Lender } from '#lender/load.ts';
import { requiredWording } from '#lender/state-requirements.ts';
import type { DocumentModel } from '../pdf/document-model.ts';
import { addressLines, dollars, longDate, phoneText } from '../pdf/format.ts';
import { type LetterFacts, letter } from './letterhead.ts';
import { paragraph } from './loan-document-parts.ts';

const spouseNoticeText = {
  title: 'Notice of a loan to your spouse',
} as const;

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
  on: string,
): readonly string[] =>
  requiredWording(lender, 'spouse-notice', { state, on, loan: { amountCents: amount, isSecured } });

export function spouseNoticeDocument(lender: Lender, about: SpouseNotice): DocumentModel {
  const { brand } = lender;
  const ofLoan: Readonly<Record<string, string>> = {
    '{borrower}': about.borrower,
    '{amount}': dollars(about.loan.amount),
    '{date}': longDate(about.noteDate),
  };
  return letter(lender, spouseNoticeText.title, about, [
    ...spouseWording(lender, about, about.noteDate).map((words) =>
      paragraph(words.replace(/\{(?:borrower|amount|date)\}/g, (name) => ofLoan[name] ?? name)),
    ),
    {
      kind: 'definitions',
      items: [
        { term: 'Borrower', details: [about.borrower] },
        {
          term: 'Kind of credit',
          details: [about.loan.isSecured ? 'Loan secured by a vehicle' : 'Personal loan'],
        },
        { term: 'Amount of the loan', details: [dollars(about.loan.amount)] },
        { term: 'Lender (creditor)', details: [brand.legalName, addressLines(brand.address).join(', ')] },
        { term: 'Reference', details: [about.reference] },
      ],
    },
    paragraph(
      `This notice is for your information. You did not sign for this loan, and you don't have to do anything. Questions? Call us at ${phoneText(brand.phones.customerService)}.`,
    ),
  ]);
}
