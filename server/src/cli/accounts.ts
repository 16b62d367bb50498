// `ops accounts`: lists the accounts for the funds that wait for the applicant or a reviewer, and records the reviewer's decision.
import { lockApplication } from '../journey/applications.ts';
import { isPayable } from '../journey/chart.ts';
import { transact } from '../platform/db/database.ts';
import { SetupError } from '../platform/failure.ts';
import { findValidation, waitingValidations } from '../records/account-validations.ts';
import { settle } from '../stages/funding/account-validation.ts';
import {
  type Command,
  type CommandServices,
  dayOf,
  type Print,
  readArguments,
  withServices,
} from './command.ts';
import { findReference, isReference } from './references.ts';

const usage =
  'Run `ops accounts` to list the accounts that wait, or `ops accounts accept <application>` or `refuse <application>`.';

const reasons: Readonly<Record<string, string>> = {
  'other-name': 'the bank names another owner',
  'no-name': 'no source names the owner',
  'wrong-amounts': 'the amounts were wrong three times',
};

type Request = 'list' | { readonly decision: 'accept' | 'refuse'; readonly reference: string };

function requestOf(args: readonly string[]): Request {
  const [decision, reference, ...rest] = readArguments(args, usage, {}).positionals;
  if (decision === undefined) return 'list';
  if ((decision !== 'accept' && decision !== 'refuse') || !isReference(reference) || rest.length > 0)
    throw new SetupError(usage);
  return { decision, reference };
}

async function list({ db }: CommandServices, print: Print): Promise<void> {
  const rows = await waitingValidations(db);
  for (const {
    application_id: id,
    status,
    reason,
    started_at: since,
    effective_on: arriveOn,
    tries,
  } of rows) {
    const why =
      status === 'PERSON'
        ? `decide: ${reasons[reason ?? ''] ?? reason}`
        : `small deposits arrive on ${arriveOn}; amounts tried ${tries} times`;
    print(`${id}  since ${dayOf(since)}; ${why}`);
  }
  print(
    rows.length === 0
      ? 'No account is waiting.'
      : `${rows.length} waiting. Then: npm run -s ops -- accounts accept <application> (or refuse)`,
  );
}

async function decide(
  services: CommandServices,
  { decision, reference }: Exclude<Request, 'list'>,
): Promise<string> {
  const id = await findReference(services.db, 'application', reference);
  return transact(services.db, async (tx) => {
    // A new account, which the applicant may give at this moment, takes the same lock.
    const { state } = await lockApplication(tx, id);
    const row = await findValidation(tx, id);
    if (row?.status !== 'PERSON' && row?.status !== 'MICRO_ENTRIES')
      return 'This application has no account waiting, so nothing changed.';
    if (decision === 'refuse') {
      await settle(tx, services, row, { status: 'INVALID', reason: 'refused' });
      return "The account is refused. We'll email the applicant, who can choose another one.";
    }
    await settle(tx, services, row, { status: 'VALID', method: 'person' });
    return isPayable(state)
      ? 'The account is confirmed, and the loan will be paid to it.'
      : 'The account is confirmed. The loan will be paid to it once the documents are signed and no hold is open.';
  });
}

export const runAccountsCommand: Command = async (env, args, print) => {
  const request = requestOf(args);
  await withServices(env, { keys: true, jobs: true }, async (services) => {
    if (request === 'list') await list(services, print);
    else print(await decide(services, request));
  });
};
