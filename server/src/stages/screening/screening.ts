// Evaluates the list searches of each pull: whether a reviewer must clear the applicant before the application continues, and which
// points a reviewer cleared, so that they are not raised again.
import type { DecisionKind } from '../../credit-policy/decide.ts';
import { type Application, findLiveApplication } from '../../journey/applications.ts';
import { writeAchFile } from '../../journey/jobs.ts';
import { emailHeld } from '../../messages/application-messages.ts';
import { daysAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { type Applicant, knownLookups } from '../../records/applicant-fields.ts';
import { applicationsOfSsn, findPerson, isSamePerson, readApplicant } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { findDisbursement } from '../../records/disbursements.ts';
import { clearedPointsOf, type NewHold, openHold, openHoldsOf, wasReleased } from '../../records/holds.ts';
import type { With } from '../../services.ts';
import type { CreditReport } from '../../vendors/bureau/bureau.ts';
import type { MilitaryResult } from '../../vendors/bureau/screening.ts';
import { readMilitaryResult, saveMilitaryCheck } from './military.ts';
import { saveOfacScreening } from './ofac-screenings.ts';

type Lists = Omit<CreditReport, 'file' | 'attributes' | 'raw'>;

export interface Screened {
  readonly stage: DecisionKind;
  readonly lists: Lists;
  /** The pull's result or, if it has none, the newest one of a later search. */
  readonly military: MilitaryResult;
  readonly isCleared: boolean;
}

export async function screen(
  { db, vault }: With<'db' | 'vault'>,
  id: ApplicationId,
  stage: DecisionKind,
  { ofac, military, alerts, pulledAt }: Lists,
): Promise<Screened> {
  const [later, isCleared] = await Promise.all([
    military.answer === 'unknown' ? readMilitaryResult(db, vault, id) : undefined,
    // A match that a reviewer cleared stays cleared; a second missing result is a search that was not made.
    wasReleased(db, id, {
      kind: 'ofac',
      reason: ofac.answer,
      ...(ofac.answer === 'missing' ? { stage } : {}),
    }),
  ]);
  return { stage, lists: { ofac, military, alerts, pulledAt }, military: later ?? military, isCleared };
}

/** An OFAC match or a missing result stops all; a loan also needs the military's result (32 CFR 232.5). */
export function holdFor(
  { stage, lists, military, isCleared }: Screened,
  { lends }: { readonly lends: boolean },
): NewHold | undefined {
  const evidence = lists;
  if (lists.ofac.answer !== 'clear' && !isCleared)
    return { kind: 'ofac', stage, reason: lists.ofac.answer, evidence };
  if (lends && military.answer === 'unknown') return { kind: 'military', stage, reason: 'unknown', evidence };
  return undefined;
}

export async function saveScreening(
  tx: Tx,
  services: With<'clock' | 'vault'>,
  id: ApplicationId,
  { stage, lists: { military, ofac, pulledAt } }: Screened,
): Promise<void> {
  const source = stage === 'approval' ? 'hard-pull' : 'soft-pull';
  const key = `${source}:${id}:${pulledAt}`;
  await saveOfacScreening(tx, services, id, {
    key,
    occasion: stage,
    result: ofac.answer,
    // A response that was stored before the list's date was read has none.
    listDate: ofac.listDate ?? null,
    evidence: { message: ofac.message },
  });
  await saveMilitaryCheck(tx, services, id, { key, source, answer: military });
}

export async function saveHeld(
  tx: Tx,
  services: With<'vault' | 'clock' | 'jobs'>,
  id: ApplicationId,
  hold: NewHold,
): Promise<void> {
  const { kind, stage, reason } = hold;
  if (!(await openHold(tx, services, id, hold))) return;
  await audit(tx, services.clock, { applicationId: id }, { type: 'held', kind, stage, reason });
  await services.jobs.enqueue(tx, emailHeld, id, { stage });
  // A credit that is in a file already leaves it.
  const payment = await findDisbursement(tx, id);
  if (payment) await services.jobs.enqueue(tx, writeAchFile, id, { day: payment.file_day });
}

/** Records for operators that nothing was decided, unless another review of the same step is open. */
export async function recordUndecided(
  tx: Tx,
  services: With<'clock' | 'vault'>,
  id: ApplicationId,
  stage: DecisionKind,
  reason: 'no-response' | 'no-terms',
): Promise<void> {
  const isOpen = (await openHoldsOf(tx, id)).some((hold) => hold.kind === 'identity' && hold.stage === stage);
  if (!isOpen) await openHold(tx, services, id, { kind: 'undecided', stage, reason, evidence: {} });
}

/**
 * Records the basis of a step-up for operators: the person to call, by the number in the alert (15 U.S.C. 1681c-1(h)), or that the
 * SSN is in use under two names, with the other application, if there is one.
 */
export async function recordStepUp(
  tx: Tx,
  services: With<'clock' | 'vault'>,
  { id, ssn_conflict: hasSsnConflict }: Pick<Application, 'id' | 'ssn_conflict'>,
  stage: DecisionKind,
  points: readonly string[],
  screened?: Screened,
): Promise<void> {
  if (hasSsnConflict) {
    const person = await findPerson(tx, services.vault, id);
    const other = person && (await findLiveApplication(tx, knownLookups.ssn(services.vault, person.ssn)));
    const evidence = { otherApplication: other && other.id !== id ? other.id : null };
    await openHold(tx, services, id, { kind: 'identity', stage, points, reason: 'ssn-conflict', evidence });
    return;
  }
  const evidence = screened?.lists ?? {};
  const reason = screened && screened.lists.alerts.length > 0 ? 'alert' : 'identity';
  await openHold(tx, services, id, { kind: 'identity', stage, points, reason, evidence });
}

/** The point that a check of the bank's data raises. */
export const bankPoint = (check: 'identity' | 'residence' | 'income') => `bank/${check}`;

/**
 * Also counts another application of the person for 30 days, with the same phone only: a thief who knows the
 * identifiers must not borrow on what the person confirmed. What the bank's data did not support is counted where no more is stated.
 */
export async function clearedPoints({ db, vault, clock }: With<'db' | 'vault' | 'clock'>, id: ApplicationId) {
  const applicant = await readApplicant(db, vault, id);
  const cleared = new Set(await clearedPointsOf(db, [id]));
  for (const other of await applicationsOfSsn(db, knownLookups.ssn(vault, applicant.ssn))) {
    const points = other === id ? [] : await clearedPointsOf(db, [other], daysAfter(clock.now(), -30));
    if (points.length === 0) continue;
    const theirs = await readApplicant(db, vault, other);
    if (!isSamePerson(theirs, applicant) || theirs.phone !== applicant.phone) continue;
    const moved = theirs.streetAddress !== applicant.streetAddress || theirs.zipCode !== applicant.zipCode;
    const earnsMore = incomeOf(applicant) > incomeOf(theirs);
    const differs = { [bankPoint('residence')]: moved, [bankPoint('income')]: earnsMore };
    for (const point of points) if (!differs[point]) cleared.add(point);
  }
  return cleared;
}

const incomeOf = ({ mainIncome, additionalIncome }: Applicant) => mainIncome + additionalIncome;
