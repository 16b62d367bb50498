// The notices that the law of the borrower's state requires in the loan documents. Their text is lender data, by state and place.
import type { Lender } from '#lender/load.ts';
import { requiredWording } from '#lender/state-requirements.ts';
import type { DocumentModel } from '../pdf/document-model.ts';
import { onLetterhead } from './letterhead.ts';
import { paragraph, parties } from './loan-document-parts.ts';
import { type LoanFacts, loanDocumentNames } from './loan-documents.ts';

export function stateWording(
  lender: Lender,
  { borrower, madeOn, amount, vehicle }: LoanFacts,
  place: Parameters<typeof requiredWording>[1],
): readonly string[] {
  return requiredWording(lender, place, {
    state: borrower.stateCode,
    on: madeOn,
    loan: { amountCents: amount, isSecured: vehicle !== undefined },
  });
}

/** A document of its own with what the state asks for beside the contract; none in most states. */
export function stateNoticeDocuments(
  lender: Lender,
  facts: LoanFacts,
): readonly { readonly kind: 'state-notices'; readonly paper: DocumentModel }[] {
  const notices = stateWording(lender, facts, 'notice');
  if (notices.length === 0) return [];
  const title = `Notices for residents of ${facts.borrower.state}`;
  const heading = { ...facts, title, subject: loanDocumentNames['state-notices'] };
  return [
    {
      kind: 'state-notices',
      paper: onLetterhead(lender, heading, [
        parties(lender, facts),
        ...notices.map((words) => paragraph(words)),
      ]),
    },
  ];
}
