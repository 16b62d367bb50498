// `npm run -s ops -- COMMAND`: operator commands for a running or stopped product. Without a command, it lists them by task.
import { SetupError } from '../platform/failure.ts';
import { actingAs } from '../platform/operator.ts';
import { runAccountsCommand } from './accounts.ts';
import { runAfterRestoreCommand } from './after-restore.ts';
import { runApplicationsCommand } from './applications.ts';
import { runAuditCommand } from './audit.ts';
import { runBlobsCommand } from './blobs.ts';
import { runCallsCommand } from './calls.ts';
import { type Command, type Print, readOperator, runMain } from './command.ts';
import { runCoreEventsCommand } from './core-events.ts';
import { runExplainCommand } from './explain.ts';
import { runExportCommand } from './export.ts';
import { runFraudCommand } from './fraud.ts';
import { runFunnelCommand } from './funnel.ts';
import { runHoldsCommand } from './holds.ts';
import { runJobsCommand } from './jobs.ts';
import { runLegalHoldCommand } from './legal-hold.ts';
import { runLettersCommand, runPaperCommand } from './letters.ts';
import { runNoticesCommand } from './notices.ts';
import { runPartnerKeysCommand } from './partner-keys.ts';
import { runPersonCommand } from './person.ts';
import { runPolicyCommand } from './policy-versions.ts';
import { runRetentionCommand } from './retention.ts';
import { runReturnsCommand } from './returns.ts';
import { runTodayCommand } from './today.ts';
import { runWithdrawCommand } from './withdraw.ts';

type Commands = Readonly<Record<string, readonly [description: string, run: Command]>>;

const tasks: Readonly<Record<string, Commands>> = {
  'Look something up': {
    applications: ['find applications by reference or state, and show one', runApplicationsCommand],
    explain: [
      'explain a decision to a credit officer or an examiner, and decide it again',
      runExplainCommand,
    ],
    policy: [
      'list the versions of the credit policy; propose, approve and schedule one, and roll back',
      runPolicyCommand,
    ],
    export: ['write decisions, notices or ended applications for an examiner', runExportCommand],
    funnel: ['show how far visitors get, and which fields are refused', runFunnelCommand],
  },
  'Decide what waits for a person': {
    today: [
      'list everything that waits or is overdue; exit code 1 if anything is, for cron',
      runTodayCommand,
    ],
    holds: [
      'list what waits for a review; release it, ask for more, offer other terms, or refuse it',
      runHoldsCommand,
    ],
    notices: ['list what is due a decision within 30 days, and deny, ask or settle', runNoticesCommand],
    accounts: ['list and decide bank accounts that wait to be confirmed', runAccountsCommand],
    calls: ['list and settle vendor calls whose outcome is unknown', runCallsCommand],
    jobs: ['list jobs that gave up, and run one again', runJobsCommand],
  },
  'Serve an applicant': {
    person: ['find, export, correct and delete what we hold about a person', runPersonCommand],
    withdraw: [
      'withdraw an application, or cancel a signed loan whose money has not gone',
      runWithdrawCommand,
    ],
    paper: ['send an applicant’s notices by mail from now on', runPaperCommand],
    letters: ['print waiting letters, each once', runLettersCommand],
  },
  'Work with the bank, the core system and partners': {
    returns: ['apply a file in which the bank returns entries or corrects accounts', runReturnsCommand],
    fraud: ['report what fraud monitoring caught before payments', runFraudCommand],
    'core-events': [
      'list what the core system reported about loans, and what matches none of ours',
      runCoreEventsCommand,
    ],
    'partner-keys': ['list, make and revoke the keys of partners', runPartnerKeysCommand],
  },
  'Maintain the database': {
    audit: ['check that no audit event was changed or erased', runAuditCommand],
    'after-restore': [
      'make a restored backup safe to start on: nothing is done a second time',
      runAfterRestoreCommand,
    ],
    'legal-hold': [
      'keep an application, or all of a person, from every deletion; list and lift holds',
      runLegalHoldCommand,
    ],
    blobs: ['compare the blob store with the database, and remove orphans', runBlobsCommand],
    retention: ['show what the next retention run would delete', runRetentionCommand],
  },
};
const commands: Commands = Object.assign({}, ...Object.values(tasks));

function commandList(): readonly string[] {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  return [
    'npm run -s ops -- COMMAND, where COMMAND is one of these. Add --help to see its options.',
    ...Object.entries(tasks).flatMap(([task, ofTask]) => [
      '',
      task,
      ...Object.entries(ofTask).map(([name, [description]]) => `  ${name.padEnd(width)}  ${description}`),
    ]),
    '',
    'Every change is recorded with who made it: the role that DATABASE_URL connects as. In development, that is --as "your name", or the system’s user.',
  ];
}

/** Runs a command, or prints the list of them. Throws a SetupError for an unknown one. */
export async function runOps(env: NodeJS.ProcessEnv, [name, ...args]: readonly string[], print: Print) {
  if (name === undefined || name === '--help') return commandList().forEach(print);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined)
    throw new SetupError([`There is no command ${name}.`, ...commandList()].join('\n'));
  const [, run] = command;
  const operator = readOperator(args, (env.NODE_ENV || 'production') === 'production');
  await actingAs(operator.name, () => run(env, operator.rest, print));
}

if (import.meta.main) runMain((print) => runOps(process.env, process.argv.slice(2), print));
