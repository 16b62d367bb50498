// `ops accounts`: lists the accounts for the funds that wait for the applicant or a reviewer, and records the reviewer's decision.

import { defineCommand, required } from '../../commands/command.ts';
import { dayOf } from '../../commands/printing.ts';
import { reference } from '../../commands/references.ts';
import { recordIfWritten } from '../../funding/ach/ach-file.ts';
import type { FileAccess } from '../../funding/ach/ach-storage.ts';
import { settle } from '../../funding/checks/account-validation.ts';
import { transactOn } from '../../journey/applications.ts';
import { isPayable } from '../../journey/chart.ts';
import { move } from '../../journey/move.ts';
import { mayBePaid } from '../../journey/withdrawal.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { findValidation, waitingValidations } from '../../records/account-validations.ts';
import type { With } from '../../services.ts';

const reasons: Readonly<Record<string, string>> = {
  'other-name': 'the bank names another owner',
  'no-name': 'no source names the owner',
  'wrong-amounts': 'the amounts were wrong three times',
};

async function list({ db }: With<'db'>): Promise<readonly string[]> {
  const lines = (await waitingValidations(db)).map(
    ({ application_id: id, status, reason, started_at: since, effective_on: arriveOn, tries }) => {
      const why =
        status === 'MANUAL_REVIEW'
          ? `decide: ${reasons[reason ?? ''] ?? reason}`
          : `micro-entries arrive on ${arriveOn}; amounts tried ${tries} times`;
      return `${id}  since ${dayOf(since)}; ${why}`;
    },
  );
  if (lines.length === 0) return ['No account is waiting.'];
  return [
    ...lines,
    `${lines.length} waiting. Then: npm run -s ops -- accounts accept <application> (or refuse)`,
  ];
}

async function decide(
  services: With<'db' | 'clock' | 'vault' | 'jobs' | 'lender'> & FileAccess,
  decision: 'accept' | 'refuse' | 'end',
  id: ApplicationId,
): Promise<string> {
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

const decision = (name: 'accept' | 'refuse' | 'end', about: string) =>
  defineCommand(name, about, {
    arguments: { application: required(reference('application')) },
    needs: ['vault', 'jobs', 'lender'],
    run: (services, { application }) => decide(services, name, application),
  });

export const accounts = defineCommand('accounts', 'list and decide bank accounts that wait to be confirmed', {
  needs: [],
  run: list,
  verbs: [
    decision('accept', 'confirm the account that waits'),
    decision('refuse', 'refuse it; an email asks the applicant for another one'),
    decision('end', 'cancel a signed loan whose account was never confirmed, with a notice of that reason'),
  ],
});
