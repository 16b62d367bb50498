// `ops calls`: lists vendor calls of unknown outcome, and settles them. Several operators may run it at once.

import { releaseIfSettled } from '../evidence/after-restore.ts';
import { lockApplication } from '../journey/applications.ts';
import { isStoppedByRestore } from '../journey/chart.ts';
import { isPast } from '../journey/deadlines.ts';
import { canHappen } from '../journey/guard.ts';
import { move, tryMove } from '../journey/move.ts';
import { secondsAfter } from '../platform/clock.ts';
import { type Db, type Tx, transact } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { SetupError } from '../platform/failure.ts';
import {
  findVendorCall,
  type SavedCall,
  type Settlement,
  settle,
  unresolvedCalls,
} from '../platform/jobs/call-records.ts';
import { operatorName } from '../platform/operator.ts';
import { audit, latestRestore } from '../records/audit.ts';
import { openHoldsOf, resolveHold, settleHolds } from '../records/holds.ts';
import { readBureauFile, type UnresolvedPull, writeBureauFile } from './bureau-file.ts';
import {
  type Command,
  type CommandServices as Opened,
  type Print,
  readArguments,
  timeOf,
  typedPath,
  withServices,
} from './command.ts';

const usage = [
  'Run `ops calls` to list unresolved calls, or',
  '  ops calls settle <id>… --happened (or --did-not-happen)',
  '  ops calls file <path>            a new file that asks the bureau about all hard pulls',
  '  ops calls settle --file <path>   the same file with the bureau’s answers',
].join('\n');

type CommandServices = Opened<{ jobs: true }>;

/** Calls that may stay unresolved: how to look them up at the vendor, and what happens to the application afterwards. */
const operations: Record<
  string,
  {
    readonly lookUpBy: (id: ApplicationId) => string;
    /** Returns a sentence about the effect on the application, for the operator. */
    readonly after: (
      settled: Settlement,
      tx: Tx,
      services: CommandServices,
      id: ApplicationId,
    ) => Promise<string>;
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

function requestOf(args: readonly string[]) {
  const { values, positionals } = readArguments(args, usage, {
    happened: 'boolean',
    'did-not-happen': 'boolean',
    file: 'string',
  });
  const { happened, 'did-not-happen': didNot } = values;
  const [verb, ...ids] = positionals;
  const isPlain = happened === undefined && didNot === undefined;
  if (values.file !== undefined) {
    if (verb !== 'settle' || ids.length > 0 || !isPlain) throw new SetupError(usage);
    return { verb: 'settle-file', path: values.file } as const;
  }
  if (verb === undefined && isPlain) return { verb: 'list' } as const;
  const [path, ...others] = ids;
  if (verb === 'file' && isPlain && path !== undefined && others.length === 0)
    return { verb: 'ask', path } as const;
  const areIds = ids.length > 0 && ids.every((id) => /^\d{1,18}$/.test(id));
  if (verb !== 'settle' || !areIds || (happened === true) === (didNot === true)) throw new SetupError(usage);
  return { verb: 'settle', ids, happened: happened === true } as const;
}

async function list(db: Db, print: Print): Promise<void> {
  const calls = await unresolvedCalls(db);
  if (calls.length === 0) return print('There are no unresolved calls.');
  for (const call of calls) {
    const { id, application_id: application, vendor, operation, response } = call;
    const { from, until } = await timeOfCall(db, call);
    const time = until === undefined ? `since ${timeOf(from)}` : `from ${timeOf(from)} to ${timeOf(until)}`;
    const lookUpBy = application === null ? undefined : operations[operation]?.lookUpBy(application);
    print(
      [
        `${id}  ${operation} of application ${application ?? 'none'}, ${time}`,
        ...(lookUpBy === undefined ? [] : [`look up at ${vendor} by ${lookUpBy}`]),
        ...(response === null ? [] : ['its response came later and is saved']),
      ].join('; '),
    );
  }
  print(
    `${calls.length} unresolved. Check with the vendor, then: npm run -s ops -- calls settle <id> --happened (or --did-not-happen)`,
  );
}

/** When a call may have been made: in the time that a restored backup lacks, or when it began. */
async function timeOfCall(db: Db, call: Pick<SavedCall, 'application_id' | 'intended_at'>) {
  const holds = call.application_id === null ? [] : await openHoldsOf(db, call.application_id);
  const isRestored = holds.some(({ kind }) => kind === 'restore');
  return { from: call.intended_at, until: isRestored ? (await latestRestore(db))?.until : undefined };
}

/** A call without a response in this time is given up. */
const callSeconds = 60;

async function askBureau({ db, clock, openVault }: CommandServices, path: string): Promise<string> {
  const pulls: UnresolvedPull[] = [];
  for (const call of await unresolvedCalls(db)) {
    if (call.operation !== 'hard-pull' || call.application_id === null) continue;
    const { from, until } = await timeOfCall(db, call);
    const ended = until ?? secondsAfter(from, callSeconds);
    pulls.push({ id: String(call.id), applicationId: call.application_id, from, until: ended });
  }
  if (pulls.length === 0) return 'No hard pull is unresolved, so there is nothing to ask.';
  const vault = await openVault();
  await writeBureauFile({ db, vault }, path, pulls);
  await transact(db, async (tx) => {
    for (const { applicationId } of pulls)
      await audit(tx, clock, { applicationId }, { type: 'bureau-asked' });
  });
  return `${path} asks about ${pulls.length} hard pulls. It has names: send it to the bureau as you agreed with it, and delete it after: npm run -s ops -- calls settle --file ${path}`;
}

async function settleFile(services: CommandServices, path: string, print: Print): Promise<void> {
  const answers = await readBureauFile(path);
  for (const { id } of answers)
    if ((await findVendorCall(services.db, Number(id)))?.operation !== 'hard-pull')
      throw new SetupError(`${path} names ${id}, which is no hard pull. Nothing is settled.`);
  for (const { id, happened } of answers) print(await settleOne(services, id, happened));
  print(`${answers.length} answered in the file.`);
}

async function settleOne(services: CommandServices, id: string, happened: boolean): Promise<string> {
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

export const runCallsCommand: Command = async (env, args, print) => {
  const request = requestOf(args);
  await withServices(env, { jobs: true }, async (services) => {
    switch (request.verb) {
      case 'list':
        return list(services.db, print);
      case 'ask':
        return print(await askBureau(services, typedPath(env, request.path)));
      case 'settle-file':
        return settleFile(services, typedPath(env, request.path), print);
      case 'settle':
        for (const id of request.ids) print(await settleOne(services, id, request.happened));
    }
  });
};

async function afterHardPull(
  settled: Settlement,
  tx: Tx,
  services: CommandServices,
  applicationId: ApplicationId,
): Promise<string> {
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
  { clock, jobs, openVault }: CommandServices,
  applicationId: ApplicationId,
): Promise<string> {
  const vault = await openVault();
  if (settled === 'lost') {
    await move(tx, { clock, jobs }, { applicationId }, 'restoredLeftToBranch');
    const by = operatorName() ?? 'an operator';
    const resolver = { by, note: 'The hard pull was made after the backup.' };
    for (const { id, kind } of await openHoldsOf(tx, applicationId))
      if (kind === 'restore') await resolveHold(tx, { clock, vault }, id, 'refused', resolver);
    await settleHolds(tx, { clock, vault }, applicationId, resolver);
    return 'What came after it was lost with the backup. The application ends, and the branch will call.';
  }
  return (await releaseIfSettled(tx, { clock, jobs, vault }, applicationId))
    ? 'The application continues from where the backup has it.'
    : 'The application stays on hold until you settle the rest with ops holds.';
}
