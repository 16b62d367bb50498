// `npm run -s ops -- COMMAND`: operator commands for a running or stopped product.
import { SetupError } from '../platform/failure.ts';
import { runAccountsCommand } from './accounts.ts';
import { runCallsCommand } from './calls.ts';
import { runFunnelCommand } from './funnel.ts';
import { runHoldsCommand } from './holds.ts';
import { runLettersCommand, runPaperCommand } from './letters.ts';
import { runNoticesCommand } from './notices.ts';
import { runPersonCommand } from './person.ts';
import { runPolicyCommand } from './policy-versions.ts';
import { runReturnsCommand } from './returns.ts';

type Command = (
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  print: (line: string) => void,
) => Promise<void>;

const commands: Readonly<Record<string, { readonly about: string; readonly run: Command }>> = {
  returns: {
    about: 'apply a file in which the bank returns entries or corrects accounts',
    run: runReturnsCommand,
  },
  funnel: { about: 'show how far visits come, and which fields are refused', run: runFunnelCommand },
  holds: { about: 'list, release and refuse applications that wait for a person', run: runHoldsCommand },
  person: { about: 'show, export, correct and delete what is held about a person', run: runPersonCommand },
  accounts: { about: 'list and decide bank accounts that wait to be confirmed', run: runAccountsCommand },
  letters: { about: 'print the letters that wait, each once', run: runLettersCommand },
  paper: { about: 'send an applicant’s notices by mail from now on', run: runPaperCommand },
  notices: { about: 'list and decide what a person owes an applicant', run: runNoticesCommand },
  calls: { about: 'list and settle vendor calls whose outcome is unknown', run: runCallsCommand },
  policy: { about: 'show every version of the credit policy that ever decided', run: runPolicyCommand },
};

function usage(): string {
  const lines = Object.entries(commands).map(([name, { about }]) => `  ${name}  ${about}`);
  return ['Name one of these commands:', ...lines].join('\n');
}

async function main([name, ...args]: readonly string[]): Promise<void> {
  const command = name === undefined ? undefined : commands[name];
  if (command === undefined) throw new SetupError(usage());
  await command.run(process.env, args, (line) => console.log(line));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof SetupError ? error.message : error);
  process.exit(1);
});
