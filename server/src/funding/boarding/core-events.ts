// Receives what the lender's core system reports about booked loans: signed, stored, and each event applied once.
import type { FastifyInstance } from 'fastify';
import { isChangeCode, isReturnCode } from '#finance/nacha-codes.ts';
import { isRoutingNumber } from '#finance/routing-number.ts';
import {
  applicationOfLoan,
  isStopped,
  lockApplication,
  readApplication,
} from '../../journey/applications.ts';
import { stateOf } from '../../journey/chart.ts';
import { applyVehicleCheck } from '../../journey/jobs.ts';
import { emailLoanUpdate } from '../../messages/loan-messages.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { fail } from '../../platform/failure.ts';
import { receiveWebhook, refuseWebhook } from '../../platform/http/webhooks.ts';
import { audit } from '../../records/audit.ts';
import { findCoreEvent, loanPaidOn, type SavedCoreEvent, saveCoreEvent } from '../../records/core-events.ts';
import { findDisbursement } from '../../records/disbursements.ts';
import { holdsOf, openHoldsOf } from '../../records/holds.ts';
import type { Services, With } from '../../services.ts';
import { autopayStoppedByCore } from '../../stages/autopay/service.ts';
import {
  type CoreEvent,
  isSignedByCore,
  readCoreEvent,
  signatureHeader,
  timestampHeader,
} from '../../vendors/core/events.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { disbursementIdOf } from '../ach/ach-storage.ts';
import { applyEntry, matchOf } from '../ach/returned-entries.ts';

type Outcome = SavedCoreEvent['outcome'];

export function coreEventRoutes(app: FastifyInstance, services: Services): void {
  const { config, clock, db, log } = services;
  const key = config.CORE_WEBHOOK_KEY;
  if (key === undefined) return;

  receiveWebhook(app, '/webhooks/core', async (body, { headers }) => {
    const timestamp = String(headers[timestampHeader] ?? '');
    const signature = String(headers[signatureHeader] ?? '');
    if (signature === '') refuseWebhook('unsigned');
    if (!isSignedByCore({ timestamp, signature, body }, key, clock.now())) refuseWebhook('forged');
    const event = readCoreEvent(body) ?? refuseWebhook('malformed');
    assertSound(event);
    const outcome = await transact(db, (tx) => receive(tx, services, event));
    log.info({ vendor: 'core', type: event.type, outcome }, 'webhook');
    if (outcome === 'another-event') fail('invalid', errorMessages.invalid.eventIdUsedBefore, 'id');
    if (outcome === 'stopped') fail('try-again', errorMessages['try-again'].eventLater);
    if (outcome === 'unmatched') fail('not-found', errorMessages['not-found'].noLoan);
  });
}

/** Refuses what no bank sends. */
function assertSound(event: CoreEvent): void {
  if (event.type === 'entry-returned' && !isReturnCode(event.code))
    fail('invalid', errorMessages.invalid.achCode, 'code');
  if (event.type !== 'account-changed') return;
  if (!isChangeCode(event.code)) fail('invalid', errorMessages.invalid.achCode, 'code');
  if (event.routingNumber !== undefined && !isRoutingNumber(event.routingNumber))
    fail('invalid', errorMessages.invalid.routingNumber, 'routingNumber');
}

async function receive(
  tx: Tx,
  services: With<'clock' | 'db' | 'vault' | 'jobs' | 'lender'>,
  event: CoreEvent,
): Promise<Outcome | 'another-event' | 'stopped'> {
  const { clock } = services;
  const { id: eventId, type } = event;
  const loanId = loanOf(event);
  const applicationId =
    event.type === 'vehicle-checked'
      ? await applicationOfVehicle(tx, event.applicationId as ApplicationId)
      : await applicationOfLoan(tx, event.loanId);
  // Two deliveries of one event are processed one after the other.
  if (applicationId !== undefined) await lockApplication(tx, applicationId);
  const before = await findCoreEvent(tx, eventId);
  const stored: readonly string[] = storedFields[event.type];
  const detail = Object.fromEntries(Object.entries(event).filter(([field]) => stored.includes(field)));
  if (before !== undefined && !isSameEvent(before, event, detail)) return 'another-event';
  if (before !== undefined && before.outcome !== 'unmatched') return before.outcome;
  if (applicationId !== undefined && (await isStopped(tx, applicationId))) return 'stopped';
  const outcome = applicationId === undefined ? 'unmatched' : await apply(tx, services, event, applicationId);
  await saveCoreEvent(tx, {
    id: eventId,
    application_id: applicationId ?? null,
    loan_id: loanId,
    type,
    detail: JSON.stringify(detail),
    outcome,
    occurred_at: new Date(event.occurredAt),
    received_at: clock.now(),
  });
  if (applicationId !== undefined)
    await audit(tx, clock, { applicationId }, { type: 'core-event', event: type, outcome });
  return outcome;
}

const loanOf = (event: CoreEvent) => ('loanId' in event ? event.loanId : null);

/** Only an application whose vehicle was ever held: the branch's report about another one matches nothing. */
const applicationOfVehicle = async (tx: Tx, id: ApplicationId): Promise<ApplicationId | undefined> =>
  (await holdsOf(tx, id)).some(({ kind }) => kind === 'vehicle') ? id : undefined;

async function apply(
  tx: Tx,
  services: With<'clock' | 'db' | 'vault' | 'jobs' | 'lender'>,
  event: CoreEvent,
  id: ApplicationId,
): Promise<Outcome> {
  if (event.type !== 'vehicle-checked' && (await isCanceled(tx, id))) return 'nothing-to-do';
  switch (event.type) {
    case 'entry-returned':
    case 'account-changed': {
      const match = await matchOfEvent(tx, services, event, id);
      const outcome = await applyEntry(tx, services, entryOf(event), match, 'core');
      if (outcome === 'unmatched') return 'unmatched';
      return outcome === 'known' ? 'nothing-to-do' : 'applied';
    }
    case 'autopay-stopped':
      return (await autopayStoppedByCore(tx, services, id, event)) ? 'applied' : 'nothing-to-do';
    case 'loan-paid': {
      if ((await loanPaidOn(tx, id)) !== undefined) return 'nothing-to-do';
      await autopayStoppedByCore(tx, services, id, {});
      const update = { about: 'paid', id: event.id, paidOn: event.paidOn } as const;
      await services.jobs.enqueue(tx, emailLoanUpdate, id, update);
      return 'applied';
    }
    case 'vehicle-checked': {
      if (!(await openHoldsOf(tx, id)).some(({ kind }) => kind === 'vehicle')) return 'nothing-to-do';
      await services.jobs.enqueue(tx, applyVehicleCheck, id, { event: event.id, result: event.result });
      return 'applied';
    }
  }
}

/** Whether the application has a loan number, and its loan was canceled: nothing follows from what happens to it. */
const isCanceled = async (tx: Tx, id: ApplicationId): Promise<boolean> => {
  const { phase, signing } = stateOf((await readApplication(tx, id)).state);
  return phase === 'ended' && signing !== 'completed' && (await findDisbursement(tx, id)) === undefined;
};

type EntryEvent = Extract<CoreEvent, { type: 'entry-returned' | 'account-changed' }>;

function entryOf(event: EntryEvent): Parameters<typeof applyEntry>[2] {
  const { trace, originalTrace, code } = event;
  const common = { trace, originalTrace, code };
  if (event.type === 'entry-returned') return { kind: 'return', amount: event.amountCents, ...common };
  const { routingNumber, accountNumber, accountType } = event;
  const change = {
    ...(routingNumber === undefined ? {} : { routingNumber }),
    ...(accountNumber === undefined ? {} : { accountNumber }),
    ...(accountType === undefined ? {} : { accountType }),
  };
  return { kind: 'change', amount: 0, change, ...common };
}

/** A disbursement is ours by its trace number and amount; the debits are the core system's own. */
async function matchOfEvent(
  tx: Tx,
  services: With<'lender' | 'vault'>,
  event: EntryEvent,
  id: ApplicationId,
) {
  const { what, loanId, originalTrace } = event;
  if (what === 'debit') return { what, id, loanId };
  const individualId = disbursementIdOf(loanId);
  const match = await matchOf(tx, services, { originalTrace, direction: 'credit', individualId });
  const isWhole = event.type === 'account-changed' || match?.amounts?.includes(event.amountCents);
  return isWhole ? match : undefined;
}

/** The stored parts of each event: everything but the numbers of the account. */
const storedFields = {
  'entry-returned': ['what', 'trace', 'originalTrace', 'code', 'amountCents'],
  'account-changed': ['what', 'trace', 'originalTrace', 'code'],
  'autopay-stopped': ['authorizationId', 'reason'],
  'loan-paid': ['paidOn'],
  'vehicle-checked': ['result'],
} as const satisfies Record<CoreEvent['type'], readonly string[]>;

function isSameEvent(before: SavedCoreEvent, event: CoreEvent, detail: object): boolean {
  const sorted = (fields: object) => JSON.stringify(Object.entries(fields).sort());
  return (
    before.type === event.type && before.loan_id === loanOf(event) && sorted(before.detail) === sorted(detail)
  );
}
