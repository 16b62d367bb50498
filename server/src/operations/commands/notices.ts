// `ops notices`: decides what needs a review within the law's 30 days. Several operators may run it at once.

import { defineCommand, optional, required } from '../../commands/command.ts';
import { dayOf } from '../../commands/printing.ts';
import { reference } from '../../commands/references.ts';
import { text } from '../../commands/words.ts';
import { readApplication, transactOn } from '../../journey/applications.ts';
import { isStoppedByRestore, reviewStates, stateOf, statesAfter } from '../../journey/chart.ts';
import { tryMove } from '../../journey/move.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { audit } from '../../records/audit.ts';
import { saveAction } from '../../records/decisions.ts';
import { settleHolds } from '../../records/holds.ts';
import { findNotice, overdueNotices, pendingNoticePeriods, voidNotice } from '../../records/notices.ts';
import type { With } from '../../services.ts';
import { askForMore, decline } from '../holds/review.ts';
import { reasonCodes, resolverOf, whyUnchanged } from './reviews.ts';

interface NoticeDecision {
  readonly verb: 'deny' | 'ask' | 'settled';
  readonly id: ApplicationId;
  readonly reasons: readonly string[];
  /** Why, for the holds that a denial refuses. */
  readonly note?: string;
}

/** One line for each application that waits for a review, the most urgent first. */
export async function noticeTasks(db: Db, now: Date): Promise<readonly string[]> {
  const [pending, overdue] = await Promise.all([
    pendingNoticePeriods(db, now, 'drafted', 1000),
    overdueNotices(db, now),
  ]);
  const lines: string[] = [];
  for (const { applicationId, dueAt } of pending) {
    const { state, state_since: since } = await readApplication(db, applicationId);
    const { requiredNotice: required } = stateOf(state);
    if (required.notice !== 'manual-review') continue;
    const task = `${applicationId}  ${state} since ${dayOf(since)}; decide by ${dayOf(dueAt)}`;
    if (required.otherwise === undefined) {
      const why = isStoppedByRestore(state)
        ? 'a restored backup stopped it'
        : 'the applicant has signed, and nothing is funded until then';
      lines.push(`${task}, with ops holds: ${why}`);
      continue;
    }
    const otherwise = required.otherwise.notice === 'denial' ? 'a denial' : 'a notice of what is missing';
    lines.push(`${task}, or ${otherwise} is sent before`);
  }
  const late = overdue.filter(({ kind }) => kind !== 'pending');
  return [
    ...(lines.length === 0 ? ['Nothing is waiting for a person.'] : lines),
    ...late.map(
      ({ applicationId, kind, state, dueAt }) =>
        `${applicationId}  OVERDUE since ${dayOf(dueAt)}: ${kind}, ${state}`,
    ),
  ];
}

/** Decides what was left to a reviewer, and returns a sentence about the effect. */
export async function decideNotice(
  services: With<'db' | 'clock' | 'vault' | 'jobs' | 'lender'>,
  { verb, id, reasons, note = '' }: NoticeDecision,
): Promise<string> {
  const { db, clock } = services;
  return transactOn(db, id, async (tx, { state }) => {
    const { requiredNotice: required } = stateOf(state);
    const pending = await findNotice(tx, id, 'pending');
    const isOpen = pending !== undefined || reviewStates.includes(state);
    if (required.notice !== 'manual-review' || !isOpen)
      return `Application ${id} isn't waiting for a person, so nothing changed.`;
    if (required.otherwise === undefined)
      return `Application ${id} is decided with ops holds, so nothing changed.`;
    if (verb === 'settled') {
      if (pending) await voidNotice(tx, pending.id);
      if (!(await tryMove(tx, services, { applicationId: id }, 'branchDecided')))
        await saveAction(tx, clock, id, { outcome: statesAfter('branchDecided').join(), basis: 'branch' });
      await settleHolds(tx, services, id, resolverOf('Settled without a notice of ours.'));
      await audit(tx, clock, { applicationId: id }, { type: 'notice-settled' });
      return `Application ${id} is settled. We won't send a notice.`;
    }
    const unchanged =
      verb === 'ask'
        ? await askForMore(tx, services, id, [])
        : await decline(tx, services, id, resolverOf(note), reasons);
    if (unchanged !== undefined) return whyUnchanged(unchanged, id);
    if (verb === 'ask') return `Application ${id}: we'll notify the applicant of what's missing.`;
    return `Application ${id} is denied. We're writing and sending its notice.`;
  });
}

const deciding = {
  arguments: { application: required(reference('application')) },
  needs: ['vault', 'jobs', 'lenderInForce'],
} as const;

const decision = (verb: 'ask' | 'settled', about: string) =>
  defineCommand(verb, about, {
    ...deciding,
    run: (services, { application: id }) => decideNotice(services, { verb, id, reasons: [] }),
  });

export const notices = defineCommand('notices', 'list what is due within 30 days, and deny, ask or settle', {
  needs: [],
  run: ({ db, clock }) => noticeTasks(db, clock.now()),
  verbs: [
    defineCommand('deny', 'deny it; its notice is rendered and sent', {
      ...deciding,
      options: {
        reason: optional(reasonCodes, 'as its notice gives them'),
        note: optional(text('why'), 'why, where a hold is open and is refused with it'),
      },
      run: (services, { application: id, reason: reasons = [], note = '' }) =>
        decideNotice(services, { verb: 'deny', id, reasons, note }),
    }),
    decision('ask', 'notify the applicant of what is missing'),
    decision('settled', 'the branch decided, and gave its own notice'),
  ],
});
