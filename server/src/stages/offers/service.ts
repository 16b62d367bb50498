// Computes programs and terms from the saved decision and the day's caps, and accepts a term.

import { setImmediate } from 'node:timers/promises';
import type { LoanRequest, OfferTerm } from '#contract/offers.ts';
import { daysBetween, isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { timeLimitsOn } from '#lender/in-force.ts';
import type { Lender } from '#lender/load.ts';
import { fillIn } from '#lender/public/fill-text.ts';
import type { PrequalificationDecision } from '../../credit-policy/decide.ts';
import type { PolicyInputs } from '../../credit-policy/inputs.ts';
import { offerTerms, type PricingContext, type QualifiedProgram } from '../../credit-policy/offers.ts';
import { type Application, transactOn, updateApplication } from '../../journey/applications.ts';
import { stateOf } from '../../journey/chart.ts';
import { deadlineOf, due, isPast } from '../../journey/deadlines.ts';
import { move, tryMove } from '../../journey/move.ts';
import { daysAfter, lenderToday } from '../../platform/clock.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import type { ApplicationId, ApprovedTerm } from '../../platform/db/tables.ts';
import { Failure, fail } from '../../platform/failure.ts';
import { readApplicant } from '../../records/applicants.ts';
import { policyOf, readDecision } from '../../records/decisions.ts';
import { findNotice } from '../../records/notices.ts';
import type { With } from '../../services.ts';
import { CoreOffline } from '../../vendors/core/core.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { vehicleText } from '../../wording/vehicle.ts';

/** Call it with the application locked. True if it has ended, false if it ends later or not by time. */
export async function expire(
  tx: Tx,
  services: With<'clock' | 'jobs'>,
  application: Pick<Application, 'id' | 'state' | 'state_since' | 'deadline' | 'partner_id'>,
): Promise<boolean> {
  const { id, state } = application;
  const { deadline, signing } = stateOf(state);
  if (!due.ending.includes(state) || !isPast(services, application)) return false;
  // A step-up ends after the notice that names its last day, however late that was sent.
  if (deadline === 'documents' && (await findNotice(tx, id, 'pending'))) {
    await updateApplication(tx, id, { deadline: daysAfter(services.clock.now(), 1) });
    return false;
  }
  if (signing !== 'open')
    return (await tryMove(tx, services, { applicationId: id }, 'expired')) !== undefined;
  await services.jobs.enqueueEffect(tx, 'voidEnvelope', application);
  return false;
}

type Prequalified = Extract<PrequalificationDecision, { kind: 'PREQUALIFIED' }>;

export interface Qualified {
  readonly programs: readonly QualifiedProgram[];
  readonly inputs: PolicyInputs;
  /** With the policy that the programs were decided by. */
  readonly lender: Lender;
}

export async function qualified(
  { db, vault, policies }: With<'db' | 'vault' | 'policies'>,
  id: ApplicationId,
): Promise<Qualified & Pick<Prequalified, 'fastPath'> & { readonly decisionId: string }> {
  const stored = await readDecision(db, vault, id, 'prequalification');
  if (stored?.decision.kind !== 'PREQUALIFIED') fail('not-found', errorMessages['not-found'].noOffers);
  const { programs, fastPath } = stored.decision;
  const { lender } = await policies.of(stored.decision);
  return { programs, inputs: stored.inputs, lender, decisionId: stored.id, ...(fastPath && { fastPath }) };
}

export function vehicleOf({ programs, inputs: { vehicle } }: Qualified): LoanRequest['vehicle'] {
  if (vehicle === null || !programs.some((program) => program.isAutoSecured)) return undefined;
  return {
    description: vehicleText(vehicle),
    value: vehicle.valueCents,
    ...(vehicle.vin === null ? { isVinMissing: true as const } : {}),
  };
}

/** `offerTerms` at today's prices, of all programs or of one. */
export function termsOf(services: With<'clock'>, offered: Qualified, amountCents: number, only?: string) {
  const programs = offered.programs.filter(({ name }) => only === undefined || name === only);
  return offerTerms(programs, cents(amountCents), pricingToday(services, offered));
}

export const pricingToday = (
  { clock }: With<'clock'>,
  { inputs: { state, militaryCovered }, lender }: Qualified,
): PricingContext => ({ lender, state, militaryCovered, date: lenderToday({ clock, lender }) });

/** `amount` is in cents. */
export function approvedTermOf(
  amount: number,
  { months, apr, interestRate, monthlyPayment, isAutoSecured, fees }: OfferTerm,
): ApprovedTerm {
  return { amount, months, apr, interestRate, monthlyPayment, isAutoSecured, ...(fees && { fees }) };
}

/** `termsOf` for every listed amount, ascending. It lets other requests in between two amounts. */
export async function allTermsOf(services: With<'clock'>, offered: Qualified) {
  const listed = new Set(offered.programs.flatMap(({ validAmounts }) => validAmounts));
  const all: { amount: number; terms: OfferTerm[] }[] = [];
  for (const amount of [...listed].sort((a, b) => a - b)) {
    const terms = termsOf(services, offered, amount);
    if (terms.length > 0) all.push({ amount, terms });
    await setImmediate();
  }
  return all;
}

/** Refuses an application whose offers or approval have expired, and records the expiration. */
export async function assertNotExpired(services: With<'clock' | 'db' | 'jobs'>, application: Application) {
  if (!isPast(services, application)) return;
  await transactOn(services.db, application.id, (tx, application) => expire(tx, services, application));
  fail('expired', errorMessages.expired.offer);
}

/** Like `assertNotExpired`, while there are offers to choose from. An approval expires once its envelope is void. */
export async function assertOffersOpen(services: With<'clock' | 'db' | 'jobs'>, application: Application) {
  if (deadlineOf(application, 'offers', 'counteroffer')) await assertNotExpired(services, application);
}

/** Refuses if the core system reports a recent loan. The offer is void from then on. */
export async function assertNoRecentLoan(
  services: With<'clock' | 'db' | 'vault' | 'jobs' | 'lender' | 'policies' | 'vendors'>,
  id: ApplicationId,
): Promise<void> {
  const applicant = await readApplicant(services.db, services.vault, id);
  const customer = await services.vendors.core
    .lookUp(applicant, services.vendors.timeouts.signal(2))
    .catch(refuseOffline);
  if (customer.lastLoanMadeOn === null) return;
  const today = lenderToday(services);
  const { lender } = await policyOf(services, id);
  const { minDaysBetweenLoans } = timeLimitsOn(lender.policy, today);
  if (daysBetween(isoDate(customer.lastLoanMadeOn), today) > minDaysBetweenLoans) return;
  await transact(services.db, (tx) => move(tx, services, { applicationId: id }, 'recentLoanFound'));
  fail('offer-void', fillIn(errorMessages['offer-void'].loanMade, { days: minDaysBetweenLoans }));
}

/** Rethrows any other error. Nothing was changed, so the applicant can try again from where they are. */
function refuseOffline(error: unknown): never {
  if (!(error instanceof CoreOffline)) throw error;
  const { outage } = error;
  throw new Failure([{ code: 'offline', message: errorMessages.offline[outage.kind], outage }]);
}
