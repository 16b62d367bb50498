// The account that receives the funds, typed by hand. Its numbers are sealed at once and never shown again beyond the mask.
import type { FastifyInstance } from 'fastify';
import { enterAccount } from '#contract/deposit.ts';
import { getDocuments } from '#contract/documents.ts';
import { isRoutingNumber } from '#finance/routingNumber.ts';
import type { Application } from '../journey/here.ts';
import { hrefOf } from '../journey/hrefs.ts';
import { move } from '../journey/move.ts';
import { serveStep } from '../journey/step.ts';
import type { Parts } from '../parts.ts';
import { type Tx, transact } from '../platform/database.ts';
import { fail } from '../platform/failure.ts';
import { placeOf, type SessionId } from '../platform/tables.ts';

export interface ChosenAccount {
  readonly kind: 'linked' | 'manual';
  readonly institutionName: string;
  readonly accountType: 'checking' | 'savings';
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly linkedAccountId: string | null;
}

/** Keeps the account and moves on to the documents, in the caller's transaction. */
export async function keepDepositAccount(
  tx: Tx,
  { vault, clock }: Parts,
  application: Application,
  sessionId: SessionId,
  account: ChosenAccount,
): Promise<void> {
  const { id, state } = application;
  const isFastPath = state === 'FAST_PATH_APPROVED' || state === 'FAST_PATH_DEPOSIT_CHOSEN';
  await move(
    tx,
    clock,
    { applicationId: id, sessionId },
    isFastPath ? 'fastPathDepositChosen' : 'depositChosen',
  );
  const seal = (column: 'institution_name' | 'routing_number' | 'account_number', text: string) =>
    vault.seal(text, placeOf('deposit_account', column, id));
  const row = {
    kind: account.kind,
    institution_name: seal('institution_name', account.institutionName),
    account_type: account.accountType,
    routing_number: seal('routing_number', account.routingNumber),
    account_number: seal('account_number', account.accountNumber),
    mask: account.accountNumber.slice(-4),
    linked_account_id: account.linkedAccountId,
    chosen_at: clock.now(),
  };
  await tx
    .insertInto('deposit_account')
    .values({ application_id: id, ...row })
    .onConflict((conflict) => conflict.column('application_id').doUpdateSet(row))
    .execute();
}

export function depositRoutes(app: FastifyInstance, parts: Parts): void {
  serveStep(app, parts, enterAccount, 'directEntry', async ({ here, body }) => {
    const { application, session } = here;
    if (!isRoutingNumber(body.routingNumber)) {
      fail('invalid', 'Please enter a valid routing number.', 'routingNumber');
    }
    await transact(parts.db, (tx) =>
      keepDepositAccount(tx, parts, application, session.id, {
        kind: 'manual',
        institutionName: body.institutionName.trim(),
        accountType: body.accountSubtype,
        routingNumber: body.routingNumber,
        accountNumber: body.accountNumber,
        linkedAccountId: null,
      }),
    );
    return { docusignHref: hrefOf(getDocuments, application.id) };
  });
}
