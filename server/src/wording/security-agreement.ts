// The security agreement of a loan that a vehicle secures. Its wording is the lender's template.
import type { Lender } from '#lender/load.ts';
import type { DocumentModel } from '../pdf/document-model.ts';
import { dollars } from '../pdf/format.ts';
import { fromTemplate } from './from-template.ts';
import { loanHeading, parties } from './loan-document-parts.ts';
import type { LoanFacts } from './loan-documents.ts';

export function securityAgreementDocument(lender: Lender, facts: LoanFacts): DocumentModel {
  const { borrower, rules, vehicle } = facts;
  if (vehicle === undefined) throw new Error('A loan without a vehicle has no security agreement.');
  return fromTemplate(lender, 'security-agreement', loanHeading(facts), {
    figures: {
      amount: dollars(facts.amount),
      filingFees: rules.security.filingFees,
      state: borrower.state,
      borrower: borrower.name,
    },
    conditions: {},
    parts: {
      parties: [parties(lender, facts)],
      vehicle: [
        {
          kind: 'table',
          caption: 'The vehicle',
          columns: [
            { header: 'Year', share: 0.6 },
            { header: 'Make' },
            { header: 'Model' },
            { header: 'Vehicle identification number (VIN)', share: 1.8 },
          ],
          rows: [[String(vehicle.year), vehicle.make, vehicle.model, vehicle.vin]],
        },
      ],
    },
  });
}
