// What a reviewer decides about an application. Each function returns the reason if nothing changed.

import type { UploadKind } from '#contract/uploads.ts';
import type { Cents } from '#finance/money.ts';
import { type DecisionKind, decideAs } from '../../credit-policy/decide.ts';
import type { ApprovalInputs } from '../../credit-policy/inputs.ts';
import type { AppliedPolicy } from '../../credit-policy/policies.ts';
import { answerTo, requestedOf } from '../../credit-policy/request.ts';
import { type Application, findLiveApplication, lockApplication } from '../../journey/applications.ts';
import { reviewStates, stateOf } from '../../journey/chart.ts';
import { answerEnds, isPast } from '../../journey/deadlines.ts';
import { enqueueNotice } from '../../journey/effects.ts';
import { canHappen, isAllowed } from '../../journey/guard.ts';
import { basisOfDocuments } from '../../journey/missing-items.ts';
import { move } from '../../journey/move.ts';
import { emailReviewFinished } from '../../messages/application-messages.ts';
import { decideWithNotice } from '../../notices/due.ts';
import { discloseScore } from '../../notices/score-disclosed.ts';
import { lenderToday } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { knownLookups } from '../../records/applicant-fields.ts';
import { readApplicantField } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { readDecision, saveDecision } from '../../records/decisions.ts';
import {
  type Hold,
  holdsToSettle,
  type Resolver,
  readEvidence,
  resolveWithAudit,
  reviewKinds,
  saveFinding,
  settleHolds,
} from '../../records/holds.ts';
import { findNotice, saveReasons, startNoticePeriod } from '../../records/notices.ts';
import type { With } from '../../services.ts';
import { finalTerms } from '../../stages/approval/decide.ts';
import { pricingToday } from '../../stages/offers/service.ts';
import { clearedPoints } from '../../stages/screening/screening.ts';

type Needs = With<'db' | 'clock' | 'vault' | 'jobs' | 'lender'>;

/** Why a decision changed nothing. */
export type Unchanged =
  /** The application has moved on, or the hold was resolved. */
  | 'moved'
  /** An alert asks for a call, and no one confirmed the application on the phone yet. */
  | 'not-called'
  | 'expired'
  | 'applied-again'
  | 'no-terms'
  /** Other terms, and what is denied for want of a report, need the reviewer's own reasons. */
  | 'no-reasons'
  | 'no-note'
  | 'cannot-send';

export const callResults = ['confirmed', 'denied', 'no-answer'] as const;

/** A call about an alert on the credit file (15 U.S.C. 1681c-1(h)). */
interface Call extends Resolver {
  readonly at: string;
  readonly number: string;
  readonly result: (typeof callResults)[number];
}

interface AlertEvidence {
  readonly alerts?: readonly { readonly phone: string | null }[];
  readonly calls?: readonly Call[];
}

export const isReview = ({ kind }: Pick<Hold, 'kind'>) => reviewKinds.some((review) => review === kind);

/** The numbers that the alerts name; a call about one must be to one of them. */
export const alertPhones = ({ alerts = [] }: AlertEvidence) => alerts.flatMap(({ phone }) => phone ?? []);

/** Locks the application, so that another finding of the hold is not overwritten. False if the hold was resolved before. */
export async function recordCall(
  tx: Tx,
  services: With<'clock' | 'vault'>,
  { id, applicationId, kind, reason }: Hold,
  call: Omit<Call, 'at'>,
): Promise<boolean> {
  const { vault, clock } = services;
  await lockApplication(tx, applicationId);
  const evidence: AlertEvidence = await readEvidence(tx, vault, id);
  const calls = [...(evidence.calls ?? []), { at: clock.now().toISOString(), ...call }];
  if (!(await saveFinding(tx, services, id, { reason, evidence: { ...evidence, calls } }))) return false;
  await audit(tx, clock, { applicationId }, { type: 'hold-call-recorded', kind, result: call.result });
  return true;
}

async function needsAlertCall(tx: Tx, { vault }: With<'vault'>, { id, reason }: Hold): Promise<boolean> {
  if (reason !== 'alert') return false;
  const { calls = [] }: AlertEvidence = await readEvidence(tx, vault, id);
  return calls.at(-1)?.result !== 'confirmed';
}

/** The application resumes where it stopped, and what the reviewer cleared is not raised again. */
export async function continueReview(
  tx: Tx,
  services: Needs,
  hold: Hold,
  resolver: Resolver,
): Promise<Unchanged | undefined> {
  const { applicationId: id } = hold;
  const application = await lockApplication(tx, id);
  if (!reviewStates.includes(application.state)) return 'moved';
  if (await needsAlertCall(tx, services, hold)) return 'not-called';
  const { phase, approval } = stateOf(application.state);
  if (phase === 'ended' && approval !== 'none' && isPast(services, application)) return 'expired';
  const ssn = knownLookups.ssn(services.vault, await readApplicantField(tx, services.vault, id, 'ssn'));
  if (phase === 'ended' && (await findLiveApplication(tx, ssn))) return 'applied-again';
  if (!(await resolveWithAudit(tx, services, hold, 'released', resolver))) return 'moved';
  await move(tx, services, { applicationId: id }, 'reviewContinued', {
    // Before the hard pull the phone may be unconfirmed, and claims the SSN with its text code.
    ...(phase === 'ended' && approval !== 'none' ? { live_ssn: ssn[0] } : {}),
  });
  // Every other review leads to a decision, which is emailed.
  if (hold.kind === 'bank') await services.jobs.enqueue(tx, emailReviewFinished, id, { hold: hold.id });
  return undefined;
}

/** The applicant gets a notice of what is missing, with a link to send it. */
export async function askForMore(
  tx: Tx,
  services: With<'clock' | 'vault' | 'jobs' | 'lender'>,
  id: ApplicationId,
  documents: readonly UploadKind[],
): Promise<Unchanged | undefined> {
  const required = await reviewNotice(tx, id);
  if (required?.otherwise === undefined) return 'moved';
  const application = await lockApplication(tx, id);
  if (!isAllowed(application, 'uploads')) return 'cannot-send';
  const { otherwise } = required;
  const usual =
    otherwise.notice === 'incomplete' && otherwise.missing !== 'credit-report'
      ? otherwise.missing
      : 'identity-documents';
  const missing = documents.length > 0 ? basisOfDocuments(documents) : usual;
  await decideWithNotice(services, tx, { applicationId: id }, { notice: 'incomplete', missing }, 'operator');
  // Only time denies it, so a decision is due again if no answer comes.
  if (otherwise.notice === 'denial')
    await startNoticePeriod(tx, id, answerEnds(services.lender, application, services.clock.now()));
  return undefined;
}

/** Denies the application: its notice has the reviewer's reasons, or those that were found. */
export async function decline(
  tx: Tx,
  services: With<'clock' | 'vault' | 'jobs' | 'lender'>,
  id: ApplicationId,
  resolver: Resolver,
  reasons: readonly string[],
): Promise<Unchanged | undefined> {
  const { vault, clock } = services;
  const basis = (await reviewNotice(tx, id))?.denial;
  if (basis === undefined) return 'moved';
  if (basis === 'no-report' && reasons.length === 0) return 'no-reasons';
  if (resolver.note.trim() === '' && (await holdsToSettle(tx, id)).length > 0) return 'no-note';
  await startNoticePeriod(tx, id, clock.now());
  const pending = await findNotice(tx, id, 'pending');
  if (pending && reasons.length > 0) await saveReasons(tx, vault, pending.id, reasons);
  await settleHolds(tx, services, id, resolver, 'refused');
  await decideWithNotice(services, tx, { applicationId: id }, { notice: 'denial', basis }, 'operator');
  return undefined;
}

/** What the state leaves to a reviewer. Undefined if nothing is, such as after a denial. */
async function reviewNotice(tx: Tx, id: ApplicationId) {
  const { state } = await lockApplication(tx, id);
  const { requiredNotice: required } = stateOf(state);
  if (required.notice !== 'manual-review') return undefined;
  const isOpen = reviewStates.includes(state) || (await findNotice(tx, id, 'pending')) !== undefined;
  return isOpen ? required : undefined;
}

interface OtherTerms {
  readonly most: Cents;
  /** Why not what was requested. */
  readonly reasons: readonly string[];
  /** The policy of the application's last decision. Undefined without one. */
  readonly policy: AppliedPolicy | undefined;
}

/** Read it before the transaction that offers other terms. */
export async function policyOfReview(
  { db, vault, policies }: With<'db' | 'vault' | 'policies'>,
  { applicationId: id }: Hold,
): Promise<AppliedPolicy | undefined> {
  const stored =
    (await readDecision(db, vault, id, 'approval')) ??
    (await readDecision(db, vault, id, 'prequalification'));
  return stored && policies.of(stored.decision);
}

/** A counteroffer (12 CFR 1002.9(a)(1)(iv)): at most this amount, by the policy's own prices. */
export async function offerOtherTerms(
  tx: Tx,
  services: Needs & With<'policies'>,
  hold: Hold,
  resolver: Resolver,
  { most, reasons, policy }: OtherTerms,
): Promise<Unchanged | undefined> {
  const { applicationId: id } = hold;
  const application = await lockApplication(tx, id);
  if (!reviewStates.includes(application.state)) return 'moved';
  if (await needsAlertCall(tx, services, hold)) return 'not-called';
  const cleared = [...new Set([...(await clearedPoints({ ...services, db: tx }, id)), ...hold.points])];
  if (policy === undefined) return 'no-terms';
  const offered = { services: { ...services, policy }, application, cleared, most };
  const save = canHappen(application, 'counteroffered')
    ? await approvalUpTo(tx, offered)
    : canHappen(application, 'otherTermsOffered')
      ? await offersUpTo(tx, offered)
      : undefined;
  if (save === undefined) return 'no-terms';
  if (reasons.length === 0) return 'no-reasons';
  if (!(await resolveWithAudit(tx, services, hold, 'released', resolver))) return 'moved';
  await save();
  const notice = await findNotice(tx, id, 'counteroffer');
  if (notice) await saveReasons(tx, services.vault, notice.id, reasons);
  return undefined;
}

interface Offered extends Pick<OtherTerms, 'most'> {
  readonly services: Needs & With<'policies'> & { readonly policy: AppliedPolicy };
  readonly application: Application;
  readonly cleared: string[];
}

/** The decision with what the reviewer cleared, up to the most. Undefined if the policy lends nothing up to it. */
async function decideUpTo(tx: Tx, kind: DecisionKind, { services, application, cleared, most }: Offered) {
  const { vault, policy } = services;
  const stored = await readDecision(tx, vault, application.id, kind);
  if (stored === undefined) return undefined;
  const today = lenderToday(services);
  const all = { ...stored.inputs, cleared };
  const full = decideAs(kind, policy, all, today);
  if (!('programs' in full) || full.programs.every(({ minCents }) => minCents > most)) return undefined;
  const inputs = { ...all, offeredAtMost: most };
  const decision = decideAs(kind, policy, inputs, today);
  if (!('programs' in decision)) return undefined;
  return { inputs, decision, lent: { programs: decision.programs, inputs, lender: policy.lender } };
}

async function offersUpTo(tx: Tx, offered: Offered) {
  const { services, application } = offered;
  const { id } = application;
  const made = await decideUpTo(tx, 'prequalification', offered);
  if (made?.decision.kind !== 'PREQUALIFIED') return undefined;
  const { inputs, decision, lent } = made;
  const requested = requestedOf(application.accepted_term ? 'approval' : 'prequalification', application);
  const { differences } = answerTo(requested, lent.programs, pricingToday(services, lent));
  // What was requested is released, without a notice that it is not lent.
  if (requested.kind !== 'nothing' && differences.length === 0) return undefined;
  return async () => {
    await saveDecision(tx, services, id, 'prequalification', { inputs, decision });
    await move(tx, { ...services, lender: lent.lender }, { applicationId: id }, 'otherTermsOffered', {
      loan_amount: null,
      prequalified_amount: null,
      is_auto_secured: lent.programs.some(({ isAutoSecured }) => isAutoSecured),
    });
    await discloseScore(tx, services, id, 'prequalification', inputs.score);
    await enqueueNotice(tx, services, id, 'counteroffer', 'prequalification');
  };
}

async function approvalUpTo(tx: Tx, offered: Offered) {
  const { services, application } = offered;
  const { id } = application;
  const made = await decideUpTo(tx, 'approval', offered);
  if (made?.decision.kind !== 'APPROVED') return undefined;
  const { decision, lent } = made;
  const inputs = made.inputs as ApprovalInputs;
  const { event, term } = finalTerms(services, application, lent);
  if (event !== 'counteroffered') return undefined;
  return async () => {
    await saveDecision(tx, services, id, 'approval', { inputs, decision });
    await move(tx, { ...services, lender: lent.lender }, { applicationId: id }, event, {
      ...(term && { approved_term: JSON.stringify(term) }),
    });
    await discloseScore(tx, services, id, 'approval', inputs.score);
  };
}
