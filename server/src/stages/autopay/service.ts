// Authorizes, skips and cancels automatic payments. Nothing here can block the loan.

import { hash, randomUUID } from 'node:crypto';
import {
  type Autopay,
  type AutopayStopReason,
  autopayAuthorization,
  autopayAuthorizationVersion,
} from '#contract/autopay.ts';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { isRoutingNumber } from '#finance/routing-number.ts';
import { fillIn } from '#lender/public/fill-text.ts';
import { transactOn } from '../../journey/applications.ts';
import { enqueueNotice } from '../../journey/effects.ts';
import { refuseStep } from '../../journey/guard.ts';
import { move } from '../../journey/move.ts';
import { textOfChange } from '../../messages/application-messages.ts';
import { emailAutopay } from '../../messages/loan-messages.ts';
import { authorizationKey } from '../../notices/render-notice.ts';
import { longDate } from '../../pdf/format.ts';
import { changes } from '../../platform/authentication.ts';
import { daysAfter, lenderDay } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { Lookup } from '../../platform/encryption.ts';
import { fail } from '../../platform/failure.ts';
import { ifUnavailable } from '../../platform/jobs/vendor-calls.ts';
import { isAccount } from '../../records/account-validations.ts';
import { latestReturnedDebit } from '../../records/ach-entries.ts';
import { readApplicant } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { findAutopay, readDebited, saveAuthorized, saveNotAuthorized } from '../../records/autopay.ts';
import { type Consenter, saveConsents } from '../../records/consents.ts';
import { loanPaidOn } from '../../records/core-events.ts';
import { saveDocument } from '../../records/documents.ts';
import type { With } from '../../services.ts';
import { autopayAuthorizationDocument } from '../../wording/autopay.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { accountShown } from '../bank-link/accounts.ts';
import { enqueueAccountScreening } from '../screening/ofac.ts';
import { payingAccounts } from './accounts.ts';
import { reportAutopay } from './jobs.ts';
import { paymentPlan } from './plan.ts';

type Choice = Pick<NonNullable<Autopay['chosen']>, 'accountId' | 'firstDebit'> & {
  readonly daysBeforeDue: number;
};

export async function readAutopay(
  services: With<'clock' | 'db' | 'vault' | 'lender' | 'vendors' | 'institutions'>,
  id: ApplicationId,
): Promise<Autopay> {
  const { db, vault } = services;
  const [{ offered, beginningOn }, accounts, saved, updates] = await Promise.all([
    paymentPlan(services, id),
    payingAccounts(services, id),
    findAutopay(db, vault, id),
    loanUpdates(services, id),
  ]);
  const shown = accounts.map((account) => account.shown);
  const authorized = saved?.authorized;
  const chosen = authorized && {
    accountId: authorized.accountId,
    daysBeforeDue: authorized.daysBeforeDue,
    firstDebit: isoDate(authorized.firstDebit),
    ...beginningOn(isoDate(authorized.firstDebit)),
  };
  const plan = { ...offered, ...updates };
  if (authorized === undefined || chosen === undefined) {
    const stopped = saved?.stoppedReason;
    return {
      status: saved?.status ?? 'NOT_DECIDED',
      accounts: shown,
      ...plan,
      ...(stopped ? { stopped } : {}),
    };
  }
  const { accountId, accountType, mask, institutionName } = authorized;
  // Show the authorized account even if the bank does not respond.
  if (!shown.some((account) => account.accountId === accountId))
    shown.push(accountShown({ accountId, accountType, mask, institutionName, receivesFunds: false }));
  return { status: 'ACTIVE', accounts: shown, ...plan, chosen };
}

/** What the applicant must know of the events that the core system or the bank reported. */
async function loanUpdates(
  { db, clock, lender }: With<'db' | 'clock' | 'lender'>,
  id: ApplicationId,
): Promise<Pick<Autopay, 'returnedPayment' | 'paidOn'>> {
  const paidOn = await loanPaidOn(db, id);
  if (paidOn !== undefined) return { paidOn: isoDate(paidOn) };
  const returned = await latestReturnedDebit(db, id);
  // A returned payment is shown until about when the next one is due.
  if (returned === undefined || daysAfter(returned.readAt, 30) < clock.now()) return {};
  const on = lenderDay(lender, returned.readAt);
  return { returnedPayment: { amount: cents(returned.amount), on } };
}

type Plan = Awaited<ReturnType<typeof paymentPlan>>;

export async function authorize(
  services: With<'clock' | 'db' | 'vault' | 'jobs' | 'lender' | 'vendors' | 'institutions'>,
  actor: Consenter,
  choice: Choice,
): Promise<void> {
  const { vault, db } = services;
  const { applicationId: id } = actor;
  const [{ offered: plan }, accounts] = await Promise.all([
    paymentPlan(services, id),
    payingAccounts(services, id),
  ]);
  const account = accounts.find(({ shown }) => shown.accountId === choice.accountId);
  const numbers = await account
    ?.numbers()
    .catch(ifUnavailable(() => fail('try-again', errorMessages['try-again'].payingBank)));
  if (account === undefined || numbers === undefined)
    fail('invalid', errorMessages.invalid.cannotPay, 'accountId');
  if (!isRoutingNumber(numbers.routingNumber))
    fail('invalid', errorMessages.invalid.payingRoutingNumber, 'accountId');
  const day = plan.days.find(({ daysBeforeDue }) => daysBeforeDue === choice.daysBeforeDue);
  if (day === undefined) fail('invalid', errorMessages.invalid.dayNotShown, 'daysBeforeDue');
  if (day.firstDebit !== choice.firstDebit) {
    // A retry after midnight may request what is already authorized.
    if (isAuthorized(await findAutopay(db, vault, id), choice)) return;
    const firstDebit = longDate(isoDate(day.firstDebit));
    const message = fillIn(errorMessages['plan-changed'].firstDebitMoved, { day: firstDebit });
    fail('plan-changed', message, 'daysBeforeDue');
  }
  const chosen = { account, numbers, day };
  const authorization = await renderAuthorization(services, id, plan, chosen);
  await transactOn(db, id, async (tx) => {
    // If two requests run at once, the second sees what the first one did.
    if ((await loanPaidOn(tx, id)) !== undefined) fail('not-now', errorMessages['not-now'].loanIsPaid);
    // A double click authorizes only once.
    const autopay = await findAutopay(tx, vault, id);
    if (isAuthorized(autopay, choice)) return;
    await saveAuthorization(tx, services, actor, chosen, authorization);
    await textOfChange(tx, services, id, autopay?.status === 'ACTIVE' ? changes.autopay : 'autopay-on');
  });
}

type PayingAccount = Awaited<ReturnType<typeof payingAccounts>>[number];
interface Chosen {
  readonly account: PayingAccount;
  readonly numbers: NonNullable<Awaited<ReturnType<PayingAccount['numbers']>>>;
  readonly day: Plan['offered']['days'][number];
}
/** The statement that the applicant agrees to, and the document that is mailed. */
async function renderAuthorization(
  { db, vault, lender, clock }: With<'clock' | 'db' | 'vault' | 'lender'>,
  id: ApplicationId,
  plan: Plan['offered'],
  { account, day }: Chosen,
) {
  const { institution, mask } = account.shown;
  const applicant = await readApplicant(db, vault, id);
  const statement = autopayAuthorization({
    lender: lender.brand.legalName,
    account: { institution, mask },
    paymentAmount: plan.paymentAmount,
    lastPayment: plan.loan.lastPayment,
    ...day,
  }).join(' ');
  const document = autopayAuthorizationDocument(lender, {
    reference: `Application ${id.slice(0, 8).toUpperCase()}`,
    givenAt: clock.now(),
    name: `${applicant.firstName} ${applicant.lastName}`,
    account: { institution: institution.name, mask, type: account.accountType },
    statement,
  });
  return { statement, document };
}

async function saveAuthorization(
  tx: Tx,
  services: With<'clock' | 'vault' | 'jobs'>,
  actor: Consenter,
  { account, numbers, day }: Chosen,
  { statement, document }: Awaited<ReturnType<typeof renderAuthorization>>,
): Promise<void> {
  const { applicationId: id } = actor;
  const { institution, mask, accountId } = account.shown;
  const authorizationId = randomUUID();
  await saveAuthorized(tx, services, id, {
    daysBeforeDue: day.daysBeforeDue,
    firstDebit: day.firstDebit,
    ...numbers,
    authorizationId,
    accountId,
    institutionName: institution.name,
    accountType: account.accountType,
    mask,
  });
  const key = authorizationKey(id, authorizationId);
  await saveDocument(tx, services, { applicationId: id, kind: 'autopay-authorization', key }, document);
  await saveConsents(tx, services, actor, statement, [
    {
      document: 'autopay-authorization',
      version: autopayAuthorizationVersion,
      hash: hash('sha256', statement),
    },
  ]);
  await audit(tx, services.clock, actor, {
    type: 'autopay-authorized',
    daysBeforeDue: day.daysBeforeDue,
    firstDebit: day.firstDebit,
    account: account.kind,
  });
  await enqueueAccountScreening(tx, services, id);
  await enqueueNotice(tx, services, id, 'autopay-authorization', authorizationId);
  await services.jobs.enqueue(tx, reportAutopay, id, { about: 'authorized', authorizationId });
  await move(tx, services, actor, 'autopayDecided');
}

/** Whether there was an account to change, even if nothing is debited from it anymore. */
export async function wasAuthorized({ db, vault }: With<'db' | 'vault'>, id: ApplicationId) {
  const saved = await findAutopay(db, vault, id);
  return saved !== undefined && saved.status !== 'SKIPPED';
}

export async function skip(services: With<'clock' | 'db' | 'vault' | 'jobs'>, actor: Consenter) {
  const { applicationId: id } = actor;
  await transactOn(services.db, id, async (tx) => {
    const before = await findAutopay(tx, services.vault, id);
    if (before?.status === 'ACTIVE') fail('not-now', errorMessages['not-now'].autopayIsOn);
    if (before !== undefined) return;
    await saveNotAuthorized(tx, services, id, 'SKIPPED', null);
    await audit(tx, services.clock, actor, { type: 'autopay-skipped' });
    await move(tx, services, actor, 'autopayDecided');
  });
}

export async function cancel(services: With<'clock' | 'db' | 'vault' | 'jobs'>, actor: Consenter) {
  const { applicationId: id } = actor;
  await transactOn(services.db, id, async (tx) => {
    const before = await findAutopay(tx, services.vault, id);
    if (before?.status === 'CANCELED') return;
    if (before?.authorized === undefined) refuseStep();
    const { authorizationId } = before.authorized;
    await saveNotAuthorized(tx, services, id, 'CANCELED', authorizationId);
    await audit(tx, services.clock, actor, { type: 'autopay-canceled' });
    await services.jobs.enqueue(tx, emailAutopay, id, { about: 'canceled', authorizationId });
    await textOfChange(tx, services, id, changes.autopay);
    await services.jobs.enqueue(tx, reportAutopay, id, { about: 'canceled', authorizationId });
  });
}

/** Ends automatic payments from an account that failed validation. The applicant may set them up from another one. */
export async function stopAutopayFrom(
  tx: Tx,
  { vault, clock, jobs }: With<'vault' | 'clock' | 'jobs'>,
  id: ApplicationId,
  account: Lookup,
): Promise<void> {
  const authorizationId = (await findAutopay(tx, vault, id))?.authorized?.authorizationId;
  if (authorizationId === undefined) return;
  const debited = await readDebited(tx, vault, id, authorizationId);
  if (debited === undefined || !isAccount(vault, account, debited)) return;
  await stopForAccount(tx, { clock, jobs }, id, authorizationId);
}

/** The same for a bank's account whose token was revoked. */
export async function stopAutopayFromToken(
  tx: Tx,
  { vault, clock, jobs }: With<'vault' | 'clock' | 'jobs'>,
  id: ApplicationId,
  isRevoked: (account: { readonly institutionName: string }, accountId: string | null) => boolean,
): Promise<void> {
  const authorized = (await findAutopay(tx, vault, id))?.authorized;
  if (!authorized?.isTokenized || !isRevoked(authorized, authorized.accountId)) return;
  await stopForAccount(tx, { clock, jobs }, id, authorized.authorizationId);
}

/** Without `reason`, they ended with the loan. False if the authorization is not in force here. */
export async function autopayStoppedByCore(
  tx: Tx,
  { vault, clock, jobs }: With<'vault' | 'clock' | 'jobs'>,
  id: ApplicationId,
  { authorizationId, reason }: { readonly authorizationId?: string; readonly reason?: AutopayStopReason },
): Promise<boolean> {
  const current = (await findAutopay(tx, vault, id))?.authorized?.authorizationId;
  if (current === undefined || current !== (authorizationId ?? current)) return false;
  await stop(tx, { clock, jobs }, id, current, reason);
  return true;
}

async function stopForAccount(
  tx: Tx,
  { clock, jobs }: With<'clock' | 'jobs'>,
  id: ApplicationId,
  authorizationId: string,
): Promise<void> {
  await stop(tx, { clock, jobs }, id, authorizationId, 'account');
  await jobs.enqueue(tx, reportAutopay, id, { about: 'canceled', authorizationId });
}

async function stop(
  tx: Tx,
  { clock, jobs }: With<'clock' | 'jobs'>,
  id: ApplicationId,
  authorizationId: string,
  reason: AutopayStopReason | undefined,
): Promise<void> {
  await saveNotAuthorized(tx, { clock }, id, 'CANCELED', authorizationId, reason);
  await audit(tx, clock, { applicationId: id }, { type: 'autopay-stopped', reason: reason ?? 'loan-paid' });
  // The email about the paid-off loan covers this end.
  if (reason === undefined) return;
  await jobs.enqueue(tx, emailAutopay, id, { about: 'stopped', authorizationId, reason });
  await textOfChange(tx, { jobs }, id, changes.autopay);
}

function isAuthorized(
  saved: Awaited<ReturnType<typeof findAutopay>>,
  { accountId, daysBeforeDue, firstDebit }: Choice,
): boolean {
  const authorized = saved?.authorized;
  return (
    authorized?.accountId === accountId &&
    authorized.daysBeforeDue === daysBeforeDue &&
    authorized.firstDebit === firstDebit
  );
}
