// `npm run -s ops -- COMMAND`: operator commands for a running or stopped product. Without a command, it lists them by task.
import { accounts } from './accounts.ts';
import { afterRestore } from './after-restore.ts';
import { applications } from './applications.ts';
import { auditing } from './audit.ts';
import { blobs } from './blobs.ts';
import { calls } from './calls.ts';
import { type Command, defineCommand, type Print, runCommand, runMain } from './command.ts';
import { coreEvents } from './core-events.ts';
import { explaining } from './explain.ts';
import { exporting } from './export.ts';
import { fraud } from './fraud.ts';
import { funnel } from './funnel.ts';
import { holds } from './holds.ts';
import { jobs } from './jobs.ts';
import { legalHold } from './legal-hold.ts';
import { letters, paper } from './letters.ts';
import { notices } from './notices.ts';
import { openerOf } from './open-services.ts';
import { partnerKeys } from './partner-keys.ts';
import { person } from './person.ts';
import { policy } from './policy-versions.ts';
import { retention } from './retention.ts';
import { returns } from './returns.ts';
import { today } from './today.ts';
import { withdrawing } from './withdraw.ts';

const tasks: Readonly<Record<string, readonly Command[]>> = {
  'Look something up': [applications, explaining, policy, exporting, funnel],
  'Decide what waits for a person': [today, holds, notices, accounts, calls, jobs],
  'Serve an applicant': [person, withdrawing, paper, letters],
  'Work with the bank, the core system and partners': [returns, fraud, coreEvents, partnerKeys],
  'Maintain the database': [auditing, afterRestore, legalHold, blobs, retention],
};

const ops = defineCommand('ops', 'npm run -s ops -- COMMAND. Add --help to see its options.', {
  verbs: Object.entries(tasks).flatMap(([task, verbs]) => verbs.map((verb) => ({ ...verb, task }))),
  notes: () => [
    'Every change is recorded with who made it: the role that DATABASE_URL connects as. In development, that is --as "your name", or the system’s user.',
  ],
});

/** Runs a command, or prints the list of them. Throws a SetupError with the list for an unknown one. */
export const runOps = (env: NodeJS.ProcessEnv, args: readonly string[], print: Print): Promise<void> =>
  runCommand(ops, { env, args, print, open: openerOf(env) });

if (import.meta.main) runMain(ops, openerOf(process.env));
