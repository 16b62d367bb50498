// `ops calls`: lists vendor calls of unknown outcome, and settles them. Several operators may run it at once.
import { open } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import { defineCommand, flag, many, required } from '../../commands/command.ts';
import { timeOf } from '../../commands/printing.ts';
import { matching, newFile } from '../../commands/words.ts';
import { releaseIfSettled } from '../../evidence/after-restore.ts';
import { lockApplication } from '../../journey/applications.ts';
import { isStoppedByRestore } from '../../journey/chart.ts';
import { isPast } from '../../journey/deadlines.ts';
import { canHappen } from '../../journey/guard.ts';
import { move, tryMove } from '../../journey/move.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { type Db, type Tx, transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { Vault } from '../../platform/encryption.ts';
import { SetupError } from '../../platform/failure.ts';
import {
  findVendorCall,
  type SavedCall,
  type Settlement,
  settle,
  unresolvedCalls,
} from '../../platform/jobs/call-records.ts';
import { readApplicant } from '../../records/applicants.ts';
import { audit, latestRestore } from '../../records/audit.ts';
import { openHoldsOf, resolveWithAudit, settleHolds } from '../../records/holds.ts';
import type { With } from '../../services.ts';
import { resolverOf } from './reviews.ts';

type Needs = With<'db' | 'clock' | 'jobs'> & { readonly openVault: () => Promise<Vault> };

/** Calls that may stay unresolved: how to look them up at the vendor, and what happens to the application afterwards. */
const operations: Record<
  string,
  {
    readonly lookUpBy: (id: ApplicationId) => string;
    /** Returns a sentence about the effect on the application, for the operator. */
    readonly after: (settled: Settlement, tx: Tx, services: Needs, id: ApplicationId) => Promise<string>;
  }
> = {
  'hard-pull': {
    // The bureau stores no id of our requests.
    lookUpBy: () => 'the applicant’s name and this time',
    after: afterHardPull,
  },
  'create-envelope': {
    // The signing service has forgotten our id.
    lookUpBy: (id) =>
      `the applicant’s email address, or by this time: its documents say Application ${id.slice(0, 8).toUpperCase()}`,
    after: afterEnvelope,
  },
  'offers-ready': { lookUpBy: (id) => `offers-ready.${id}`, after: afterEmail },
  'signed-copy': { lookUpBy: (id) => `signed-copy.${id}`, after: afterEmail },
};

/** Only a restored backup leaves an email unresolved. */
async function afterEmail(settled: Settlement): Promise<string> {
  return settled === 'failed'
    ? 'It may be sent now: run its job again with ops jobs.'
    : "It won't be sent again.";
}

async function afterEnvelope(settled: Settlement): Promise<string> {
  if (settled === 'lost')
    throw new SetupError(
      'The applicant can’t sign an envelope whose id we don’t know. Void it at the signing service, then settle the call with --did-not-happen. Nothing is settled.',
    );
  return 'Run its job send-documents again with ops jobs, and the applicant gets the documents.';
}

async function list({ db }: With<'db'>): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const call of await unresolvedCalls(db)) {
    const { id, application_id: application, vendor, operation, response } = call;
    const { from, until } = await timeOfCall(db, call);
    const time = until === undefined ? `since ${timeOf(from)}` : `from ${timeOf(from)} to ${timeOf(until)}`;
    const lookUpBy = application === null ? undefined : operations[operation]?.lookUpBy(application);
    lines.push(
      [
        `${id}  ${operation} of application ${application ?? 'none'}, ${time}`,
        ...(lookUpBy === undefined ? [] : [`look up at ${vendor} by ${lookUpBy}`]),
        ...(response === null ? [] : ['its response came later and is saved']),
      ].join('; '),
    );
  }
  if (lines.length === 0) return ['There are no unresolved calls.'];
  return [
    ...lines,
    `${lines.length} unresolved. Check with the vendor, then: npm run -s ops -- calls settle <id> --happened (or --did-not-happen)`,
  ];
}

/** When a call may have been made: in the time that a restored backup lacks, or when it began. */
async function timeOfCall(db: Db, call: Pick<SavedCall, 'application_id' | 'intended_at'>) {
  const holds = call.application_id === null ? [] : await openHoldsOf(db, call.application_id);
  const isRestored = holds.some(({ kind }) => kind === 'restore');
  return { from: call.intended_at, until: isRestored ? (await latestRestore(db))?.until : undefined };
}

/** A call without a response in this time is given up. */
const callSeconds = 60;

const bureauColumns = [
  'call',
  'first name',
  'last name',
  'born',
  'SSN ends in',
  'state',
  'ZIP code',
  'from',
  'until',
  'hard pull made (yes or no)',
] as const;

/** A row for each unresolved hard pull. Never replaces a file, which may have answers. Only its owner can read it. */
async function askBureau({ db, clock, openVault }: Needs, path: string): Promise<string> {
  const rows: string[][] = [];
  const asked: ApplicationId[] = [];
  let vault: Vault | undefined;
  for (const call of await unresolvedCalls(db)) {
    const { id, application_id: applicationId, operation } = call;
    if (operation !== 'hard-pull' || applicationId === null) continue;
    const { from, until = secondsAfter(from, callSeconds) } = await timeOfCall(db, call);
    vault ??= await openVault();
    const person = await readApplicant(db, vault, applicationId);
    const { firstName, lastName, dob, ssn, state, zipCode } = person;
    const columns = [firstName, lastName, dob, ssn.slice(-4), state, zipCode, timeOf(from), timeOf(until)];
    rows.push([String(id), ...columns, '']);
    asked.push(applicationId);
  }
  if (rows.length === 0) return 'No hard pull is unresolved, so there is nothing to ask.';
  const text = stringify([[...bureauColumns], ...rows], {
    quoted: true,
    quoted_empty: true,
    record_delimiter: 'windows',
  });
  await using file = await open(path, 'wx', 0o600).catch(() => {
    throw new SetupError(`${path} cannot be written, or exists already. Name a new file.`);
  });
  // Before the first name is in the file, so that none is without its record.
  await transact(db, async (tx) => {
    for (const applicationId of asked) await audit(tx, clock, { applicationId }, { type: 'bureau-asked' });
  });
  await file.writeFile(text);
  return `${path} asks about ${rows.length} hard pulls. It has names: send it to the bureau as you agreed with it, and delete it after.`;
}

async function settleOne(services: Needs, id: string, happened: boolean): Promise<string> {
  const { db, clock } = services;
  const call = await findVendorCall(db, Number(id));
  if (call === undefined)
    throw new SetupError(`There is no call ${id}. Run ops calls to see what is unresolved.`);
  const { application_id: applicationId, operation } = call;
  return transact(db, async (tx) => {
    // The job of the call also locks the application before its calls.
    if (applicationId !== null) await lockApplication(tx, applicationId);
    const settled = await settle(tx, Number(id), happened);
    if (settled === undefined) return `Call ${id} isn't unresolved, so nothing changed.`;
    if (applicationId === null) return `Call ${id} is settled.`;
    await audit(tx, clock, { applicationId }, { type: 'call-resolved', operation, settled });
    const sentence = await operations[operation]?.after(settled, tx, services, applicationId);
    return `Call ${id} is settled. ${sentence ?? ''}`.trim();
  });
}

const settling = defineCommand('settle', 'record whether calls were made', {
  arguments: { ids: many(matching('id of a call', /^\d{1,18}$/), 'as the list has them') },
  options: { happened: flag('they were made'), didNotHappen: flag('they were not made') },
  check: ({ ids, happened, didNotHappen }) =>
    ids.length === 0 || happened === didNotHappen
      ? 'Give the ids of calls, and --happened or --did-not-happen.'
      : undefined,
  needs: ['jobs'],
  run: async (services, { ids, happened }, print) => {
    for (const id of ids) print(await settleOne(services, id, happened));
    return undefined;
  },
});

const asking = defineCommand('file', 'write a file that asks the bureau about all hard pulls', {
  arguments: { path: required(newFile) },
  needs: ['jobs'],
  run: (services, { path: file }) => askBureau(services, file),
});

export const calls = defineCommand('calls', 'list and settle vendor calls whose outcome is unknown', {
  needs: [],
  run: list,
  verbs: [settling, asking],
});

async function afterHardPull(settled: Settlement, tx: Tx, services: Needs, applicationId: ApplicationId) {
  const { clock } = services;
  const application = await lockApplication(tx, applicationId);
  // The job of the call has not moved the application yet, and would move it again.
  if (canHappen(application, 'callUnresolved'))
    throw new SetupError('The job that made this call is still running. Try again in a minute.');
  if (isStoppedByRestore(application.state)) return afterRestore(settled, tx, services, applicationId);
  const isTooLate = settled === 'failed' && isPast({ clock }, application);
  const event = settled === 'lost' ? 'hardPullLost' : isTooLate ? 'callResolvedTooLate' : 'callResolved';
  if (!(await tryMove(tx, services, { applicationId }, event)))
    return 'The application had already ended without it.';
  if (settled === 'lost')
    return 'Its response is lost, and the pull must not be repeated. The application ends, and the branch will call.';
  if (isTooLate)
    return 'The offers have expired in the meantime. The application ends, and no hard pull is made.';
  return settled === 'failed'
    ? "The application continues. Its one hard pull is made now, and the applicant gets an email once it's approved."
    : "The answer had arrived after all, and the application continues with it. The applicant gets an email once it's approved.";
}

/** A restored backup lacks the decision on a pull that was made after it, and the pull is not repeated. */
async function afterRestore(
  settled: Settlement,
  tx: Tx,
  { clock, jobs, openVault }: Needs,
  applicationId: ApplicationId,
): Promise<string> {
  const vault = await openVault();
  if (settled === 'lost') {
    await move(tx, { clock, jobs }, { applicationId }, 'restoredLeftToBranch');
    const resolver = resolverOf('The hard pull was made after the backup.');
    for (const hold of await openHoldsOf(tx, applicationId))
      if (hold.kind === 'restore') await resolveWithAudit(tx, { clock, vault }, hold, 'refused', resolver);
    await settleHolds(tx, { clock, vault }, applicationId, resolver);
    return 'What came after it was lost with the backup. The application ends, and the branch will call.';
  }
  return (await releaseIfSettled(tx, { clock, jobs, vault }, applicationId))
    ? 'The application continues from where the backup has it.'
    : 'The application stays on hold until you settle the rest with ops holds.';
}
