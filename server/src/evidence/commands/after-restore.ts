// `ops after-restore`: run once on a restored backup before the product starts on it, and again while a vendor does not respond.
import { existsSync } from 'node:fs';
import { cents, formatUsd } from '#finance/money.ts';
import { defineCommand, flag, optional, type Print } from '../../commands/command.ts';
import { timeOf } from '../../commands/printing.ts';
import { instant, path } from '../../commands/words.ts';
import { type StateName, statesWhere } from '../../journey/chart.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { transact } from '../../platform/db/database.ts';
import { isOriginal, saveDatabaseIdentity } from '../../platform/db/identity.ts';
import { SetupError } from '../../platform/failure.ts';
import { ifUnavailable } from '../../platform/jobs/vendor-calls.ts';
import { audit, latestAuditAt, latestRestore, restoreUnderWay } from '../../records/audit.ts';
import { openHolds } from '../../records/holds.ts';
import { type LookedUp, lookUpRestored, markRestored, pullsSince } from '../after-restore.ts';
import { exportedTo } from './audit.ts';
import { compareBlobs } from './blobs.ts';

export const afterRestore = defineCommand('after-restore', 'make a restored backup safe to start on', {
  options: {
    backupAt: optional(instant, 'of the backup, where the restore leaves no trace (point-in-time recovery)'),
    export: optional(path('file'), 'the file that AUDIT_SINK wrote, if it is on another machine'),
    blobsKept: flag('the blob store was not restored: continue applications of which it has no hard pull'),
    nothingSince: flag('the product did not run after the backup, as when a database is moved'),
  },
  check: ({ backupAt, blobsKept, nothingSince }) =>
    nothingSince && (blobsKept || backupAt !== undefined)
      ? 'Leave out --nothing-since, or --backup-at and --blobs-kept.'
      : undefined,
  needs: ['vault', 'jobs', 'blobs', 'lender', 'vendors', 'config'],
  run: async (services, { backupAt: instant, export: exported, blobsKept, nothingSince }, print) => {
    const { db, clock, config } = services;
    const isCopy = !(await isOriginal(db));
    const isUnderWay = (await openHolds(db, 'restore')).length > 0;
    const begun = await restoreUnderWay(db);
    if (nothingSince && begun !== undefined)
      throw new SetupError(
        'Applications of this backup are marked as unresolved already. Run ops after-restore without --nothing-since, which marks the rest.',
      );
    if (!isCopy && instant === undefined && (!isUnderWay || nothingSince))
      throw new SetupError(
        'Nothing shows that this database was restored, so nothing changed. After point-in-time recovery, name the instant of the backup: --backup-at 2027-01-31T08:00:00Z.',
      );
    if (nothingSince) {
      await transact(db, async (tx) => {
        await saveDatabaseIdentity(tx, clock);
        await audit(tx, clock, {}, { type: 'database-moved' });
      });
      return 'Recorded: nothing happened since the backup. You can start the product.';
    }
    const latest = await latestRestore(db);
    const isMarked = !isCopy && instant !== undefined && instant.getTime() === latest?.from.getTime();
    const sink = config.AUDIT_SINK?.startsWith('file:') ? config.AUDIT_SINK.slice('file:'.length) : undefined;
    const seen = exported ?? sink;
    // Without the blob store, more applications stop than before.
    if (isMarked && (blobsKept || !latest?.blobsKept))
      print(`Everything since ${timeOf(instant)} is marked already.`);
    else if (isCopy || instant !== undefined) {
      const backupAt = instant ?? begun ?? (await latestAuditAt(db)) ?? clock.now();
      const pulls = blobsKept
        ? await pullsSince(services, backupAt, await seenAtApproval(seen, backupAt))
        : undefined;
      const onProgress = (marked: number) => print(`${marked} applications are looked at so far.`);
      const { held, messages } = await markRestored(services, backupAt, onProgress, pulls);
      print(`The backup includes everything until ${timeOf(backupAt)}.`);
      print(
        `${held} applications${blobsKept ? '' : ' were under way and'} are stopped; ${messages} messages that may have been sent are not sent again (ops jobs).`,
      );
    }
    const result = await lookUpRestored(services, (done, all) => print(`${done} of ${all} are looked up.`));
    report(result, print);
    await listPhones(seen, result.lost.from, print);
    await compareBlobs(services.blobs, print).catch(
      ifUnavailable(() => print('The blob store did not answer. Run ops blobs when it does.')),
    );
    return undefined;
  },
});

/** The applications of events that the audit sink got since. Undefined without its file. */
async function applicationsWith(
  file: string | undefined,
  since: Date,
  isMeant: (event: { readonly type: string } & Readonly<Record<string, unknown>>) => boolean,
): Promise<ReadonlySet<string> | undefined> {
  if (file === undefined || !existsSync(file)) return undefined;
  const ids = new Set<string>();
  for await (const batch of exportedTo(file, []))
    for (const { type, at, data, applicationId } of batch)
      if (applicationId !== null && new Date(at) > since && isMeant({ type, ...data }))
        ids.add(applicationId);
  return ids;
}

/** Those that the audit sink saw at their approval since, by clocks that may be behind. One that the backup has does no harm. */
async function seenAtApproval(file: string | undefined, backupAt: Date): Promise<ReadonlySet<string>> {
  const approvalStates = statesWhere(({ approval }) => approval !== 'none');
  const seen = await applicationsWith(file, secondsAfter(backupAt, -3600), ({ to }) =>
    approvalStates.includes(to as StateName),
  );
  if (seen) return seen;
  throw new SetupError('--blobs-kept also needs the file that AUDIT_SINK wrote: --export FILE.');
}

/** Money rests after another phone was recorded, which the backup does not know. */
async function listPhones(file: string | undefined, since: Date, print: Print): Promise<void> {
  const ids = await applicationsWith(
    file,
    since,
    ({ type, field }) => type === 'person-corrected' && field === 'phone',
  );
  if (ids === undefined)
    return print(
      'A phone that a branch recorded since then is lost. To list whose, give the file that AUDIT_SINK wrote: --export FILE.',
    );
  for (const id of ids)
    print(`A branch recorded another phone of ${id}. Record it again before you start: ops person correct.`);
}

function report(result: LookedUp, print: Print): void {
  const { released, waitForPull, found, unanswered, payments, orphans, lost } = result;
  print(`${released} can continue: the vendors have nothing on them since the backup.`);
  print(`Found ${payments} payments since the backup in the day's files and recorded them.`);
  print(`${waitForPull} wait for you to check their hard pull at the bureau: ops calls.`);
  if (waitForPull > 0)
    print(
      `Ask the bureau about the time from ${timeOf(lost.from)} to ${timeOf(lost.until)}, for all of them at once: ops calls file <path>.`,
    );
  print(`${found.length} wait for you because something turned up: ops holds.`);
  for (const id of found) print(`  ${id}`);
  for (const { file, sequence, amount, individualId, isMicroEntry } of orphans)
    print(
      `${file} holds entry ${sequence} of ${formatUsd(cents(amount))} for ${individualId}, of an application that was lost. It ${isMicroEntry ? 'leaves the file when that is written again' : 'stays in the file'}.`,
    );
  print(
    unanswered === 0
      ? 'Everything is checked. You can start the product.'
      : `${unanswered} could not be looked up, because a vendor did not answer. The product can start; run ops after-restore again later.`,
  );
}
