// The approval decision: one hard pull per application, the military check in it, and the final policy run on the hard
// file.

import type { OfferTerm } from '#contract/offers.ts';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { readApplication } from '../../journey/applications.ts';
import { lenderDay } from '../../journey/consents.ts';
import { hasEndedLocked } from '../../journey/has-ended.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { StageDone } from '../../platform/jobs/job-stages.ts';
import type { ApprovalDecision } from '../../policy/decide.ts';
import type { ApprovalInputs, PolicyInputs } from '../../policy/inputs.ts';
import { amountAtMost } from '../../policy/offers.ts';
import { readApplicant } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { readDecision, saveDecision } from '../../records/decisions.ts';
import { oweNotice } from '../../records/notices.ts';
import { readConfirmedIncome } from '../../records/verifications.ts';
import type { Services } from '../../services.ts';
import { termsOf } from '../offers/service.ts';
import {
  holdFor,
  noteSsnConflict,
  noteStepUp,
  reportOf,
  saveHeld,
  saveScreening,
  screen,
} from '../screening/screening.ts';

const bureauSeconds = 20;

/** Our own key for an application's single hard pull. */
export const hardPullKey = (id: ApplicationId) => `hard-pull:${id}`;

interface Approval {
  readonly decision: ApprovalDecision;
  readonly inputs: ApprovalInputs;
  /** True if a person has to look first. The decision does not count until then. */
  readonly isHeld: boolean;
  /** Saves the decision and its audit event, or the hold, in the transaction that moves the application. */
  readonly save: (tx: Tx) => Promise<void>;
}

export async function approve(
  services: Services,
  applicationId: ApplicationId,
  stageDone: StageDone,
): Promise<Approval> {
  const { db, vault, clock } = services;
  const [applicant, before, incomeAtBank, { ssn_conflict: ssnConflict }] = await Promise.all([
    readApplicant(db, vault, applicationId),
    readDecision(db, vault, applicationId, 'prequalification'),
    readConfirmedIncome(db, vault, applicationId),
    readApplication(db, applicationId),
  ]);
  if (before === undefined) throw new Error('An application without a prequalification cannot be approved.');
  const report = await services.vendorCalls.call({
    vendor: 'bureau',
    operation: 'hard-pull',
    key: hardPullKey(applicationId),
    applicationId,
    isCalledOff: (tx) => hasEndedLocked(tx, applicationId),
    timeoutSeconds: bureauSeconds,
    // A second inquiry would hurt the applicant's score, so an operator settles every unknown outcome.
    onUnknownOutcome: { rule: 'never-repeat' },
    prepare: (signal) => services.vendors.bureau.signIn(signal),
    perform: (signal) => services.vendors.bureau.hardPull(applicant, signal),
  });
  await stageDone('report');
  const { file, ...screening } = reportOf(report);
  const screened = await screen(services, applicationId, 'approval', screening);
  const { delinquencies90, collections, chargeOffs } = before.inputs;
  const inputs: ApprovalInputs = {
    ...file,
    vehicle: vehicleWithVin(before.inputs),
    militaryCovered: screened.military.answer === 'covered',
    housingPaymentCents: before.inputs.housingPaymentCents,
    annualIncomeCents: before.inputs.annualIncomeCents,
    state: before.inputs.state,
    residentialStatus: before.inputs.residentialStatus,
    fraudDecision: before.inputs.fraudDecision,
    ssnConflict,
    atPrequalification: { delinquencies90, collections, chargeOffs },
    confirmedIncome: confirmedIncome(
      incomeAtBank,
      file.estimatedIncomeCents ?? before.inputs.estimatedIncomeCents,
    ),
  };
  const decision = services.policy.decideApproval(inputs, isoDate(lenderDay(services)));
  const hold = holdFor(screened, { lends: decision.kind === 'APPROVED' });
  services.metrics.outcomes.inc({ kind: 'approval', outcome: hold ? 'HELD' : decision.kind });
  return {
    decision,
    inputs,
    isHeld: hold !== undefined,
    save: async (tx) => {
      await saveScreening(tx, services, applicationId, screened);
      if (hold) return saveHeld(tx, services, applicationId, hold);
      await saveDecision(tx, services, applicationId, 'approval', { inputs, decision });
      if (decision.kind === 'REFER' && ssnConflict)
        await noteSsnConflict(tx, services, applicationId, 'approval');
      else if (decision.kind === 'REFER') await noteStepUp(tx, services, applicationId, screened);
      const { kind: outcome, policyVersion } = decision;
      await audit(
        tx,
        clock,
        { applicationId },
        { type: 'decided', kind: 'approval', outcome, policyVersion },
      );
      if (outcome === 'APPROVED')
        await oweNotice(tx, clock.now(), applicationId, 'score-disclosure', 'approval');
    },
  };
}

/** The vehicle of the prequalification: what a hard pull brings says nothing of one. */
function vehicleWithVin({ vehicle }: PolicyInputs): ApprovalInputs['vehicle'] {
  return vehicle?.vin ? { ...vehicle, vin: vehicle.vin } : null;
}

/** The bank's word on the income, or on the fast path, where no bank is linked before approval, the bureau's estimate. */
function confirmedIncome(
  atBankCents: number | undefined,
  estimatedCents: number | null,
): ApprovalInputs['confirmedIncome'] {
  if (atBankCents !== undefined) return { annualCents: atBankCents, by: 'bank' };
  return estimatedCents === null ? null : { annualCents: estimatedCents, by: 'bureau' };
}

interface ApprovedOffers {
  /** In cents: the accepted amount if it was approved, else the highest approved amount below it, else the smallest. */
  readonly amount: number;
  readonly terms: readonly OfferTerm[];
}

/** The approved offers at final rates, for the accepted amount or the nearest approved amount. */
export async function approvedOffers(
  services: Services & { db: Db },
  applicationId: ApplicationId,
  accepted: { amount: number; isAutoSecured: boolean } | null,
): Promise<ApprovedOffers | undefined> {
  const made = await readDecision(services.db, services.vault, applicationId, 'approval');
  if (made?.decision.kind !== 'APPROVED') return undefined;
  const { programs } = made.decision;
  const amount = amountAtMost(programs, accepted === null ? undefined : cents(accepted.amount));
  if (amount === undefined) return undefined;
  const terms = termsOf(services, { programs, inputs: made.inputs }, amount);
  const asAccepted = terms.filter(
    (term) => accepted === null || term.isAutoSecured === accepted.isAutoSecured,
  );
  return { amount, terms: asAccepted.length > 0 ? asAccepted : terms };
}
