// `npm run -s ops -- COMMAND`: operator commands for a running or stopped product. Without a command, it lists them by task.

import { type Command, defineCommand, type Print, runCommand, runMain } from '../commands/command.ts';
import { afterRestore } from '../evidence/commands/after-restore.ts';
import { auditing } from '../evidence/commands/audit.ts';
import { blobs } from '../evidence/commands/blobs.ts';
import { exporting } from '../evidence/commands/export.ts';
import { legalHold } from '../evidence/commands/legal-hold.ts';
import { returns } from '../funding/commands/returns.ts';
import { letters, paper } from '../notices/commands/letters.ts';
import { accounts } from '../operations/commands/accounts.ts';
import { applications } from '../operations/commands/applications.ts';
import { calls } from '../operations/commands/calls.ts';
import { fraud } from '../operations/commands/fraud.ts';
import { funnel } from '../operations/commands/funnel.ts';
import { holds } from '../operations/commands/holds.ts';
import { jobs } from '../operations/commands/jobs.ts';
import { notices } from '../operations/commands/notices.ts';
import { partnerKeys } from '../operations/commands/partner-keys.ts';
import { person } from '../operations/commands/person.ts';
import { today } from '../operations/commands/today.ts';
import { withdrawing } from '../operations/commands/withdraw.ts';
import { explaining } from '../policy-analysis/commands/explain.ts';
import { policy } from '../policy-analysis/commands/policy-versions.ts';
import { openerOf } from './open-services.ts';

const tasks: Readonly<Record<string, readonly Command[]>> = {
  'Look something up': [applications, explaining, policy, exporting, funnel],
  'Decide what waits for a person': [today, holds, notices, accounts, calls, jobs],
  'Serve an applicant': [person, withdrawing, paper, letters],
  'Work with the bank, the core system and partners': [returns, fraud, partnerKeys],
  'Maintain the database': [auditing, afterRestore, legalHold, blobs],
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
