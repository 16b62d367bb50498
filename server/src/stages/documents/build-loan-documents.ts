// Builds the documents of an approved loan from its saved approval. Nothing in them comes from a request.
import { versionOn } from '#lender/in-force.ts';
import type { Lender } from '#lender/load.ts';
import { loanAgreementRulesOn } from '#lender/loan-agreement.ts';
import { readApplication } from '../../journey/applications.ts';
import type { DocumentModel } from '../../pdf/document-model.ts';
import { addressLines } from '../../pdf/format.ts';
import type { ApplicationId, ApprovedTerm } from '../../platform/db/tables.ts';
import { readApplicant } from '../../records/applicants.ts';
import { readDecision } from '../../records/decisions.ts';
import type { With } from '../../services.ts';
import { creditAuthorizationDocument } from '../../wording/credit-authorization.ts';
import type { LoanFacts, loanDocumentNames } from '../../wording/loan-documents.ts';
import { privacyNoticeDocument } from '../../wording/privacy-notice.ts';
import { promissoryNoteDocument } from '../../wording/promissory-note.ts';
import { securityAgreementDocument } from '../../wording/security-agreement.ts';
import { stateNoticeDocuments } from '../../wording/state-notices.ts';
import { truthInLendingDocument } from '../../wording/truth-in-lending.ts';
import { firstRenderedAt, loanFigures, payoffOf } from '../approval/loan-figures.ts';

interface LoanPaper {
  readonly kind: keyof typeof loanDocumentNames;
  readonly paper: DocumentModel;
}

/** In reading order. Rendering them again for the same loan gives the same content. */
export const buildLoanDocuments = async (
  services: With<'clock' | 'db' | 'vault' | 'lender'>,
  id: ApplicationId,
) => loanDocumentsOf(services.lender, await loanFactsOf(services, id));

export function loanDocumentsOf(lender: Lender, facts: LoanFacts): readonly LoanPaper[] {
  const authorization = versionOn(lender.texts, 'credit-profile-authorization', facts.madeOn);
  return [
    { kind: 'truth-in-lending', paper: truthInLendingDocument(lender, facts) },
    { kind: 'promissory-note', paper: promissoryNoteDocument(lender, facts) },
    ...(facts.vehicle === undefined
      ? []
      : [{ kind: 'security-agreement' as const, paper: securityAgreementDocument(lender, facts) }]),
    { kind: 'credit-authorization', paper: creditAuthorizationDocument(lender, facts, authorization) },
    { kind: 'privacy-notice', paper: privacyNoticeDocument(lender, facts) },
    ...stateNoticeDocuments(lender, facts),
  ];
}

async function loanFactsOf(services: With<'clock' | 'db' | 'vault' | 'lender'>, id: ApplicationId) {
  const { db, vault, lender, clock } = services;
  const [application, applicant, made, renderedAt] = await Promise.all([
    readApplication(db, id),
    readApplicant(db, vault, id),
    readDecision(db, vault, id, 'approval'),
    firstRenderedAt(services, id),
  ]);
  const term = application.approved_term;
  if (term === null) throw new Error('An application without an approved offer has no loan documents.');
  if (made?.decision.kind !== 'APPROVED') throw new Error('An application that is not approved has no loan.');
  const { inputs } = made;
  const { vehicle } = inputs;
  if (term.isAutoSecured && vehicle === null)
    throw new Error('The loan is to be secured by a vehicle, and none is known.');
  return loanFacts(lender, {
    reference: `Application ${id.slice(0, 8).toUpperCase()}`,
    madeAt: renderedAt ?? clock.now(),
    borrower: {
      name: `${applicant.firstName} ${applicant.lastName}`,
      address: addressLines(applicant),
      stateCode: applicant.state,
    },
    term,
    vehicle,
    coveredByMilitaryLendingAct: inputs.militaryCovered,
  });
}

/** What the documents of a loan are made from: its approved term under the rules of its state on the day. */
export function loanFacts(
  lender: Lender,
  loan: Pick<LoanFacts, 'reference' | 'madeAt' | 'coveredByMilitaryLendingAct'> & {
    readonly borrower: Omit<LoanFacts['borrower'], 'state'>;
    readonly term: ApprovedTerm;
    readonly vehicle: LoanFacts['vehicle'] | null;
  },
): LoanFacts {
  const { borrower, term, vehicle, ...rest } = loan;
  const { stateCode } = borrower;
  const state = lender.states.find(({ code }) => code === stateCode);
  if (state === undefined) throw new Error('The borrower’s state is not served.');
  const figures = loanFigures(lender, term, loan.madeAt);
  return {
    ...rest,
    borrower: { ...borrower, state: state.name },
    ...figures,
    payoff: payoffOf(lender, { ...figures, state: stateCode, months: term.months }),
    rules: loanAgreementRulesOn(lender.loanAgreement, stateCode, figures.madeOn),
    ...(term.isAutoSecured && vehicle
      ? { vehicle: { year: vehicle.year, make: vehicle.make, model: vehicle.model, vin: vehicle.vin } }
      : {}),
  };
}
