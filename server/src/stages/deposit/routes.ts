// Routes for the account that receives the funds. Its numbers are encrypted at once, and pages show the mask.
import type { FastifyInstance } from 'fastify';
import {
  chooseAccount,
  type DepositAccount,
  enterAccount,
  getAccounts,
  typedAccountId,
} from '#contract/deposit.ts';
import { getDocuments } from '#contract/documents.ts';
import { isRoutingNumber } from '#finance/routing-number.ts';
import { type Application, transactOn } from '../../journey/applications.ts';
import { stateOf } from '../../journey/chart.ts';
import { refuseStep } from '../../journey/guard.ts';
import { hrefOf } from '../../journey/hrefs.ts';
import { move } from '../../journey/move.ts';
import type { ApplicationContext } from '../../journey/request-context.ts';
import { serveStep } from '../../journey/step.ts';
import { notifyOfChange } from '../../messages/application-messages.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { fail } from '../../platform/failure.ts';
import { ifUnavailable } from '../../platform/jobs/vendor-calls.ts';
import { lastDigits } from '../../records/account-numbers.ts';
import { findValidation, isAccount } from '../../records/account-validations.ts';
import { type ChosenAccount, depositOf, saveDepositAccount } from '../../records/deposit-accounts.ts';
import { findDisbursement } from '../../records/disbursements.ts';
import type { Services, With } from '../../services.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { accountShown, readAccountNumbers, readLinkedAccounts } from '../bank-link/accounts.ts';
import { assertNotExpired } from '../offers/service.ts';
import { assertRecentCode } from '../phone-check/recent-code.ts';
import { enqueueAccountScreening } from '../screening/ofac.ts';
import { startValidation } from './account-validation.ts';

type Numbers = Parameters<typeof isAccount>[2];

async function chooseDepositAccount(
  tx: Tx,
  services: With<'clock' | 'vault' | 'jobs'>,
  { application: { id, state }, subject }: ApplicationContext,
  account: ChosenAccount,
): Promise<void> {
  const isSigned = stateOf(state).signing === 'completed';
  if (isSigned) await assertNeedsAnother(tx, services, id, account);
  if (await isChange(tx, services, id, account)) await notifyOfChange(tx, services, id, 'deposit');
  await move(tx, services, subject, isSigned ? 'otherAccountGiven' : 'depositChosen');
  await saveDepositAccount(tx, services, id, account);
  await startValidation(tx, services, id, account);
  await enqueueAccountScreening(tx, services, id);
}

/** Whether the application has an account already, and this is another one. */
async function isChange(db: Db, { vault }: With<'vault'>, id: ApplicationId, account: Numbers) {
  const before = await findValidation(db, id);
  return before !== undefined && !isAccount(vault, before.account_lookup, account);
}

async function assertMayChoose(services: Services, context: ApplicationContext, account: Numbers) {
  if (await isChange(services.db, services, context.application.id, account))
    await assertRecentCode(services, context);
}

/** After signing, an account is accepted only in place of one that was refused or that returned the money. */
async function assertNeedsAnother(
  tx: Tx,
  { vault }: With<'vault'>,
  id: ApplicationId,
  account: ChosenAccount,
): Promise<void> {
  const before = await findValidation(tx, id);
  // Money that is on its way, or that is not out of its file yet, must not be sent twice.
  if (before?.status !== 'INVALID' || (await findDisbursement(tx, id)) !== undefined) refuseStep();
  if (isAccount(vault, before.account_lookup, account))
    fail(
      'invalid',
      errorMessages.invalid.accountRefused,
      account.kind === 'linked' ? 'accountId' : 'accountNumber',
    );
}

export const depositRoutes = [accountListRoutes, accountChoiceRoutes];

function accountListRoutes(app: FastifyInstance, services: Services): void {
  const { db, vault, institutions } = services;

  serveStep(app, services, getAccounts, 'accounts', async ({ context }) => {
    const { id, state } = context.application;
    await assertStillOpen(services, context.application);
    const [linked, chosen] = await Promise.all([
      readLinkedAccounts(services, id).catch(refuseWhileBankUnavailable),
      // After signing, the applicant must choose a different account.
      stateOf(state).signing === 'completed' ? undefined : depositOf(db, vault, id),
    ]);
    const accounts = linked?.accounts ?? [];
    // An earlier choice stays selected, whether typed or linked; otherwise preselect the first checking account.
    const usual = accounts.find((account) => account.subtype === 'checking') ?? accounts[0];
    const selected = chosen ? chosen.linkedAccountId : usual?.accountId;
    const known =
      linked && (await institutions.find(linked.institutionId).catch(ifUnavailable(() => undefined)));
    const shown = accounts.map(
      (account): DepositAccount => ({
        accountId: account.accountId,
        name: account.name,
        mask: account.mask,
        institution: {
          name: known?.name ?? linked?.institutionName ?? '',
          ...(known?.logo === undefined ? {} : { logo: known.logo }),
        },
        accountType: account.type,
        accountSubtype: account.subtype,
        ...(account.currentBalanceCents === undefined || account.currentBalanceCents < 0
          ? {}
          : { currentBalance: account.currentBalanceCents }),
        selectedDeposit: account.accountId === selected,
      }),
    );
    // A typed account is not the bank's, and neither is one of a bank that was removed or replaced.
    if (!chosen || shown.some(({ accountId }) => accountId === chosen.linkedAccountId)) return shown;
    return [accountShown({ ...chosen, accountId: typedAccountId, receivesFunds: true }), ...shown];
  });
}

function accountChoiceRoutes(app: FastifyInstance, services: Services): void {
  const { db, vault } = services;

  serveStep(app, services, chooseAccount, 'accounts', async ({ context, body }) => {
    const { application } = context;
    await assertStillOpen(services, application);
    const docusignHref = hrefOf(getDocuments, application.id);
    const isSigned = stateOf(application.state).signing === 'completed';
    const linked = await readLinkedAccounts(services, application.id).catch(refuseWhileBankUnavailable);
    if (body.accountId === typedAccountId && !isSigned) {
      const chosen = await depositOf(db, vault, application.id);
      if (!chosen || linked?.accounts.some(({ accountId }) => accountId === chosen.linkedAccountId))
        fail('invalid', errorMessages.invalid.typedAccountGone, 'accountId');
      // The account is already saved, so the application neither moves nor changes.
      return { docusignHref };
    }
    const account = linked?.accounts.find(({ accountId }) => accountId === body.accountId);
    const numbers =
      account &&
      (await readAccountNumbers(services, application.id, account.accountId).catch(
        refuseWhileBankUnavailable,
      ));
    if (linked === undefined || account === undefined || numbers === undefined)
      fail('invalid', errorMessages.invalid.cannotReceiveFunds, 'accountId');
    if (!isRoutingNumber(numbers.routingNumber))
      fail('invalid', errorMessages.invalid.bankGaveNoRoutingNumber, 'accountId');
    await assertMayChoose(services, context, numbers);
    await transactOn(db, application.id, (tx) =>
      chooseDepositAccount(tx, services, context, {
        kind: 'linked',
        institutionName: linked.institutionName,
        accountType: account.subtype === 'savings' ? 'savings' : 'checking',
        ...numbers,
        // The last digits of a tokenized number are not those of the account.
        mask: account.mask || lastDigits(numbers.accountNumber),
        linkedAccountId: account.accountId,
      }),
    );
    return { docusignHref };
  });

  serveStep(app, services, enterAccount, 'directEntry', async ({ context, body }) => {
    const { application } = context;
    await assertStillOpen(services, application);
    if (!isRoutingNumber(body.routingNumber))
      fail('invalid', errorMessages.invalid.routingNumber, 'routingNumber');
    await assertMayChoose(services, context, body);
    await transactOn(services.db, application.id, (tx) =>
      chooseDepositAccount(tx, services, context, {
        kind: 'manual',
        institutionName: body.institutionName.trim(),
        accountType: body.accountSubtype,
        routingNumber: body.routingNumber,
        accountNumber: body.accountNumber,
        isTokenized: false,
        mask: lastDigits(body.accountNumber),
        linkedAccountId: null,
      }),
    );
    return { docusignHref: hrefOf(getDocuments, application.id) };
  });
}

/** A signed loan does not expire while it waits for another account. */
async function assertStillOpen(services: With<'clock' | 'db' | 'jobs'>, application: Application) {
  if (stateOf(application.state).signing !== 'completed') await assertNotExpired(services, application);
}

const refuseWhileBankUnavailable = ifUnavailable(() =>
  fail('try-again', errorMessages['try-again'].depositBank),
);
