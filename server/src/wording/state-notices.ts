// What the law of the borrower's state has the documents of a loan say. The words are lender data, by state and place.
import type { Lender } from '#lender/load.ts';
import { requiredWording } from '#lender/state-requirements.ts';
import type { DocumentModel } from '../pdf/document-model.ts';
import { dollars, longDate } from '../pdf/format.ts';
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

/** Documents of their own that the state asks for, beside the contract; none in most states. */
export function stateNoticeDocuments(
  lender: Lender,
  facts: LoanFacts,
): readonly { readonly kind: 'state-notices' | 'spouse-notice'; readonly paper: DocumentModel }[] {
  const notices = stateWording(lender, facts, 'notice');
  const toSpouse = stateWording(lender, facts, 'spouse-notice');
  const { borrower, amount, madeOn } = facts;
  const ofLoan: Readonly<Record<string, string>> = {
    '{borrower}': borrower.name,
    '{amount}': dollars(amount),
    '{date}': longDate(madeOn),
  };
  return [
    ...(notices.length === 0
      ? []
      : [
          {
            kind: 'state-notices' as const,
            paper: onLetterhead(
              lender,
              {
                ...facts,
                title: `Notices for residents of ${borrower.state}`,
                subject: loanDocumentNames['state-notices'],
              },
              [parties(lender, facts), ...notices.map((words) => paragraph(words))],
            ),
          },
        ]),
    ...(toSpouse.length === 0
      ? []
      : [
          {
            kind: 'spouse-notice' as const,
            paper: onLetterhead(lender, { ...facts, title: loanDocumentNames['spouse-notice'] }, [
              { kind: 'lines', lines: [`To the spouse of ${borrower.name}`, ...borrower.address] },
              parties(lender, facts),
              ...toSpouse.map((words) =>
                paragraph(words.replace(/\{(?:borrower|amount|date)\}/g, (name) => ofLoan[name] ?? name)),
              ),
              paragraph(
                'This notice is for the spouse of a borrower who is married. It asks nothing of anyone else.',
              ),
            ]),
          },
        ]),
  ];
}
