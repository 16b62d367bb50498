// Authorizing, skipping and canceling automatic payments. None of it ever stands in the way of the loan.
import { createHash, randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { type Autopay, autopayAuthorization, autopayAuthorizationVersion } from '#contract/autopay.ts';
import { isoDate } from '#finance/dates.ts';
import { isRoutingNumber } from '#finance/routingNumber.ts';
import { move } from '../../journey/move.ts';
import { canHappen, refuseStep } from '../../journey/policy.ts';
import type { Application } from '../../journey/request-context.ts';
import type { StateName } from '../../journey/states.ts';
import { drawPdf } from '../../pdf/draw.ts';
import { longDate } from '../../pdf/format.ts';
import { type Db, type Tx, transact } from '../../platform/db/database.ts';
import {
  type ApplicationId,
  type AutopayTable,
  type SessionId,
  sealContext,
} from '../../platform/db/tables.ts';
import { fail } from '../../platform/failure.ts';
import { NotPerformed, OutcomeUnknown } from '../../platform/jobs/vendor-calls.ts';
import { readApplicant } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { saveConsents } from '../../records/consents.ts';
import { saveDocument } from '../../records/documents.ts';
import type { Services } from '../../services.ts';
import { autopayAuthorizationPaper } from '../../wording/autopay.ts';
import { accountShown, payingAccounts } from './accounts.ts';
import { authorizationKey, mailAutopay, tellAutopay } from './jobs.ts';
import { paymentPlan } from './plan.ts';

/** What the applicant chose and read in the authorization. */
type Choice = Pick<NonNullable<Autopay['chosen']>, 'accountId' | 'day' | 'firstDebit'>;

/** Who does something, and from where. */
export interface Actor {
  readonly application: Application;
  readonly sessionId: SessionId;
  readonly address: string;
  readonly userAgent: string;
}

export async function readAutopay(services: Services, id: ApplicationId): Promise<Autopay> {
  const { db, vault } = services;
  const [plan, accounts, row] = await Promise.all([
    paymentPlan(services, id),
    payingAccounts(services, id),
    db.selectFrom('autopay').selectAll().where('application_id', '=', id).executeTakeFirst(),
  ]);
  const shown = accounts.map((account) => account.shown);
  if (row?.status !== 'ACTIVE' || row.account_id === null || row.day === null || row.first_debit === null) {
    return { status: row?.status ?? 'NOT_DECIDED', accounts: shown, ...plan };
  }
  const { account_id: accountId, day, first_debit: firstDebit } = row;
  // What is authorized is shown also while the bank does not answer.
  if (!shown.some((account) => account.accountId === accountId) && row.institution_name !== null) {
    shown.push(
      accountShown({
        accountId,
        accountType: row.account_type ?? 'checking',
        mask: row.mask ?? '',
        institutionName: vault.open(row.institution_name, sealContext('autopay', 'institution_name', id)),
        receivesFunds: false,
      }),
    );
  }
  return { status: 'ACTIVE', accounts: shown, ...plan, chosen: { accountId, day, firstDebit } };
}

export async function authorize(services: Services, by: Actor, choice: Choice): Promise<void> {
  const { lender, vault, clock, db } = services;
  const { id } = by.application;
  const [plan, accounts, applicant] = await Promise.all([
    paymentPlan(services, id),
    payingAccounts(services, id),
    readApplicant(db, vault, id),
  ]);
  const account = accounts.find((one) => one.shown.accountId === choice.accountId);
  const numbers = await account?.numbers().catch(bankIsSilent);
  if (account === undefined || numbers === undefined) {
    fail('invalid', 'Payments cannot come from this account. Please choose another one.', 'accountId');
  }
  if (!isRoutingNumber(numbers.routingNumber)) {
    fail(
      'invalid',
      'The routing number of this account does not hold. Please choose another one.',
      'accountId',
    );
  }
  const chosen = plan.days.find((one) => one.day === choice.day);
  if (chosen === undefined) fail('invalid', 'Please choose one of the days shown.', 'day');
  if (chosen.firstDebit !== choice.firstDebit) {
    // A press repeated after midnight asks for what is authorized already.
    if (isAuthorized(await autopayOf(db, id), choice)) return;
    fail(
      'plan-changed',
      `The first debit has moved to ${longDate(isoDate(chosen.firstDebit))}. Please read your authorization again and tick the box.`,
      'day',
    );
  }

  const { institution, mask } = account.shown;
  const statement = autopayAuthorization({
    lender: lender.brand.legalName,
    account: { institution, mask },
    paymentAmount: plan.paymentAmount,
    ...chosen,
  });
  const authorizationId = randomUUID();
  const paper = autopayAuthorizationPaper(lender, {
    reference: `Application ${id.slice(0, 8).toUpperCase()}`,
    givenAt: clock.now(),
    name: `${applicant.firstName} ${applicant.lastName}`,
    account: { institution: institution.name, mask, type: account.accountType },
    statement,
  });
  const { bytes: pdf } = await drawPdf(paper);

  await transact(db, async (tx) => {
    const before = await standing(tx, id);
    // Pressed twice, it is authorized once.
    if (isAuthorized(before, choice)) return;
    const seal = (column: 'institution_name' | 'routing_number' | 'account_number', text: string) =>
      vault.seal(text, sealContext('autopay', column, id));
    await keep(tx, services, id, {
      status: 'ACTIVE',
      day: chosen.day,
      first_debit: chosen.firstDebit,
      authorization_id: authorizationId,
      account_id: choice.accountId,
      institution_name: seal('institution_name', institution.name),
      account_type: account.accountType,
      routing_number: seal('routing_number', numbers.routingNumber),
      account_number: seal('account_number', numbers.accountNumber),
      mask,
    });
    const about = {
      applicationId: id,
      kind: 'autopay-authorization',
      key: authorizationKey(id, authorizationId),
    };
    const { sha256 } = await saveDocument(tx, services, about, { paper, pdf });
    await saveConsents(tx, services, { ...by, applicationId: id }, statement, [
      {
        document: 'autopay-authorization',
        version: autopayAuthorizationVersion,
        hash: createHash('sha256').update(statement).digest('hex'),
      },
    ]);
    await audit(tx, clock, subjectOf(by), {
      type: 'autopay-authorized',
      ...chosen,
      account: account.kind,
      sha256,
    });
    await services.jobs.enqueue(tx, mailAutopay, id, { about: 'authorized', authorizationId });
    await services.jobs.enqueue(tx, tellAutopay, id, { about: 'authorized', authorizationId });
    await decided(tx, services, by, before.state);
  });
}

export async function skip(services: Services, by: Actor): Promise<void> {
  const { id } = by.application;
  await transact(services.db, async (tx) => {
    const before = await standing(tx, id);
    if (before.status === 'ACTIVE') {
      fail('not-now', 'Automatic payments are on. Cancel them if you do not want them.');
    }
    if (before.status !== null) return;
    await keep(tx, services, id, { status: 'SKIPPED', ...nothingChosen, authorization_id: null });
    await audit(tx, services.clock, subjectOf(by), { type: 'autopay-skipped' });
    await decided(tx, services, by, before.state);
  });
}

export async function cancel(services: Services, by: Actor): Promise<void> {
  const { id } = by.application;
  await transact(services.db, async (tx) => {
    const before = await standing(tx, id);
    if (before.status === 'CANCELED') return;
    if (before.status !== 'ACTIVE' || before.authorization_id === null) refuseStep();
    const { authorization_id: authorizationId } = before;
    await keep(tx, services, id, {
      status: 'CANCELED',
      ...nothingChosen,
      authorization_id: authorizationId,
    });
    await audit(tx, services.clock, subjectOf(by), { type: 'autopay-canceled' });
    await services.jobs.enqueue(tx, mailAutopay, id, { about: 'canceled', authorizationId });
    await services.jobs.enqueue(tx, tellAutopay, id, { about: 'canceled', authorizationId });
  });
}

const nothingChosen = {
  day: null,
  first_debit: null,
  account_id: null,
  institution_name: null,
  account_type: null,
  routing_number: null,
  account_number: null,
  mask: null,
} as const;

const subjectOf = ({ application, sessionId }: Actor) => ({ applicationId: application.id, sessionId });

/** What holds now, with the application locked: of two requests at once, the second sees what the first did. */
async function standing(tx: Tx, id: ApplicationId) {
  const { state } = await tx
    .selectFrom('application')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const row = await autopayOf(tx, id);
  const nothing = { status: null, account_id: null, day: null, first_debit: null, authorization_id: null };
  return { state: state as StateName, ...(row ?? nothing) };
}

function autopayOf(db: Db, id: ApplicationId) {
  return db
    .selectFrom('autopay')
    .select(['status', 'account_id', 'day', 'first_debit', 'authorization_id'])
    .where('application_id', '=', id)
    .executeTakeFirst();
}

type AutopayStatus = Pick<AutopayTable, 'account_id' | 'day' | 'first_debit'> & {
  status: AutopayTable['status'] | null;
};

function isAuthorized(standing: AutopayStatus | undefined, { accountId, day, firstDebit }: Choice): boolean {
  return (
    standing?.status === 'ACTIVE' &&
    standing.account_id === accountId &&
    standing.day === day &&
    standing.first_debit === firstDebit
  );
}

async function keep(
  tx: Tx,
  { clock }: Services,
  id: ApplicationId,
  values: Omit<Insertable<AutopayTable>, 'application_id' | 'decided_at'>,
): Promise<void> {
  const row = { ...values, decided_at: clock.now() };
  await tx
    .insertInto('autopay')
    .values({ application_id: id, ...row })
    .onConflict((conflict) => conflict.column('application_id').doUpdateSet(row))
    .execute();
}

/** The first decision takes the application to its end; minds may be changed there without moving. */
async function decided(tx: Tx, { clock }: Services, by: Actor, state: StateName): Promise<void> {
  if (canHappen(state, 'autopayDecided')) await move(tx, clock, subjectOf(by), 'autopayDecided');
}

function bankIsSilent(error: unknown): never {
  if (error instanceof NotPerformed || error instanceof OutcomeUnknown) {
    fail(
      'try-again',
      'Your bank does not answer just now. Try again in a minute, or choose another account.',
    );
  }
  throw error;
}
