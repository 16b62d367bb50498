// `npm run -s ops -- COMMAND`: operator commands for a running or stopped product.
import { SetupError } from '../platform/failure.ts';
import { actingAs } from '../platform/operator.ts';
import { runAccountsCommand } from './accounts.ts';
import { runAfterRestoreCommand } from './after-restore.ts';
import { runApplicationsCommand } from './applications.ts';
import { runCallsCommand } from './calls.ts';
import { type Command, readOperator } from './command.ts';
import { runCoreEventsCommand } from './core-events.ts';
import { runDecideAgainCommand } from './decide-again.ts';
import { runFunnelCommand } from './funnel.ts';
import { runHoldsCommand } from './holds.ts';
import { runJobsCommand } from './jobs.ts';
import { runLettersCommand, runPaperCommand } from './letters.ts';
import { runNoticesCommand } from './notices.ts';
import { runPartnerKeysCommand } from './partner-keys.ts';
import { runPersonCommand } from './person.ts';
import { runPolicyCommand } from './policy-versions.ts';
import { runRetentionCommand } from './retention.ts';
import { runReturnsCommand } from './returns.ts';

/** In the order of the help: looking, deciding, money and paper, and running the product. */
const commands: Readonly<Record<string, { readonly about: string; readonly run: Command }>> = {
  applications: {
    about: 'find applications by reference or state, and show one',
    run: runApplicationsCommand,
  },
  'decide-again': { about: 'repeat a decision from its stored inputs', run: runDecideAgainCommand },
  policy: { about: 'show every version of the credit policy that ever decided', run: runPolicyCommand },
  funnel: { about: 'show how far visitors get, and which fields are refused', run: runFunnelCommand },
  holds: { about: 'list, release and refuse applications that wait for a person', run: runHoldsCommand },
  notices: { about: 'list and decide cases that need a person, with their notices', run: runNoticesCommand },
  person: { about: 'find, export, correct and delete what we hold about a person', run: runPersonCommand },
  accounts: { about: 'list and decide bank accounts that wait to be confirmed', run: runAccountsCommand },
  returns: {
    about: 'apply a file in which the bank returns entries or corrects accounts',
    run: runReturnsCommand,
  },
  'core-events': {
    about: 'list what the core system reported about loans, and what matches none of ours',
    run: runCoreEventsCommand,
  },
  letters: { about: 'print waiting letters, each once', run: runLettersCommand },
  paper: { about: 'send an applicant’s notices by mail from now on', run: runPaperCommand },
  calls: { about: 'list and settle vendor calls whose outcome is unknown', run: runCallsCommand },
  jobs: { about: 'list jobs that gave up, and run one again', run: runJobsCommand },
  'partner-keys': { about: 'list, make and revoke the keys of partners', run: runPartnerKeysCommand },
  'after-restore': {
    about: 'make a restored backup safe to start on: nothing is done a second time',
    run: runAfterRestoreCommand,
  },
  retention: { about: 'show what the next retention run would delete', run: runRetentionCommand },
};

function usage(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`);
  return [
    'Give one of these commands. Add --help to see how to use it:',
    ...lines,
    'Every change is recorded with who made it: --as "your name", or the system’s user.',
  ].join('\n');
}

async function main([name, ...args]: readonly string[]): Promise<void> {
  const command = name === undefined ? undefined : commands[name];
  if (command === undefined) throw new SetupError(usage());
  const operator = readOperator(args);
  await actingAs(operator.name, () => command.run(process.env, operator.rest, (line) => console.log(line)));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof SetupError ? error.message : error);
  process.exit(1);
});
