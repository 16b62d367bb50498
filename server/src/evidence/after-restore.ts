// Makes a restored database safe to start on: whatever may have happened since the backup is unresolved, no
// email is sent again, and open applications stop until their state at the vendors was looked up.

import {
  paysLoan,
  recordOrphans,
  restorePayment,
  type UnknownEntry,
  unknownEntries,
  validatesFor,
} from '../funding/ach/ach-storage.ts';
import { resumePayment } from '../funding/checks/account-validation.ts';
import {
  applicationsInStates,
  lockApplication,
  readApplication,
  saveAllNotified,
} from '../journey/applications.ts';
import {
  endedStates,
  isStoppedByRestore,
  permissionsOf,
  statesBeforeOffers,
  statesNotifiedByEmail,
  statesWith,
} from '../journey/chart.ts';
import { fundLoan } from '../journey/jobs.ts';
import { resumeRestored, stopRestored } from '../journey/move.ts';
import { messages } from '../messages/all.ts';
import { emailReviewFinished } from '../messages/application-messages.ts';
import { emailNotice } from '../notices/jobs.ts';
import { daysAfter } from '../platform/clock.ts';
import { type Tx, transact } from '../platform/db/database.ts';
import { saveDatabaseIdentity } from '../platform/db/identity.ts';
import type { Period } from '../platform/db/rows.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { SetupError } from '../platform/failure.ts';
import {
  answeredSince,
  isUnanswered,
  isUnresolved,
  markNotMade,
  markPossiblyMade,
  possiblyMadeAt,
  statusOfCall,
} from '../platform/jobs/call-records.ts';
import { giveUpUnfinished, unfinishedOf, unpark } from '../platform/jobs/job-records.ts';
import { ifUnavailable } from '../platform/jobs/vendor-calls.ts';
import { applicationsOfPeople } from '../records/applicants.ts';
import { audit, latestRestore } from '../records/audit.ts';
import { disbursementOfLoan, findDisbursement, unsentApplications } from '../records/disbursements.ts';
import { readEnvelope } from '../records/envelopes.ts';
import {
  findHold,
  type Hold,
  isHeldBy,
  openHold,
  openHolds,
  openHoldsOf,
  readEvidence,
  resolveWithAudit,
  reviewKinds,
  saveFinding,
} from '../records/holds.ts';
import { skipDueReminders } from '../records/reminders.ts';
import type { With } from '../services.ts';
import { hardPullKey } from '../stages/approval/decide.ts';
import { envelopeKey, isForgotten } from '../stages/documents/envelope.ts';
import { sendDocumentsJob } from '../stages/documents/jobs.ts';
import { sendTextCode } from '../stages/phone-check/jobs.ts';
import { orphanDays } from '../vendors/blob-store/blobs.ts';

type Needs = With<'db' | 'clock' | 'vault' | 'jobs' | 'config' | 'vendors'>;

/** The reason of a hold is the progress of its lookup, so that holds can be listed without decrypting the evidence. */
const reasons = { open: 'not-looked-up', found: 'found', nothing: 'nothing-found' } as const;

const resolver = { by: 'ops after-restore', note: 'The vendors know of nothing since the backup.' };
const page = 200;

/** Messages that may have been sent since the backup: their jobs give up, and an operator may run them again. */
const givingUp: ReadonlySet<string> = new Set(
  [...messages, emailNotice, sendTextCode, sendDocumentsJob]
    .filter(({ afterRestore }) => afterRestore === 'give-up')
    .map(({ name }) => name),
);

/** How old a backup may be: a day less than a note surely stays, for clocks that differ. */
const notedDays = orphanDays - 2;

/**
 * The applications of everyone whose hard pull may have begun since the backup: by the notes in the blob store, and by which
 * applications the audit sink saw at their approval. Refuses where either shows that the other is not known.
 */
export async function pullsSince(
  { db, clock, blobs }: With<'db' | 'clock' | 'blobs'>,
  backupAt: Date,
  seenAtApproval: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const refused = (why: string) => new SetupError(`${why} Run the command without --blobs-kept.`);
  const notedSince = daysAfter(clock.now(), -notedDays);
  if (backupAt < notedSince)
    throw refused(`The blob store keeps notes of hard pulls for ${notedDays} days, and the backup is older.`);
  const noted = await blobs.notedPulls();
  for (const { id } of await answeredSince(db, 'hard-pull', notedSince))
    if (id !== null && !noted.has(id))
      throw refused(`The blob store lacks the hard pull of application ${id}, so it may lack others.`);
  const begun = [...new Set([...noted, ...seenAtApproval])] as ApplicationId[];
  const theirs = new Set<string>(await applicationsOfPeople(db, begun));
  const unknown = begun.filter((id) => !theirs.has(id));
  if (unknown.length > 0)
    throw refused(
      `${unknown.length} hard pulls may have begun for applications that the backup lacks, and their applicants may have others.`,
    );
  return theirs;
}

/** The product can start only after all of it. Run again, it continues with the same backup. */
export async function markRestored(
  services: Needs,
  backupAt: Date,
  onProgress: (held: number) => void,
  /** Undefined if any hard pull may have begun. */
  pulls?: ReadonlySet<string>,
) {
  const { db, clock } = services;
  await transact(db, async (tx) => {
    await saveDatabaseIdentity(tx, clock, false);
    await audit(tx, clock, {}, { type: 'restore-begun', backupAt: backupAt.toISOString() });
    await saveAllNotified(tx, statesNotifiedByEmail);
  });
  let stopped = 0;
  for await (const ids of applicationsInStates(db, statesWith('restored'), { size: page })) {
    await transact(db, async (tx) => {
      for (const id of ids) await stop(tx, services, id, backupAt, pulls);
    });
    stopped += ids.length;
    onProgress(stopped);
  }
  return transact(db, async (tx) => {
    // An application can be complete while its loan waits for a valid account or for its file, and may have been canceled since.
    const unpaid = [...(await unfinishedOf(tx, fundLoan.name)), ...(await unsentApplications(tx))];
    for (const id of new Set(unpaid)) {
      const { state } = await readApplication(tx, id);
      if (!isStoppedByRestore(state)) await hold(tx, services, id, backupAt);
    }
    const messages = await giveUpUnfinished(tx, (job) => givingUp.has(job));
    await skipDueReminders(tx, clock.now());
    const held = (await openHolds(tx, 'restore')).length;
    const marked = { backupAt: backupAt.toISOString(), held, messages, ...(pulls && { blobsKept: true }) };
    await audit(tx, clock, {}, { type: 'backup-restored', ...marked });
    await saveDatabaseIdentity(tx, clock);
    return { held, messages };
  });
}

async function stop(tx: Tx, services: Needs, id: ApplicationId, backupAt: Date, pulls?: ReadonlySet<string>) {
  const { state } = await readApplication(tx, id);
  // What has ended is continued by an open review alone.
  const isOver = endedStates.includes(state) && !(await isHeldBy(tx, id, ...reviewKinds));
  if (isOver) return;
  const pull = { vendor: 'bureau', operation: 'hard-pull', key: hardPullKey(id), applicationId: id };
  const mayHaveBegun = !pulls || pulls.has(id) || (await statusOfCall(tx, pull.key)) !== undefined;
  // Before the hard pull, only messages could come twice.
  if (statesBeforeOffers.includes(state)) await markPossiblyMailed(tx, 'offers-ready', id, backupAt);
  if (!mayHaveBegun || !(await stopRestored(tx, services, id))) return;
  await markPossiblyMade(tx, pull, 'never-repeat', backupAt);
  const { vendor } = services.vendors.signatures;
  const envelope = { vendor, operation: 'create-envelope', key: envelopeKey(id), applicationId: id };
  await markPossiblyMade(tx, envelope, 'look-up', backupAt);
  await hold(tx, services, id, backupAt);
}

const markPossiblyMailed = (tx: Tx, operation: string, id: ApplicationId, since: Date) =>
  markPossiblyMade(
    tx,
    { vendor: 'mail', operation, key: `mail:${operation}.${id}`, applicationId: id },
    'never-repeat',
    since,
  );

const hold = (tx: Tx, services: Needs, id: ApplicationId, backupAt: Date) =>
  openHold(tx, services, id, {
    kind: 'restore',
    stage: 'restore',
    reason: reasons.open,
    evidence: { backupAt: backupAt.toISOString() },
  });

export type LookedUp = Awaited<ReturnType<typeof lookUpRestored>>;

/** Looks up what is still open at the vendors and in the files. Repeat it until everything was looked up. */
export async function lookUpRestored(services: Needs, onProgress: (done: number, all: number) => void) {
  const { db } = services;
  const open = (await openHolds(db, 'restore')).filter(({ reason }) => reason === reasons.open);
  const counts = {
    /** They continue, because nothing can have happened that the backup lacks. */
    released: 0,
    /** They wait until an operator has settled their hard pull. */
    waitForPull: 0,
    /** A vendor did not respond: look it up again. */
    unanswered: 0,
    payments: 0,
  };
  /** An operator decides about them. */
  const found: ApplicationId[] = [];
  const lost = await latestRestore(db);
  if (lost === undefined) throw new Error('No backup was restored.');
  const entries = await transact(db, (tx) => unknownEntries(tx, services, lost.from));
  const taken = new Set<number>();
  for (const [done, restored] of open.entries()) {
    if (done > 0 && done % page === 0) onProgress(done, open.length);
    const outcome = await lookUp(services, restored, entries, lost).catch(
      // Without both responses nothing is certain, and the hold stays as it is.
      ifUnavailable(() => ({ reason: reasons.open, isPaid: false, entries: [] })),
    );
    for (const { sequence } of outcome.entries) taken.add(sequence);
    counts.payments += outcome.isPaid ? 1 : 0;
    if (outcome.reason === reasons.open) counts.unanswered += 1;
    else if (outcome.reason === reasons.found) found.push(restored.applicationId);
    else if (await transact(db, (tx) => releaseIfSettled(tx, services, restored.applicationId)))
      counts.released += 1;
    else counts.waitForPull += 1;
  }
  // Of loans that were paid before the backup, returned and paid again since.
  for (const entry of entries.filter(({ sequence }) => !taken.has(sequence)).sort(latestFirst)) {
    const paid = await disbursementOfLoan(db, entry.individualId);
    if (paid === undefined || !paysLoan(entry, paid.loan_id)) continue;
    taken.add(entry.sequence);
    const { application_id: id, loan_id: loanId } = paid;
    if (await transact(db, (tx) => restorePayment(tx, services, id, loanId, entry))) counts.payments += 1;
  }
  const orphans = entries.filter(({ sequence }) => !taken.has(sequence));
  await transact(db, (tx) => recordOrphans(tx, services, entries, orphans));
  // Known once everything was looked up: an application that was not may own them.
  return { ...counts, found, orphans: counts.unanswered > 0 ? [] : orphans, lost };
}

const latestFirst = (a: UnknownEntry, b: UnknownEntry) => b.sequence - a.sequence;

async function lookUp(
  services: Needs,
  { id: holdId, applicationId: id }: Hold,
  all: readonly UnknownEntry[],
  lost: Period,
) {
  const { db, vendors } = services;
  const signal = () => vendors.timeouts.signal(15);
  const saved = await readEnvelope(services, id);
  const envelope = await vendors.signatures.find(id, signal());
  const loan = await vendors.core.findLoan(id, signal());
  const paid = await findDisbursement(db, id);
  const [payment] = loan ? all.filter((entry) => paysLoan(entry, loan.loanId)).sort(latestFirst) : [];
  const microEntries = all.filter((entry) => validatesFor(entry, id));
  const envelopeSince = await possiblyMadeAt(db, envelopeKey(id));
  const isNewEnvelope = envelope !== undefined && envelope.envelopeId !== saved?.envelopeId;
  const isUnknownEnvelope =
    saved?.envelopeId === undefined &&
    envelope === undefined &&
    !(await isUnanswered(db, hardPullKey(id))) &&
    envelopeSince !== undefined &&
    isForgotten(services, envelopeSince);
  const isUnexplainedLoan = loan !== undefined && paid === undefined && payment === undefined;
  const isNew =
    isNewEnvelope ||
    isUnknownEnvelope ||
    isUnexplainedLoan ||
    loan?.canceled === true ||
    microEntries.length > 0;
  return transact(db, async (tx) => {
    const isPaid =
      loan !== undefined &&
      payment !== undefined &&
      (await restorePayment(tx, services, id, loan.loanId, payment));
    // We saw the signature, so the signed copy may have been sent.
    if (envelope?.status === 'completed' && loan !== undefined)
      await markPossiblyMailed(tx, 'signed-copy', id, lost.from);
    const reason = isNew ? reasons.found : reasons.nothing;
    const evidence = { envelope, loan, payment, microEntries, isUnknownEnvelope };
    await saveFinding(tx, services, holdId, { reason, evidence });
    return { reason, isPaid, entries: [...(payment ? [payment] : []), ...microEntries] };
  });
}

export async function releaseIfSettled(
  tx: Tx,
  services: With<'clock' | 'vault' | 'jobs'>,
  id: ApplicationId,
): Promise<boolean> {
  await lockApplication(tx, id);
  const mine = (await openHoldsOf(tx, id)).find(({ kind }) => kind === 'restore');
  if (mine === undefined || mine.reason !== reasons.nothing) return false;
  if (await isUnresolved(tx, hardPullKey(id))) return false;
  await resolveWithAudit(tx, services, mine, 'auto-cleared', resolver);
  await resume(tx, services, mine);
  return true;
}

/** Resumes the application of this hold where it stopped, with the jobs that waited. */
export async function resume(
  tx: Tx,
  services: With<'clock' | 'jobs' | 'vault'>,
  { id: holdId, applicationId: id }: Pick<Hold, 'id' | 'applicationId'>,
): Promise<void> {
  const { envelope }: { envelope?: object } = await readEvidence(tx, services.vault, holdId);
  // The signing service, or the operator who releases the hold, found none.
  if (envelope === undefined) await markNotMade(tx, envelopeKey(id));
  const { notified_at: toldAt } = await readApplication(tx, id);
  const isResumed = await resumeRestored(tx, services, id);
  if (isResumed && toldAt !== null && permissionsOf(await readApplication(tx, id)).phase === 'live')
    await services.jobs.enqueue(tx, emailReviewFinished, id, { hold: holdId });
  await unpark(tx, services.jobs, id);
  await resumePayment(tx, services, id);
}

/** Lock the application first. */
export async function whyStopped(tx: Tx, services: With<'vault'>, id: string) {
  const hold = await findHold(tx, id);
  if (hold?.resolution !== null) return undefined;
  if (hold.reason === reasons.open) return 'not-looked-up';
  return (await wasCanceledSince({ ...services, db: tx }, id)) ? 'canceled' : undefined;
}

export async function wasCanceledSince({ db, vault }: With<'db' | 'vault'>, id: string): Promise<boolean> {
  const { loan }: { loan?: { canceled: boolean } } = await readEvidence(db, vault, id);
  return loan?.canceled === true;
}
