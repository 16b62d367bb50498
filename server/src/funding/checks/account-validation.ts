// Validates the account that receives the funds; a signed loan is paid once the account is valid.
import { randomInt, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import {
  confirmAmounts,
  getAccountValidation,
  type AccountValidation as ShownValidation,
} from '#contract/account-validation.ts';
import { isoDate } from '#finance/dates.ts';
import { fillIn } from '#lender/public/fill-text.ts';
import { lockApplication, transactOn } from '../../journey/applications.ts';
import { hasEndedWithoutLoan, isPayable } from '../../journey/chart.ts';
import { standardDays } from '../../journey/funding-estimate.ts';
import { refuseStep } from '../../journey/guard.ts';
import { fundLoan, writeAchFile } from '../../journey/jobs.ts';
import { serveStep } from '../../journey/step.ts';
import { emailAccountUpdate } from '../../messages/loan-messages.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { fail, ifThrown } from '../../platform/failure.ts';
import { handle, type Outcome } from '../../platform/jobs/jobs.ts';
import { VendorUnavailable } from '../../platform/jobs/vendor-calls.ts';
import {
  type AccountValidation,
  accountLookup,
  amountsOf,
  countTry,
  findValidation,
  saveMicroEntries,
  settleValidation,
} from '../../records/account-validations.ts';
import { readApplicant } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { policyOf } from '../../records/decisions.ts';
import { recordDegraded } from '../../records/degraded.ts';
import { depositOf, readDepositNumbers } from '../../records/deposit-accounts.ts';
import { findDisbursement } from '../../records/disbursements.ts';
import { isPaymentStopped } from '../../records/holds.ts';
import { institutionOf, linkedBankOf, openBankOf } from '../../records/linked-banks.ts';
import { readChecks } from '../../records/verifications.ts';
import type { Services, With } from '../../services.ts';
import { stopAutopayFrom, stopAutopayFromToken } from '../../stages/autopay/service.ts';
import { readOwners } from '../../stages/bank-link/accounts.ts';
import { dropRevokedAccount } from '../../stages/bank-link/jobs.ts';
import { validateAccount } from '../../stages/deposit/account-validation.ts';
import { isSameName } from '../../stages/verification/names.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import type { AccountUpdate } from '../../wording/loan-emails.ts';

type Settled = Parameters<typeof settleValidation>[3];
type CheckResult = Settled | { readonly status: 'MICRO_ENTRIES'; readonly ownerMatched: boolean };

/** A micro-entry credits less than a dollar. */
const mostCents = 99;

export const accountValidationJobs = (services: Services) => [
  handle(validateAccount, {
    async run({ lookup }, { applicationId }) {
      const row = await findValidation(services.db, applicationId);
      if (row?.account_lookup !== lookup) return async () => {};
      if (row.status === 'VALID') return (tx) => payIfSigned(tx, services, applicationId);
      return saveResult(services, applicationId, lookup, await checkAccount(services, applicationId));
    },
    // Micro-entries work without any response.
    onExhausted: ({ lookup }, { applicationId }) => {
      const unchecked = { status: 'MICRO_ENTRIES', ownerMatched: false } as const;
      return async (tx) => {
        await recordDegraded(tx, services, applicationId, 'account-unchecked');
        await saveResult(services, applicationId, lookup, unchecked)(tx);
      };
    },
  }),
  // A revoked tokenized account takes no automatic payments, and an unpaid loan requires another one.
  handle(dropRevokedAccount, {
    run: async ({ accountId }, { applicationId: id }) => {
      return async (tx) => {
        await lockApplication(tx, id);
        // An account of another bank, linked before this one, keeps its token.
        const bank = accountId === 'all' ? await linkedBankOf(tx, id) : undefined;
        const name = bank && institutionOf(services.vault, bank).institutionName;
        const isRevoked = (of: { readonly institutionName: string }, account: string | null) =>
          name === undefined ? account === accountId : of.institutionName === name;
        await stopAutopayFromToken(tx, services, id, isRevoked);
        const deposit = await depositOf(tx, services.vault, id);
        if (!deposit?.isTokenized || !isRevoked(deposit, deposit.linkedAccountId)) return;
        // A payment on its way is returned if the bank no longer accepts it, and is handled then.
        if ((await findDisbursement(tx, id)) !== undefined) return;
        const row = await findValidation(tx, id);
        if (row !== undefined && row.status !== 'INVALID')
          await settle(tx, services, row, { status: 'INVALID', reason: 'revoked' });
      };
    },
  }),
];

function saveResult(services: Services, id: ApplicationId, lookup: string, result: CheckResult): Outcome {
  return async (tx) => {
    const { state } = await lockApplication(tx, id);
    const row = await findValidation(tx, id);
    // The application may have ended, or another account been chosen in the meantime.
    if (hasEndedWithoutLoan(state) || row?.account_lookup !== lookup || row.status !== 'CHECKING') return;
    if (result.status === 'MICRO_ENTRIES') await sendMicroEntries(tx, services, id, result.ownerMatched);
    else await settle(tx, services, row, result);
  };
}

async function checkAccount(
  services: With<'clock' | 'db' | 'vault' | 'vendorCalls' | 'lender' | 'policies' | 'vendors'>,
  id: ApplicationId,
): Promise<CheckResult> {
  const { db, vault, vendors, vendorCalls } = services;
  const [deposit, numbers, applicant] = await Promise.all([
    depositOf(db, vault, id),
    readDepositNumbers(db, vault, [id]),
    readApplicant(db, vault, id),
  ]);
  const account = numbers.get(id);
  if (deposit === undefined || account === undefined) throw new Error('There is no account to validate.');
  const { nameMatchPercent } = (await policyOf(services, id)).lender.policy.verification;
  const isOwner = (names: readonly string[]) =>
    names.some((name) => isSameName(applicant, name, nameMatchPercent));

  if (deposit.kind === 'linked') {
    if ((await readChecks(db, id))?.identity) return { status: 'VALID', method: 'linked' };
    const names = await ownersAtBank(services, id, deposit.linkedAccountId);
    if (names !== undefined && isOwner(names)) return { status: 'VALID', method: 'linked' };
    // Not every bank names the owners.
    if (names?.some((name) => name.trim() !== '')) return { status: 'MANUAL_REVIEW', reason: 'other-name' };
  }
  const { accountCheck } = vendors;
  if (accountCheck === undefined) return { status: 'MICRO_ENTRIES', ownerMatched: false };
  const reference = `account-check:${id}:${accountLookup(vault, account)}`;
  const check = await vendorCalls.call({
    vendor: 'account-check',
    operation: 'check-account',
    key: reference,
    applicationId: id,
    timeoutSeconds: 12,
    onUnknownOutcome: { rule: 'repeat' },
    perform: (signal) =>
      accountCheck.check(
        { ...account, firstName: applicant.firstName, lastName: applicant.lastName },
        reference,
        signal,
      ),
  });
  if (check.account === 'closed') return { status: 'INVALID', reason: 'closed' };
  const ownerMatched = isOwner(check.ownerNames);
  if (check.ownerNames.length > 0 && !ownerMatched) return { status: 'MANUAL_REVIEW', reason: 'other-name' };
  if (check.account === 'unknown') return { status: 'MICRO_ENTRIES', ownerMatched };
  return ownerMatched
    ? { status: 'VALID', method: 'vendor' }
    : { status: 'MANUAL_REVIEW', reason: 'no-name' };
}

/** Undefined if the account's bank is no longer linked, or requires a new login. */
async function ownersAtBank(
  services: With<'db' | 'vault' | 'vendorCalls' | 'vendors'>,
  id: ApplicationId,
  account: string | null,
) {
  const bank = await openBankOf(services, id);
  if (bank === undefined) return undefined;
  const needsLogin = (error: VendorUnavailable) => 'kind' in error && error.kind === 'item';
  const read = await readOwners(services, id, bank).catch(
    ifThrown(VendorUnavailable, () => undefined, needsLogin),
  );
  const isOfBank = read?.accounts.some(({ accountId }) => accountId === account);
  return isOfBank ? read?.owners.flatMap((owner) => owner.names) : undefined;
}

/** Two different credits of less than a dollar, and one debit of their total. */
async function sendMicroEntries(
  tx: Tx,
  services: With<'clock' | 'vault' | 'jobs' | 'lender'>,
  id: ApplicationId,
  ownerMatched: boolean,
) {
  const { lender, clock, vault, jobs } = services;
  const days = standardDays(lender, clock.now());
  const first = randomInt(1, mostCents + 1);
  const other = randomInt(1, mostCents);
  const amounts = [first, other < first ? other : other + 1] as const;
  await saveMicroEntries(tx, vault, id, { amounts, ownerMatched, ...days });
  await audit(tx, clock, { applicationId: id }, { type: 'micro-entries-sent', ...days });
  await jobs.enqueue(tx, writeAchFile, id, { day: days.fileDay });
  await notifyApplicant(tx, services, id, 'micro-entries');
}

/** Saves the outcome of an account's validation, in a transaction that holds the application's lock. */
export async function settle(
  tx: Tx,
  services: With<'clock' | 'jobs' | 'vault'>,
  row: AccountValidation,
  settled: Settled,
): Promise<void> {
  const { clock } = services;
  const id = row.application_id;
  await settleValidation(tx, clock, id, settled);
  const by = 'method' in settled ? settled.method : settled.reason;
  await audit(tx, clock, { applicationId: id }, { type: 'account-validated', status: settled.status, by });
  if (settled.status === 'VALID') {
    const isPaid = await payIfSigned(tx, services, id);
    if (row.status !== 'CHECKING' && isPaid) await notifyApplicant(tx, services, id, 'confirmed');
  }
  if (settled.status === 'MANUAL_REVIEW') await notifyApplicant(tx, services, id, 'person');
  // Nothing is debited from an account that cannot receive the funds.
  if (settled.status === 'INVALID') await stopAutopayFrom(tx, services, id, row.account_lookup);
  if (settled.status === 'INVALID' && settled.reason !== 'returned')
    await notifyApplicant(tx, services, id, 'refused');
}

/** Whether nothing but the account kept the loan from being paid. The release of a hold pays it, too. */
async function payIfSigned(tx: Tx, services: With<'jobs'>, id: ApplicationId): Promise<boolean> {
  const { state } = await lockApplication(tx, id);
  if (!isPayable(state) || (await isPaymentStopped(tx, id))) return false;
  await resumePayment(tx, services, id);
  return true;
}

export async function notifyApplicant(
  tx: Tx,
  { jobs }: With<'jobs'>,
  id: ApplicationId,
  about: AccountUpdate,
): Promise<void> {
  await jobs.enqueue(tx, emailAccountUpdate, id, { about, id: randomUUID() });
}

/** How often the amounts of one pair of deposits may be tried. Then a reviewer decides. */
const mostTries = 3;

export function accountValidationRoutes(app: FastifyInstance, services: Services): void {
  const { db, vault, clock } = services;

  serveStep(app, services, getAccountValidation, 'accountValidation', async ({ context }) =>
    shown(await findValidation(db, context.application.id)),
  );

  serveStep(app, services, confirmAmounts, 'accountValidation', async ({ context, body }) => {
    const { subject } = context;
    const { applicationId: id } = subject;
    const isRight = await transactOn(db, id, async (tx) => {
      const row = await findValidation(tx, id);
      // A repeated press finds the result of the first one.
      if (row?.status === 'VALID' || row?.status === 'MANUAL_REVIEW') return true;
      const sent = row && amountsOf(vault, row);
      if (row?.status !== 'MICRO_ENTRIES' || sent === undefined) refuseStep();
      const right = inOrder(sent).join() === inOrder(body.amounts).join();
      await audit(tx, clock, subject, { type: 'micro-entries-tried', right });
      if (!right) await countTry(tx, id);
      if (right && row.owner_matched) {
        await settle(tx, services, row, { status: 'VALID', method: 'micro-entries' });
      } else if (right) {
        // The deposits prove access to the account, but no bank has named its owner.
        await settle(tx, services, row, { status: 'MANUAL_REVIEW', reason: 'no-name' });
      } else if (row.tries + 1 >= mostTries)
        await settle(tx, services, row, { status: 'MANUAL_REVIEW', reason: 'wrong-amounts' });
      return right;
    });
    const now = shown(await findValidation(db, id));
    if (!isRight && now.deposits) {
      const { triesLeft: tries } = now.deposits;
      const { wrongAmounts, wrongAmountsAgain } = errorMessages.invalid;
      fail('invalid', tries === 1 ? wrongAmountsAgain : fillIn(wrongAmounts, { tries }), 'amounts');
    }
    return now;
  });
}

const inOrder = ([a, b]: readonly [number, number]) => [Math.min(a, b), Math.max(a, b)];

/** An account from before the introduction of validation is checked when the loan is signed. */
function shown(row: AccountValidation | undefined): ShownValidation {
  if (row === undefined) return { status: 'CHECKING' };
  const { status, effective_on: arriveOn, tries } = row;
  if (status !== 'MICRO_ENTRIES' || arriveOn === null) return { status };
  return { status, deposits: { arriveOn: isoDate(arriveOn), triesLeft: Math.max(0, mostTries - tries) } };
}

/** Pays a signed loan once its hold is released, or puts its credit back into a file. */
export async function resumePayment(tx: Tx, { jobs }: With<'jobs'>, id: ApplicationId): Promise<void> {
  const { state } = await lockApplication(tx, id);
  const payment = await findDisbursement(tx, id);
  if (payment) await jobs.enqueue(tx, writeAchFile, id, { day: payment.file_day });
  else if (isPayable(state)) await jobs.enqueue(tx, fundLoan, id, {});
}
