// `ops accounts`: lists the accounts for the funds that wait for the applicant or a reviewer, and records the reviewer's decision.
import { loadLender } from '#lender/load.ts';
import { recordIfWritten } from '../funding/ach/ach-file.ts';
import { settle } from '../funding/checks/account-validation.ts';
import { transactOn } from '../journey/applications.ts';
import { isPayable } from '../journey/chart.ts';
import { move } from '../journey/move.ts';
import { mayBePaid } from '../journey/withdrawal.ts';
import { findValidation, waitingValidations } from '../records/account-validations.ts';
import type { With } from '../services.ts';
import {
  type Command,
  type CommandServices,
  dayOf,
  type Print,
  readArguments,
  withServices,
} from './command.ts';
import { findReference, readVerb } from './references.ts';

const usage = [
  'Run `ops accounts` to list the accounts that wait, or',
  '  ops accounts accept <application>',
  '  ops accounts refuse <application>',
  '  ops accounts end <application>, to cancel a signed loan whose account was never confirmed, with a notice of that reason',
].join('\n');

const reasons: Readonly<Record<string, string>> = {
  'other-name': 'the bank names another owner',
  'no-name': 'no source names the owner',
  'wrong-amounts': 'the amounts were wrong three times',
};

async function list({ db }: With<'db'>, print: Print): Promise<void> {
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
      status === 'MANUAL_REVIEW'
        ? `decide: ${reasons[reason ?? ''] ?? reason}`
        : `micro-entries arrive on ${arriveOn}; amounts tried ${tries} times`;
    print(`${id}  since ${dayOf(since)}; ${why}`);
  }
  print(
    rows.length === 0
      ? 'No account is waiting.'
      : `${rows.length} waiting. Then: npm run -s ops -- accounts accept <application> (or refuse)`,
  );
}

async function decide(
  services: CommandServices & With<'lender'>,
  decision: 'accept' | 'refuse' | 'end',
  reference: string,
): Promise<string> {
  const id = await findReference(services.db, 'application', reference);
  return transactOn(services.db, id, async (tx, { state }) => {
    // A new account, which the applicant may give at this moment, takes the same lock.
    const row = await findValidation(tx, id);
    if (decision === 'end') {
      await recordIfWritten(tx, services, id);
      if (!isPayable(state) || row?.status === 'VALID' || (await mayBePaid(tx, services, id)))
        return 'This application is no signed loan that waits for an account, so nothing changed.';
      await move(tx, services, { applicationId: id }, 'approvalWithdrawn');
      return "The loan is canceled. The applicant gets a notice that we couldn't confirm an account.";
    }
    if (row?.status !== 'MANUAL_REVIEW' && row?.status !== 'MICRO_ENTRIES')
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
  const request = readVerb(readArguments(args, usage, {}).positionals, ['accept', 'refuse', 'end'], usage);
  await withServices(env, { keys: true, jobs: true }, async (services) => {
    if (request === undefined) return list(services, print);
    const lender = loadLender(env.LENDER_DIR);
    print(await decide({ ...services, lender }, request.verb, request.reference));
  });
};
