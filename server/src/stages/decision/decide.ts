// The prequalification decision: the place of the home, trade area, fraud and identity checks, soft pull, and credit policy.

import type { PrequalificationDecision } from '../../credit-policy/decide.ts';
import { answerTo, requestedOf } from '../../credit-policy/request.ts';
import { type Application, readApplication, updateApplication } from '../../journey/applications.ts';
import type { JourneyEvent } from '../../journey/chart.ts';
import { enqueueNotice } from '../../journey/effects.ts';
import { move } from '../../journey/move.ts';
import { mayEnterVehicle } from '../../journey/offered-actions.ts';
import { discloseScore } from '../../notices/score-disclosed.ts';
import { lenderToday } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { Outcome } from '../../platform/jobs/jobs.ts';
import { readApplicant } from '../../records/applicants.ts';
import { saveDecision } from '../../records/decisions.ts';
import { recordDegraded } from '../../records/degraded.ts';
import { homeElsewhere, openHold, wasReleased } from '../../records/holds.ts';
import { startNoticePeriod } from '../../records/notices.ts';
import type { Services, With } from '../../services.ts';
import { homePlace } from '../branches/home-place.ts';
import { pricingToday } from '../offers/service.ts';
import { holdFor, recordStepUp, saveHeld, saveScreening } from '../screening/screening.ts';
import { type DecisionSubject, type Evidence, gatherEvidence } from './decision-inputs.ts';
import { lendsOnVehicle } from './vehicle.ts';

export async function decide(
  services: Services,
  applicationId: ApplicationId,
  {
    enteredVehicle,
    stageDone = async () => {},
  }: Partial<Pick<DecisionSubject, 'enteredVehicle' | 'stageDone'>> = {},
): Promise<Decided> {
  const { db, vault } = services;
  const [application, applicant] = await Promise.all([
    readApplication(db, applicationId),
    readApplicant(db, vault, applicationId),
  ]);
  const home = homePlace(services.lender, applicant);
  // Only a home that is known or confirmed can be outside the trade area.
  const isDoubtful = home.doubt === 'elsewhere' || (home.doubt === 'other-city' && !home.branch);
  if (isDoubtful && !(await wasReleased(db, applicationId, homeElsewhere)))
    return {
      // A reviewer settles in which state the home is, before any vendor or rule judges the applicant by it.
      write: async (tx) => {
        services.metrics.outcomes.inc({ kind: 'prequalification', outcome: 'STEP_UP' });
        await move(tx, services, { applicationId }, 'steppedUp');
        await openHold(tx, services, applicationId, homeElsewhere);
      },
    };
  // The place may have been corrected since the form.
  const branch = home.branch?.id ?? null;
  const { write, ...decided } =
    branch === null
      ? { write: (tx: Tx) => move(tx, services, { applicationId }, 'outOfTradeArea') }
      : await decideByPolicy(services, { application, applicant, enteredVehicle, stageDone });
  return {
    ...decided,
    write: async (tx) => {
      if (branch !== application.branch_id) await updateApplication(tx, applicationId, { branch_id: branch });
      await write(tx);
    },
  };
}

async function decideByPolicy(services: Services, subject: DecisionSubject): Promise<Decided> {
  for (;;) {
    const policy = services.policies.current(lenderToday(services));
    const evidence = await gatherEvidence(services, policy, subject);
    const today = lenderToday(services);
    // What is requested depends on the policy, so it is gathered again, from the stored responses, if another one took effect meanwhile.
    if (services.policies.current(today).lender !== policy.lender) continue;
    const decision = policy.decidePrequalification(evidence.inputs, today);
    // A failed vehicle search delays only a decline that a vehicle could avert; offers without one go out.
    const { failure } = evidence.vehicle;
    if (failure && decision.kind === 'DECLINED') throw failure;
    const byPolicy = { ...services, lender: policy.lender };
    return outcomeOf(byPolicy, subject.application, evidence, decision, subject.enteredVehicle !== undefined);
  }
}

interface Decided {
  readonly write: Outcome;
  readonly decision?: PrequalificationDecision;
}

/** `lender` has the policy that decided. `isVehicleGiven`: the applicant entered a vehicle, or has none, so the form does not request one. */
function outcomeOf(
  services: With<'clock' | 'metrics' | 'vault' | 'jobs' | 'lender' | 'policies' | 'vendors'>,
  application: Application,
  evidence: Evidence,
  decision: PrequalificationDecision,
  isVehicleGiven: boolean,
): Decided {
  const { id } = application;
  const { screened, vehicle } = evidence;
  const hold = screened && holdFor(screened, { lends: decision.kind === 'PREQUALIFIED' });
  const needsVehicle =
    !isVehicleGiven &&
    decision.kind === 'DECLINED' &&
    mayEnterVehicle(services, { vehicle_search: vehicle.search });
  const outcome = hold ? 'HELD' : needsVehicle ? 'VEHICLE_NEEDED' : decision.kind;
  services.metrics.outcomes.inc({ kind: 'prequalification', outcome });
  const write: Outcome = async (tx) => {
    for (const mode of evidence.degraded) await recordDegraded(tx, services, id, mode);
    if (screened) await saveScreening(tx, services, id, screened);
    if (hold) {
      await move(tx, services, { applicationId: id }, 'held');
      await saveHeld(tx, services, id, hold);
    } else if (needsVehicle)
      await move(tx, services, { applicationId: id }, 'vehicleNeeded', { vehicle_search: 'none' });
    else await writeDecision(tx, services, application, evidence, decision);
  };
  return { write, ...(needsVehicle ? {} : { decision }) };
}

async function writeDecision(
  tx: Tx,
  services: With<'clock' | 'vault' | 'jobs' | 'lender' | 'policies'>,
  application: Application,
  { inputs, screened, vehicle }: Evidence,
  decision: PrequalificationDecision,
): Promise<void> {
  const { id } = application;
  await saveDecision(tx, services, id, 'prequalification', { inputs, decision });
  await move(tx, services, { applicationId: id }, eventOf(decision), {
    // The vehicle toggle starts on if a vehicle can secure the loan.
    ...(lendsOnVehicle(decision) && { is_auto_secured: true }),
    vehicle_search: vehicle.search,
  });
  if (decision.kind === 'PREQUALIFIED') {
    await discloseScore(tx, services, id, 'prequalification', inputs.score);
    await requireCounteroffer(tx, services, application, { inputs, decision });
  }
  if (decision.kind === 'STEP_UP')
    await recordStepUp(tx, services, application, 'prequalification', decision.points, screened);
}

type DecidedInputs = Pick<Evidence, 'inputs'> & Required<Pick<Decided, 'decision'>>;

/**
 * A counteroffer requires its notice, again where a later decision is further from the request or differs in another way. Offers as requested after one
 * begin a new period: the notice of the counteroffer is about others. `lender` has the policy that decided.
 */
export async function requireCounteroffer(
  tx: Tx,
  services: With<'clock' | 'jobs' | 'lender'>,
  application: Application,
  decided: DecidedInputs,
  before?: DecidedInputs,
): Promise<void> {
  const { id, requested_amount: amount } = application;
  const requested = requestedOf('prequalification', application);
  /** How the offers differ from the request, and how far in cents. Undefined if they are no counteroffer. */
  const distance = ({ inputs, decision }: DecidedInputs) => {
    if (decision.kind !== 'PREQUALIFIED') return undefined;
    const { programs } = decision;
    const context = pricingToday(services, { programs, inputs, lender: services.lender });
    const { offered, differences } = answerTo(requested, programs, context);
    if (offered === undefined || differences.length === 0) return undefined;
    return { cents: Math.abs(offered.amount - (amount ?? offered.amount)), differences };
  };
  const away = distance(decided);
  const awayBefore = before && distance(before);
  if (away === undefined) {
    if (awayBefore !== undefined && decided.decision.kind === 'PREQUALIFIED')
      await startNoticePeriod(tx, id, services.clock.now());
  } else if (
    awayBefore === undefined ||
    away.cents > awayBefore.cents ||
    away.differences.some((difference) => !awayBefore.differences.includes(difference))
  )
    await enqueueNotice(tx, services, id, 'counteroffer', 'prequalification');
}

const events = {
  PREQUALIFIED: 'prequalified',
  STEP_UP: 'steppedUp',
  DECLINED: 'declined',
  REJECTED: 'rejected',
} as const satisfies Record<PrequalificationDecision['kind'], JourneyEvent>;

export const eventOf = (decision: PrequalificationDecision): JourneyEvent =>
  'fastPath' in decision ? 'fastPathOpened' : events[decision.kind];
