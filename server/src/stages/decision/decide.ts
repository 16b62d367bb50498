// The prequalification decision: trade area, fraud and identity checks, soft pull, and credit policy.
import { isoDate } from '#finance/dates.ts';
import { timeLimitsOn } from '#lender/in-force.ts';
import { readApplication } from '../../journey/applications.ts';
import { lenderDay } from '../../journey/consents.ts';
import { giveNotices } from '../../journey/give-notices.ts';
import { hasEndedLocked } from '../../journey/has-ended.ts';
import { move } from '../../journey/move.ts';
import type { JourneyEvent } from '../../journey/transitions.ts';
import { vehicleSources } from '../../journey/vehicle-entry.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { StageDone } from '../../platform/jobs/job-stages.ts';
import type { Outcome } from '../../platform/jobs/jobs.ts';
import type { PrequalificationDecision } from '../../policy/decide.ts';
import type { PolicyInputs } from '../../policy/inputs.ts';
import type { Applicant } from '../../records/applicant-fields.ts';
import { readApplicant } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { saveDecision } from '../../records/decisions.ts';
import { oweNotice } from '../../records/notices.ts';
import type { Services } from '../../services.ts';
import type { CreditReport } from '../../vendors/bureau.ts';
import type { CreditFile } from '../../vendors/bureau-report.ts';
import { tellPartnerOf } from '../notices/lead-status.ts';
import { mailOffersReady } from '../notices/link-mails.ts';
import {
  holdFor,
  noteSsnConflict,
  noteStepUp,
  reportOf,
  saveHeld,
  saveScreening,
  screen,
} from '../screening/screening.ts';
import { searchVehicle, type VehicleSearch } from './vehicle.ts';

/** The timeout of one bureau attempt while the applicant waits. */
const bureauSeconds = 12;
const fraudSeconds = 8;

/** What to write, and the decision, unless there is none yet. */
interface Decided {
  readonly write: Outcome;
  readonly decision?: PrequalificationDecision;
}

/**
 * `given` is what the applicant said where nothing could be offered without a vehicle: null for none. Every vendor has answered
 * then, and is not called again.
 */
export async function decide(
  services: Services,
  applicationId: ApplicationId,
  {
    given,
    stageDone = async () => {},
  }: { readonly given?: { readonly vehicle: PolicyInputs['vehicle'] }; readonly stageDone?: StageDone } = {},
): Promise<Decided> {
  const { db, vault, clock } = services;
  const [application, applicant] = await Promise.all([
    readApplication(db, applicationId),
    readApplicant(db, vault, applicationId),
  ]);
  if (application.branch_id === null) return { write: written('outOfTradeArea') };

  const fraudDecision = await services.vendorCalls.call({
    vendor: 'socure',
    operation: 'evaluate',
    key: `fraud-evaluation:${applicationId}`,
    applicationId,
    isCalledOff: (tx) => hasEndedLocked(tx, applicationId),
    timeoutSeconds: fraudSeconds,
    onUnknownOutcome: { rule: 'repeat' },
    perform: (signal) =>
      services.vendors.fraud.evaluate(applicant, applicant.deviceSession, applicationId, signal),
  });
  await stageDone('identity');
  // Don't request a credit file for an applicant we turn away without one.
  const { ssn_conflict: ssnConflict } = application;
  const isPulled = fraudDecision === 'ACCEPT' && !ssnConflict;
  const report = isPulled ? await softPull(services, applicationId, applicant) : undefined;
  if (report) await stageDone('report');
  const screened = report && (await screen(services, applicationId, 'prequalification', report));
  const withoutVehicle: PolicyInputs = {
    ...(report?.file ?? nothingOnFile),
    vehicle: null,
    ssnConflict,
    militaryCovered: screened?.military.answer === 'covered',
    housingPaymentCents: applicant.monthlyPayment * 100,
    annualIncomeCents: (applicant.mainIncome + applicant.additionalIncome) * 100,
    state: applicant.state,
    residentialStatus: applicant.residentialStatus,
    fraudDecision,
  };
  const today = isoDate(lenderDay(services));
  // Whom the OFAC list stops, nobody is asked about.
  const isStopped = screened !== undefined && holdFor(screened, { lends: false }) !== undefined;
  const searched: VehicleSearch = given
    ? { vehicle: given.vehicle, search: application.vehicle_search }
    : isStopped
      ? { vehicle: null, search: null }
      : await searchVehicle(services, applicationId, applicant, withoutVehicle, today);
  const inputs: PolicyInputs = { ...withoutVehicle, vehicle: searched.vehicle };
  const decision = services.policy.decidePrequalification(inputs, today);
  // Offers without a vehicle go on. Nobody is declined while we could not look for the vehicle that may change that.
  if (searched.failure && decision.kind !== 'PREQUALIFIED') throw searched.failure;
  const hold = screened && holdFor(screened, { lends: decision.kind === 'PREQUALIFIED' });
  if (hold && screened) {
    services.metrics.outcomes.inc({ kind: 'prequalification', outcome: 'HELD' });
    const write: Outcome = async (tx) => {
      await saveScreening(tx, services, applicationId, screened);
      await move(tx, clock, { applicationId }, 'held');
      await saveHeld(tx, services, applicationId, hold);
    };
    return { write, decision };
  }
  const mayGiveOne = vehicleSources(services).has('applicant') && services.vendors.vehicleData !== undefined;
  if (!given && decision.kind === 'DECLINED' && searched.search === 'none' && mayGiveOne) {
    services.metrics.outcomes.inc({ kind: 'prequalification', outcome: 'VEHICLE_NEEDED' });
    return { write: vehicleAsked };
  }
  services.metrics.outcomes.inc({ kind: 'prequalification', outcome: decision.kind });
  const write = written(eventOf(decision), { inputs, decision, search: searched.search });
  const writeAll: Outcome = async (tx) => {
    if (screened) await saveScreening(tx, services, applicationId, screened);
    await write(tx);
    if (decision.kind !== 'STEP_UP') return;
    if (ssnConflict) await noteSsnConflict(tx, services, applicationId, 'prequalification');
    else if (screened) await noteStepUp(tx, services, applicationId, screened);
  };
  return { write: writeAll, decision };

  async function vehicleAsked(tx: Tx): Promise<void> {
    if (screened) await saveScreening(tx, services, applicationId, screened);
    const { incompleteAnswerDays } = timeLimitsOn(services.lender.policy, lenderDay(services));
    await move(tx, clock, { applicationId }, 'vehicleNeeded', {
      vehicle_search: 'none',
      // Then it is decided without one.
      offers_expire_at: secondsAfter(clock.now(), incompleteAnswerDays * 24 * 60 * 60),
    });
    await giveNotices(tx, services, applicationId);
  }

  function written(
    event: JourneyEvent,
    made?: { inputs: PolicyInputs; decision: PrequalificationDecision; search: VehicleSearch['search'] },
  ): Outcome {
    return async (tx) => {
      if (made) {
        await saveDecision(tx, services, applicationId, 'prequalification', made);
        const { kind: outcome, policyVersion } = made.decision;
        await audit(
          tx,
          clock,
          { applicationId },
          { type: 'decided', kind: 'prequalification', outcome, policyVersion },
        );
      }
      const hasOffers = made?.decision.kind === 'PREQUALIFIED';
      const { offersHoldDays } = timeLimitsOn(services.lender.policy, lenderDay(services));
      const withVehicle =
        hasOffers &&
        made.decision.kind === 'PREQUALIFIED' &&
        made.decision.programs.some((one) => one.isAutoSecured);
      await move(tx, clock, { applicationId }, event, {
        ...(hasOffers ? { offers_expire_at: secondsAfter(clock.now(), offersHoldDays * 24 * 60 * 60) } : {}),
        ...(given && !hasOffers ? { offers_expire_at: null } : {}),
        // The vehicle toggle starts on if a vehicle can secure the loan.
        ...(withVehicle ? { is_auto_secured: true } : {}),
        ...(made ? { vehicle_search: made.search } : {}),
      });
      if (hasOffers) {
        await services.jobs.enqueue(tx, mailOffersReady, applicationId, {});
        await tellPartnerOf(tx, services, applicationId);
        await oweNotice(tx, clock.now(), applicationId, 'score-disclosure', 'prequalification');
        // Less than a partner's lead asked for is a counteroffer (12 CFR 1002.9(a)(1)(iv)); nobody else named an amount yet.
        const { requested_amount: asked } = application;
        const isLess =
          made.decision.kind === 'PREQUALIFIED' &&
          asked !== null &&
          made.decision.programs.every(({ maxCents }) => maxCents < asked);
        if (isLess) await oweNotice(tx, clock.now(), applicationId, 'counteroffer', 'prequalification');
      }
      await giveNotices(tx, services, applicationId);
    };
  }
}

export function eventOf(decision: PrequalificationDecision): JourneyEvent {
  switch (decision.kind) {
    case 'PREQUALIFIED':
      return decision.fastPath ? 'fastPathOpened' : 'prequalified';
    case 'STEP_UP':
      return 'steppedUp';
    case 'DECLINED':
      return 'declined';
    case 'REJECTED':
      return 'rejected';
  }
}

async function softPull(
  services: Services,
  applicationId: ApplicationId,
  applicant: Applicant,
): Promise<CreditReport> {
  const report = await services.vendorCalls.call({
    vendor: 'bureau',
    operation: 'soft-pull',
    key: `soft-pull:${applicationId}`,
    applicationId,
    isCalledOff: (tx) => hasEndedLocked(tx, applicationId),
    timeoutSeconds: bureauSeconds,
    onUnknownOutcome: { rule: 'repeat' },
    perform: (signal) => services.vendors.bureau.softPull(applicant, signal),
  });
  return reportOf(report);
}

const nothingOnFile: CreditFile = {
  score: null,
  scoreFactors: [],
  frozen: false,
  noFile: true,
  monthlyDebtCents: 0,
  estimatedIncomeCents: null,
  delinquencies30: 0,
  delinquencies60: 0,
  delinquencies90: 0,
  collections: 0,
  chargeOffs: 0,
  inquiries6Months: 0,
  bankruptcies: [],
  openConsumerFinanceLines: 0,
  openTradeLines: 0,
  oldestTradeLineMonths: null,
  fraudShield: [],
  alerts: [],
  addressDiscrepancy: false,
};
