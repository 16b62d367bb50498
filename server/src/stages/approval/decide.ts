// The approval decision: one hard pull with its military check, and the final policy run on the hard file.

import { type AttributeSources, bureauSummaries, storedAttributes } from '../../credit-policy/attributes.ts';
import type { ApprovalDecision } from '../../credit-policy/decide.ts';
import { type ApprovalInputs, approvalInputsOf, type PolicyInputs } from '../../credit-policy/inputs.ts';
import { type Comparison, compare, offeredFor, requestedOf } from '../../credit-policy/request.ts';
import { type Application, readApplication } from '../../journey/applications.ts';
import type { JourneyEvent } from '../../journey/chart.ts';
import { hasEndedLocked } from '../../journey/guard.ts';
import { discloseScore } from '../../notices/score-disclosed.ts';
import { lenderDay, lenderToday } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId, ApprovedTerm } from '../../platform/db/tables.ts';
import { statusOfCall } from '../../platform/jobs/call-records.ts';
import type { StageDone } from '../../platform/jobs/job-updates.ts';
import { ifUnavailable, NotPerformed } from '../../platform/jobs/vendor-calls.ts';
import { readApplicant } from '../../records/applicants.ts';
import { readDecision, saveDecision } from '../../records/decisions.ts';
import { readShown } from '../../records/verifications.ts';
import type { Services, With } from '../../services.ts';
import type { CreditReport } from '../../vendors/bureau/bureau.ts';
import type { CreditFile } from '../../vendors/bureau/report.ts';
import { approvedTermOf, pricingToday, type Qualified } from '../offers/service.ts';
import {
  bankPoint,
  clearedPoints,
  holdFor,
  recordStepUp,
  type Screened,
  saveHeld,
  saveScreening,
  screen,
} from '../screening/screening.ts';

export const hardPullKey = (id: ApplicationId) => `hard-pull:${id}`;

export interface Approval {
  readonly decision: ApprovalDecision;
  readonly inputs: ApprovalInputs;
  /** True if a reviewer must release the application first. The decision does not count until then. */
  readonly isHeld: boolean;
  /** Call it in the transaction that moves the application. */
  readonly save: (tx: Tx) => Promise<void>;
}

export async function approve(services: Services, applicationId: ApplicationId, stageDone: StageDone) {
  const application = await readApplication(services.db, applicationId);
  const prior = await readPrior(services, application);
  const today = lenderToday(services);
  // No inquiry is made for an applicant who is declined without one.
  const foreseen = inputsOf(application, prior);
  const already = (await services.policies.of(prior.decidedBy)).decideApproval(foreseen, today);
  if (already.kind === 'DECLINED')
    return approvalOf(services, application, { inputs: foreseen, decision: already });

  const report = await hardPull(services, application, prior);
  await stageDone('report');
  const screened = await screen(services, application.id, 'approval', report);
  const file = { ...report.file, reportedOn: lenderDay(services.lender, new Date(report.pulledAt)) };
  const inputs = inputsOf(application, prior, { file, bureau: report.attributes, screened });
  // The law may have changed during the hard pull.
  const policy = await services.policies.of(prior.decidedBy);
  const decision = policy.decideApproval(inputs, today);
  return approvalOf(services, application, { inputs, decision }, screened);
}

/** `screened` is undefined if no hard pull was made. */
function approvalOf(
  services: Services,
  application: Application,
  { inputs, decision }: Pick<Approval, 'inputs' | 'decision'>,
  screened?: Screened,
): Approval {
  const hold = screened && holdFor(screened, { lends: decision.kind === 'APPROVED' });
  services.metrics.outcomes.inc({ kind: 'approval', outcome: hold ? 'HELD' : decision.kind });
  return {
    decision,
    inputs,
    isHeld: hold !== undefined,
    save: async (tx) => {
      if (screened) await saveScreening(tx, services, application.id, screened);
      if (hold) return saveHeld(tx, services, application.id, hold);
      await saveDecision(tx, services, application.id, 'approval', { inputs, decision });
      if (decision.kind === 'REFER')
        await recordStepUp(tx, services, application, 'approval', decision.points, screened);
      else if (decision.kind === 'APPROVED')
        await discloseScore(tx, services, application.id, 'approval', inputs.score);
    },
  };
}

type Prior = Awaited<ReturnType<typeof readPrior>>;

/** What the final run reuses from the prequalification and the bank. */
async function readPrior(services: With<'db' | 'vault' | 'clock' | 'policies'>, { id }: Application) {
  const { db, vault, policies } = services;
  const [applicant, prequalified, shown, cleared] = await Promise.all([
    readApplicant(db, vault, id),
    readDecision(db, vault, id, 'prequalification'),
    readShown(db, vault, id),
    clearedPoints(services, id),
  ]);
  if (prequalified === undefined)
    throw new Error('An application without a prequalification cannot be approved.');
  const { inputs: before, decision } = prequalified;
  // Those of the policy that made the offers.
  const { attributes } = (await policies.of(decision)).lender.policy;
  return { applicant, before, decidedBy: decision, attributes, ...shown, cleared };
}

/** A second inquiry would hurt the applicant's score, so an operator settles every unknown outcome. */
async function hardPull(
  { db, vendorCalls, vendors, blobs }: With<'db' | 'vendorCalls' | 'vendors' | 'blobs'>,
  { id }: Application,
  { applicant, attributes }: Prior,
): Promise<CreditReport> {
  const status = await statusOfCall(db, hardPullKey(id));
  // Whatever the store says, the job tries again.
  const asOutage = ifUnavailable(({ message }) => Promise.reject(new NotPerformed(message)));
  if (status === undefined || status === 'failed') await blobs.notePull(id).catch(asOutage);
  const summaries = bureauSummaries(attributes);
  return vendorCalls.call({
    vendor: 'bureau',
    operation: 'hard-pull',
    key: hardPullKey(id),
    applicationId: id,
    isCalledOff: (tx) => hasEndedLocked(tx, id),
    timeoutSeconds: 20,
    onUnknownOutcome: { rule: 'never-repeat' },
    prepare: (signal) => vendors.bureau.signIn(signal),
    perform: (signal) => vendors.bureau.hardPull(applicant, summaries, signal),
  });
}

/** Without a hard pull, on the file of the soft pull. */
function inputsOf(
  { ssn_conflict: ssnConflict }: Application,
  { before, attributes, incomeAtBankCents, cashFlow, cleared }: Prior,
  pulled?: Pick<AttributeSources, 'bureau'> & {
    readonly file: CreditFile & Pick<PolicyInputs, 'reportedOn'>;
    readonly screened: Screened;
  },
): ApprovalInputs {
  const { scoreFactorTexts: _, militaryUnanswered: __, ...form } = before;
  const answer = pulled?.screened.military.answer;
  const military = {
    militaryCovered: answer === 'covered',
    ...(answer === 'unknown' && { militaryUnanswered: true as const }),
  };
  const now = pulled ? { ...form, ...pulled.file, ...military, ssnConflict } : { ...before, ssnConflict };
  const inputs = approvalInputsOf(now, before, incomeAtBankCents);
  const isIncomeCleared = incomeAtBankCents === undefined && cleared.has(bankPoint('income'));
  return {
    ...inputs,
    attributes: storedAttributes(attributes, { bureau: pulled?.bureau, cashFlow }, before.attributes),
    ...(cashFlow === undefined && { bankUnread: true as const }),
    ...(isIncomeCleared
      ? { confirmedIncome: { annualCents: before.annualIncomeCents, by: 'documents' as const } }
      : {}),
    ...(cleared.size > 0 ? { cleared: [...cleared] } : {}),
  };
}

/** The approved offers at final rates, for the accepted amount or the nearest approved amount. */
export async function approvedOffers(services: Services, application: Application) {
  const stored = await readDecision(services.db, services.vault, application.id, 'approval');
  if (stored?.decision.kind !== 'APPROVED') return undefined;
  const { programs } = stored.decision;
  const { lender } = await services.policies.of(stored.decision);
  const context = pricingToday(services, { programs, inputs: stored.inputs, lender });
  // Of an approval whose offer is chosen, the offers of its amount.
  const accepted_term = application.approved_term ?? application.accepted_term;
  const offered = offeredFor(programs, requestedOf('approval', { ...application, accepted_term }), context);
  return offered && { ...offered, decision: stored.id };
}

/** What the final run leads to. */
export interface ApprovalOutcome<E extends JourneyEvent = JourneyEvent> {
  readonly event: E;
  /** The terms that we set, if the applicant does not choose them. */
  readonly term?: ApprovedTerm;
  /** The waiting page leads to the error page, which shows the branch to call. */
  readonly isFailure?: true;
}

/** The fast path lends exactly what was accepted in one click; other terms are a counteroffer. */
export function finalTerms(
  services: With<'clock'>,
  application: Parameters<typeof requestedOf>[1],
  lent: Qualified,
): ApprovalOutcome<'approved' | 'counteroffered' | 'referred'> {
  const requested = requestedOf('approval', application);
  const offered = offeredFor(lent.programs, requested, pricingToday(services, lent));
  const event = eventOf[compare(requested, offered).kind];
  const [only] = application.path === 'fast-path' && offered ? offered.terms : [];
  if (event === 'referred' || offered === undefined) return { event: 'referred', isFailure: true };
  return only === undefined ? { event } : { event, term: approvedTermOf(offered.amount, only) };
}

const eventOf = {
  'as-requested': 'approved',
  counteroffer: 'counteroffered',
  nothing: 'referred',
} as const satisfies Record<Comparison['kind'], JourneyEvent>;
