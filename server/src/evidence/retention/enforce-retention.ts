// The hourly retention job: ends what has expired, even if the applicant never returns, and deletes what the lender's
// retention periods no longer cover.
import { applicationsInStates, transactOn } from '../../journey/applications.ts';
import { due } from '../../journey/deadlines.ts';
import { isAllowed } from '../../journey/guard.ts';
import { pauseAfterBatch } from '../../platform/batch-pause.ts';
import { daysAfter } from '../../platform/clock.ts';
import { type Db, type Tx, transact } from '../../platform/db/database.ts';
import { deleteSessions } from '../../platform/http/sessions.ts';
import { IndependentTasks } from '../../platform/independent-tasks.ts';
import { deleteCalls, shortLivedCalls } from '../../platform/jobs/call-records.ts';
import { audit } from '../../records/audit.ts';
import { overBefore } from '../../records/retention-periods.ts';
import { deleteLeftUploads } from '../../records/uploads.ts';
import type { Services, With } from '../../services.ts';
import { decide } from '../../stages/decision/decide.ts';
import { expire } from '../../stages/offers/service.ts';
import { deleteOfacScreenings } from '../../stages/screening/ofac-screenings.ts';
import { archiveAudit } from '../audit-archives.ts';
import { endBankAccesses } from './bank-access.ts';
import { maintainPartitions } from './partitions.ts';
import { purgeApplications } from './purge.ts';

/** Rows per transaction: few enough that no other transaction waits long. */
const defaultBatch = 100;

export async function enforceRetention(services: Services, batch = defaultBatch): Promise<void> {
  const { db } = services;
  const attempts = new IndependentTasks();
  const kinds = Object.keys(shortLivedKinds) as ShortLivedKind[];
  const parts: Readonly<Record<string, () => Promise<number>>> = {
    expired: () => endWhatIsPast(services, batch, attempts),
    bankAccesses: () => inBatches(db, batch, (tx, most) => endBankAccesses(tx, services, most)),
    ...Object.fromEntries(kinds.map((kind) => [kind, () => deleteShortLived(services, kind, batch)])),
    measurements: () => maintainPartitions(services),
    leftUploads: () => inBatches(db, batch, (tx, most) => deleteLeft(tx, services, most)),
    applications: () => purgeApplications(services, batch),
    auditEvents: () => archiveAudit(services),
  };
  await attempts.run(() => decideWithoutVehicles(services, batch));
  const done: Record<string, number> = {};
  for (const [name, part] of Object.entries(parts))
    await attempts.run(async () => {
      done[name] = await part();
    });
  services.log.info(done, 'retention');
  attempts.end();
}

const calls = (of: keyof typeof shortLivedCalls) => (tx: Tx, before: Date, batch: number) =>
  deleteCalls(tx, Object.values(shortLivedCalls[of]), before, batch);

const shortLivedKinds = {
  sessions: deleteSessions,
  textCodes: calls('textCodes'),
  bankData: calls('bankData'),
  sanctions: deleteOfacScreenings,
} as const;

type ShortLivedKind = keyof typeof shortLivedKinds;

function deleteShortLived(services: Services, kind: ShortLivedKind, batch: number): Promise<number> {
  return inBatches(services.db, batch, async (tx, most) => {
    const rows = await shortLivedKinds[kind](tx, overBefore(services, kind), most);
    if (rows > 0) await audit(tx, services.clock, {}, { type: 'records-purged', kind, rows });
    return rows;
  });
}

/** A file whose parts did not arrive within a day never will. */
const partDays = 1;

function deleteLeft(tx: Tx, services: With<'clock' | 'lender'>, batch: number) {
  const before = {
    parts: daysAfter(services.clock.now(), -partDays),
    files: overBefore(services, 'unfinished'),
  };
  return deleteLeftUploads(tx, before, batch);
}

/** Each step processes at most one batch, in its own transaction, and returns how many records it found. */
async function inBatches(db: Db, size: number, step: (tx: Tx, most: number) => Promise<number>) {
  let all = 0;
  for (;;) {
    const began = performance.now();
    const done = await transact(db, (tx) => step(tx, size));
    all += done;
    if (done < size) return all;
    await pauseAfterBatch(began);
  }
}

/** Resolves to how many ended. What has an envelope to void stays in its state until that is done. */
export async function endWhatIsPast(
  { db, clock, jobs }: With<'clock' | 'db' | 'jobs'>,
  size: number,
  attempts: IndependentTasks,
): Promise<number> {
  let ended = 0;
  for await (const past of applicationsInStates(db, due.ending, { size, dueBy: clock.now() }))
    for (const id of past)
      await attempts.run(async () => {
        const isEnded = await transactOn(db, id, (tx, application) =>
          expire(tx, { clock, jobs }, application),
        );
        if (isEnded) ended += 1;
      });
  return ended;
}

/** Decides without a vehicle if the applicant named none in time: every applicant gets a decision (12 CFR 1002.9(a)(1)). */
async function decideWithoutVehicles(services: Services, size: number): Promise<void> {
  const { db, clock } = services;
  const attempts = new IndependentTasks();
  for await (const past of applicationsInStates(db, due.vehicle, { size, dueBy: clock.now() }))
    for (const id of past)
      await attempts.run(async () => {
        const { write } = await decide(services, id, { enteredVehicle: null });
        await transactOn(db, id, async (tx, application) => {
          if (isAllowed(application, 'withoutVehicle')) await write(tx);
        });
      });
  attempts.end();
}
