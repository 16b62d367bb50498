// The security agreement of a loan that a vehicle secures. Its wording is the lender's template.
import { addDays, type IsoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import type { DocumentModel } from '../pdf/document-model.ts';
import { dollars, longDate } from '../pdf/format.ts';
import { fromTemplate } from './from-template.ts';
import { loanHeading, parties } from './loan-document-parts.ts';
import type { LoanFacts } from './loan-documents.ts';

/** The day by which the papers of the vehicle must be sent, where the lender's agreement makes the funding conditional on it. */
export const papersByOf = ({ funding }: Pick<Lender, 'funding'>, madeOn: IsoDate): IsoDate | undefined =>
  funding.papersWithinDays === undefined ? undefined : addDays(madeOn, funding.papersWithinDays);

export function securityAgreementDocument(lender: Lender, facts: LoanFacts): DocumentModel {
  const { borrower, rules, vehicle } = facts;
  if (vehicle === undefined) throw new Error('A loan without a vehicle has no security agreement.');
  return fromTemplate(lender, 'security-agreement', loanHeading(facts), {
    figures: {
      amount: dollars(facts.amount),
      filingFees: rules.security.filingFees,
      state: borrower.state,
      borrower: borrower.name,
      papersBy: longDate(papersByOf(lender, facts.madeOn) ?? facts.madeOn),
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
