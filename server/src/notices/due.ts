// The sweep over the ledger of notices: it drafts on day 20, decides by day 28 what no reviewer decided, and
// sends what was left unsent (12 CFR 1002.9(a)(1), (c)(1)); what was not viewed goes by letter too.
import { timeLimitsOn } from '#lender/in-force.ts';
import type { EmailedKind } from '#lender/schema/document-delivery.ts';
import { type Application, lockApplication, transactOn, updateApplication } from '../journey/applications.ts';
import { stateOf } from '../journey/chart.ts';
import { answerEnds, endsAtDeadline } from '../journey/deadlines.ts';
import { enqueueNotice } from '../journey/effects.ts';
import { renderNotice } from '../journey/jobs.ts';
import { adverseNoticeInTime } from '../journey/missing-items.ts';
import { tryMove } from '../journey/move.ts';
import type { AdverseNotice } from '../journey/required-notices.ts';
import { notifyAllPending } from '../messages/state-emails.ts';
import { daysAfter, lenderToday, secondsAfter } from '../platform/clock.ts';
import type { Tx } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { IndependentTasks } from '../platform/independent-tasks.ts';
import { isUnderway } from '../platform/jobs/job-records.ts';
import { audit } from '../records/audit.ts';
import { readMailing } from '../records/envelopes.ts';
import { settleHolds } from '../records/holds.ts';
import {
  lockNotice,
  type Notice,
  pendingNoticePeriods,
  saveDrafted,
  saveLetterWanted,
  unsentNotices,
  unviewedNotices,
  voidNotice,
} from '../records/notices.ts';
import type { Services, With } from '../services.ts';
import { draftNotice, emailNotice, saveApprovalEmailed } from './jobs.ts';

type Needs = With<'clock' | 'vault' | 'jobs' | 'lender'>;

/** A notice whose job may be running is skipped for this long. */
const graceSeconds = 60;
/** An applicant who is at the approval's page gets the email about the documents within this time, and else the one about the approval. */
const approvalSeconds = 15 * 60;

export async function runNoticeSweep(services: Services): Promise<void> {
  const attempts = new IndependentTasks();
  for (const part of [enqueueDueNotices, notifyAllPending]) await attempts.run(() => part(services));
  attempts.end();
}

export async function enqueueDueNotices(services: Needs & With<'db'>, batch = 100): Promise<void> {
  const { db, clock, lender } = services;
  const { noticeDraftDays, noticeSendDays } = timeLimitsOn(lender.policy, lenderToday(services));
  const before = (days: number) => daysAfter(clock.now(), -days);
  const attempts = new IndependentTasks();
  const undrafted = () => pendingNoticePeriods(db, before(noticeDraftDays), 'undrafted', batch);
  while ((await each(undrafted(), draft)) === batch);
  const undecided = () => pendingNoticePeriods(db, before(noticeSendDays), 'to-send', batch);
  while ((await each(undecided(), decide)) === batch);
  const ago = (seconds: number) => secondsAfter(clock.now(), -seconds);
  const unsentSince = { before: ago(graceSeconds), approvalsBefore: ago(approvalSeconds) };
  await each(unsentNotices(db, unsentSince, batch), sendAgain);
  const { unviewedDays, kinds } = lender.documentDelivery;
  const byLetter = (Object.keys(kinds) as EmailedKind[]).filter((kind) => kinds[kind].letter !== 'never');
  const unviewed = () => unviewedNotices(db, byLetter, before(unviewedDays), batch);
  while ((await each(unviewed(), requireLetter)) === batch);
  attempts.end();

  /** Resolves to how many are done. */
  async function each(
    notices: Promise<readonly Notice[]>,
    handle: (services: Needs, tx: Tx, notice: Notice, application: Application) => Promise<void>,
  ): Promise<number> {
    let done = 0;
    for (const { id, applicationId } of await notices) {
      const isDone = await attempts.run(() =>
        transactOn(db, applicationId, async (tx, application) => {
          // The order in which a move locks them.
          await handle(services, tx, await lockNotice(tx, id), application);
        }),
      );
      if (isDone) done += 1;
    }
    return done;
  }
}

async function draft(services: Needs, tx: Tx, notice: Notice, { state }: Application): Promise<void> {
  if (notice.kind !== 'pending' || notice.state !== 'required') return;
  const { id, applicationId } = notice;
  const { requiredNotice: required } = stateOf(state);
  switch (required.notice) {
    case 'incomplete':
      return decideWithNotice(services, tx, notice, required, 'time');
    case 'manual-review': {
      const adverse = await adverseNoticeInTime(tx, applicationId, required);
      await saveDrafted(tx, id, adverse === undefined ? null : basisOf(adverse));
      const otherwise = adverse?.notice;
      if (otherwise === undefined) return;
      await services.jobs.enqueue(tx, draftNotice, applicationId, { notice: id, otherwise });
      return audit(tx, services.clock, { applicationId }, { type: 'notice-drafted', otherwise });
    }
    default:
      // A state that requires a notice at once, or none, leaves no pending 30 days behind.
      return voidNotice(tx, id);
  }
}

async function decide(services: Needs, tx: Tx, notice: Notice, { state }: Application): Promise<void> {
  if (notice.kind !== 'pending' || notice.state !== 'drafted') return;
  const { requiredNotice: required } = stateOf(state);
  if (required.notice === 'manual-review') {
    const adverse = await adverseNoticeInTime(tx, notice.applicationId, required);
    if (adverse !== undefined) return decideWithNotice(services, tx, notice, adverse, 'time');
    // The draft expected a decision by time; a basis without an outcome would be found by every sweep.
    await saveDrafted(tx, notice.id, null);
    return;
  }
  if (required.notice === 'incomplete') return decideWithNotice(services, tx, notice, required, 'time');
  return voidNotice(tx, notice.id);
}

/** Enqueues an adverse notice in place of the pending 30 days, and ends an application that waits for a decision. */
export async function decideWithNotice(
  services: Needs,
  tx: Tx,
  { applicationId }: { readonly applicationId: ApplicationId },
  adverse: AdverseNotice | { readonly notice: 'incomplete'; readonly missing: string },
  by: 'time' | 'operator',
): Promise<void> {
  const { clock, lender } = services;
  const application = await lockApplication(tx, applicationId);
  // The answer to a notice has its time, however late in a step-up or in the life of offers the notice goes out.
  if (adverse.notice === 'incomplete' && endsAtDeadline(application.state))
    await updateApplication(tx, applicationId, { deadline: answerEnds(lender, application, clock.now()) });
  await enqueueNotice(tx, services, applicationId, adverse.notice, basisOf(adverse));
  await audit(tx, clock, { applicationId }, { type: 'notice-decided', notice: adverse.notice, by });
  if (adverse.notice !== 'denial' || !(await tryMove(tx, services, { applicationId }, 'denied'))) return;
  const resolver = { by, note: 'The application was denied by its notice.' };
  await settleHolds(tx, services, applicationId, resolver, 'refused');
}

async function requireLetter(
  { clock }: Needs,
  tx: Tx,
  { id, applicationId, kind, state, letter, viewedAt }: Notice,
): Promise<void> {
  if (kind === 'pending' || state !== 'sent' || letter !== 'none' || viewedAt !== null) return;
  await saveLetterWanted(tx, clock, id);
  await audit(tx, clock, { applicationId }, { type: 'notice-unviewed', notice: kind });
}

const basisOf = (adverse: Parameters<typeof decideWithNotice>[3]) =>
  adverse.notice === 'denial' ? adverse.basis : adverse.missing;

async function sendAgain({ clock, jobs }: Needs, tx: Tx, notice: Notice, application: Application) {
  const { id, applicationId, kind, state, letter } = notice;
  const job =
    state === 'required' ? renderNotice : state === 'rendered' && letter === 'none' ? emailNotice : undefined;
  if (kind === 'approval') {
    const { phase, signing } = stateOf(application.state);
    const mailing = signing === 'open' ? await readMailing(tx, applicationId) : 'mailed';
    // The email about the documents, which carries the approval as well, is still tried.
    if (mailing === 'waiting') return;
    if (signing !== 'none' && mailing === 'mailed') return saveApprovalEmailed(tx, clock, applicationId);
    if (phase === 'ended') return voidNotice(tx, id);
  }
  if (job === undefined || (await isUnderway(tx, applicationId, job.name))) return;
  await jobs.enqueue(tx, job, applicationId, { notice: id });
}
