// The credit authorization, to be signed together with the loan.
import type { Lender } from '#lender/load.ts';
import type { LegalTextVersion } from '#lender/schema/legal-texts.ts';
import { signature } from './from-template.ts';
import { textBlocks } from './legal-text.ts';
import { onLetterhead } from './letterhead.ts';
import { parties } from './loan-document-parts.ts';
import { type LoanFacts, loanDocumentNames } from './loan-documents.ts';

/** The text that the applicant agreed to when applying, to be signed with the loan. */
export function creditAuthorizationDocument(lender: Lender, facts: LoanFacts, text: LegalTextVersion) {
  return onLetterhead(lender, { ...facts, title: loanDocumentNames['credit-authorization'] }, [
    parties(lender, facts, [{ term: 'Text', details: [`${text.title}, version ${text.version}`] }]),
    ...textBlocks(text),
    signature(
      `${facts.borrower.name}: I give this authorization and confirm what I agreed to when I applied.`,
    ),
  ]);
}
