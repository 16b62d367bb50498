// Everything that waits for a person of the lender, each queue with the moment when it is overdue.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addMonths, isoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import { dayOf } from '../commands/printing.ts';
import { type FileAccess, returnFolder } from '../funding/ach/ach-storage.ts';
import { isPayable, stateNames } from '../journey/chart.ts';
import { unmailedBatches, waitingLetters } from '../notices/notice-letters.ts';
import { daysAfter, lenderToday } from '../platform/clock.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { unlessMissing } from '../platform/failure.ts';
import { unresolvedCalls } from '../platform/jobs/call-records.ts';
import { givenUp, retryingJobs } from '../platform/jobs/job-records.ts';
import { waitingValidations } from '../records/account-validations.ts';
import { unmatchedCoreEvents } from '../records/core-events.ts';
import { unwrittenDisbursements } from '../records/disbursements.ts';
import { type Hold, openHolds } from '../records/holds.ts';
import { loansWithoutAccount } from '../records/loans-without-account.ts';
import { overdueNotices, pendingNoticePeriods } from '../records/notices.ts';
import { handedInTimes } from '../records/uploads.ts';
import type { With } from '../services.ts';
import { expiringCredentials } from './credentials.ts';

type Needs = FileAccess & With<'db' | 'clock'> & { readonly lender: Lender };

interface Waiting {
  readonly what: string;
  readonly since: Date;
  readonly isOverdue: boolean;
}

interface Queue {
  readonly title: string;
  /** The command that works the queue off, if there is one. */
  readonly command?: string;
  readonly read: (services: Needs, now: Date) => Promise<readonly Waiting[]>;
}

const most = 1000;

/** Waiting since an instant, and overdue after some days. */
const since = (what: string, at: Date, now: Date, days: number): Waiting => ({
  what,
  since: at,
  isOverdue: daysAfter(at, days) <= now,
});
const of = (id: ApplicationId | null) => `application ${id ?? 'unknown'}`;

const holdOf = ({ kind, reason, applicationId }: Hold) => `${kind} (${reason}), ${of(applicationId)}`;

const unconfirmed = 'signed, micro-entries not confirmed';
const needsAnother = 'signed, needs another account';

async function reviews({ db }: Needs, now: Date): Promise<readonly Waiting[]> {
  const open = (await openHolds(db)).filter(({ kind }) => kind !== 'restore');
  // The applicant has the next step after a comparison with the bank, until documents are here.
  const ofBanks = open.flatMap(({ kind, applicationId }) => (kind === 'bank' ? [applicationId] : []));
  const handedIn = await handedInTimes(db, ofBanks);
  return open.map((hold) => {
    const { kind, applicationId, openedAt } = hold;
    const documents = handedIn.get(applicationId)?.find((at) => at >= openedAt);
    const from = kind === 'bank' ? documents : openedAt;
    const what = holdOf(hold);
    return from === undefined ? { what, since: openedAt, isOverdue: false } : since(what, from, now, 3);
  });
}

export const humanQueues = {
  holds: { title: 'Holds', command: 'holds', read: reviews },
  restored: {
    title: 'Applications that a restored backup stopped',
    command: 'holds',
    read: async ({ db }, now) =>
      (await openHolds(db, 'restore')).map((hold) => since(holdOf(hold), hold.openedAt, now, 1)),
  },
  notices: {
    title: 'Notices that the law requires',
    command: 'notices',
    read: async ({ db }, now) => {
      const late = await overdueNotices(db, now);
      const ids = new Set(late.map(({ id }) => id));
      const drafted = (await pendingNoticePeriods(db, now, 'drafted', most)).filter(({ id }) => !ids.has(id));
      return [...late, ...drafted].map(({ id, applicationId, kind, dueAt }) => ({
        what: `${kind === 'pending' ? 'decision' : kind}, due ${dayOf(dueAt)}, ${of(applicationId)}`,
        since: dueAt,
        isOverdue: ids.has(id),
      }));
    },
  },
  letters: {
    title: 'Letters to print',
    command: 'letters',
    read: async ({ db }, now) =>
      (await waitingLetters(db)).map(({ kind, applicationId, since: at }) =>
        since(`${kind}, ${of(applicationId)}`, at, now, 2),
      ),
  },
  'letters-to-mail': {
    title: 'Printed letters whose mailing is not recorded',
    command: 'letters',
    read: async ({ db }, now) =>
      (await unmailedBatches(db)).map(({ batch, letters, since: at }) =>
        since(`batch ${batch}, ${letters} letters`, at, now, 2),
      ),
  },
  accounts: {
    title: 'Bank accounts to confirm, and signed loans that lack one',
    command: 'accounts',
    read: async ({ db }, now) => [
      ...(await waitingValidations(db))
        .filter(({ status }) => status === 'MANUAL_REVIEW')
        .map((row) => since(of(row.application_id), row.started_at, now, 2)),
      ...(await loansWithoutAccount(db, stateNames.filter(isPayable))).map(
        ({ applicationId, status, since: at }) =>
          since(`${status === 'INVALID' ? needsAnother : unconfirmed}, ${of(applicationId)}`, at, now, 5),
      ),
    ],
  },
  disbursements: {
    title: 'Loans that are in no file of the bank after their day',
    read: async (services) =>
      (await unwrittenDisbursements(services.db, lenderToday(services))).map((row) => ({
        what: `${row.loan_id}, ${of(row.application_id)}, file of ${row.file_day}`,
        since: row.created_at,
        isOverdue: true,
      })),
  },
  returns: { title: 'Return files that were refused', command: 'returns', read: refusedReturnFiles },
  'core-events': {
    title: 'Reports of the core system that match no loan',
    read: async ({ db }, now) => {
      const events = await unmatchedCoreEvents(db, most);
      const isRecent = (at: Date) => daysAfter(at, 7) > now;
      return events
        .filter((event) => isRecent(event.received_at))
        .map((event) => since(`${event.type}, loan ${event.loan_id}`, event.received_at, now, 1));
    },
  },
  calls: {
    title: 'Vendor calls whose outcome is unknown',
    command: 'calls',
    read: async ({ db }, now) =>
      (await unresolvedCalls(db)).map((call) =>
        since(`${call.operation}, ${of(call.application_id)}`, call.intended_at, now, 1),
      ),
  },
  'failed-jobs': {
    title: 'Jobs that gave up',
    command: 'jobs',
    read: async ({ db }, now) =>
      (await givenUp(db)).map(({ job, applicationId, gaveUpAt }) =>
        since(`${job}, ${of(applicationId)}`, gaveUpAt, now, 1),
      ),
  },
  'retrying-jobs': {
    title: 'Jobs that fail and retry',
    command: 'jobs',
    read: async ({ db }, now) =>
      (await retryingJobs(db)).map(({ job, applicationId, failures, createdAt }) =>
        since(`${job}, ${failures} failed attempts, ${of(applicationId)}`, createdAt, now, 1),
      ),
  },
  requirements: {
    title: "States' requirements that counsel has not confirmed",
    read: async ({ lender }, now) =>
      lender.stateRequirements
        .filter(({ confirmedBy }) => confirmedBy === null)
        .map(({ id, about }) => ({ what: `${id}: ${about}`, since: now, isOverdue: false })),
  },
  'fraud-monitoring': {
    title: 'The yearly review of the fraud monitoring rules',
    command: 'fraud',
    read: async ({ lender }, now) => {
      const due = fraudReviewDue(lender.fraudMonitoring);
      const dueAt = new Date(`${due}T00:00:00Z`);
      if (daysAfter(now, 30) < dueAt) return [];
      return [{ what: `due ${due}`, since: dueAt, isOverdue: dueAt <= now }];
    },
  },
  credentials: {
    title: 'Passwords and certificates that expire within two weeks',
    read: async ({ db }, now) =>
      (await expiringCredentials(db, daysAfter(now, 14))).map(({ name, expiresAt }) => ({
        what: `${name}, ${dayOf(expiresAt)}`,
        since: expiresAt,
        isOverdue: expiresAt <= now,
      })),
  },
} as const satisfies Readonly<Record<string, Queue>>;

/** The ISO date by which the lender must review its rules: Nacha requires it once a year. */
export const fraudReviewDue = ({ reviewedOn }: Lender['fraudMonitoring']): string =>
  addMonths(isoDate(reviewedOn), 12);

async function refusedReturnFiles(services: Needs, now: Date): Promise<readonly Waiting[]> {
  const folder = join(returnFolder(services), 'refused');
  const names = (await unlessMissing(readdir(folder))) ?? [];
  return Promise.all(
    names.sort().map(async (name) => since(name, (await stat(join(folder, name))).mtime, now, 1)),
  );
}

export async function countQueues(services: Needs) {
  const now = services.clock.now();
  const counts = [];
  // One after the other, so that a scrape takes one connection.
  for (const [queue, { read }] of Object.entries<Queue>(humanQueues)) {
    const all = await read(services, now);
    counts.push({ queue, waiting: all.length, overdue: all.filter(({ isOverdue }) => isOverdue).length });
  }
  return counts;
}
