// What a transition may enqueue, in the transaction that moves the application.
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/database.ts';
import type { ApplicationId, JobId, Tables } from '../platform/db/tables.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { isUnderway } from '../platform/jobs/recovered-jobs.ts';
import type { SentKind } from '../records/audit.ts';
import { endWithLoan } from '../records/autopay.ts';
import { deleteDisbursement, findDisbursement } from '../records/disbursements.ts';
import { findNotice, requireNotice, voidNotice } from '../records/notices.ts';
import {
  type BranchCaseReason,
  cancelLoan,
  decideApproval,
  decideCaptured,
  decidePrequalification,
  emailApprovalOver,
  emailOffersReady,
  fundLoan,
  notifyPartner,
  openBranchCase,
  renderNotice,
  voidEnvelope,
} from './jobs.ts';

export interface EffectServices {
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueue'>;
}
type Subject = Pick<Selectable<Tables['application']>, 'id' | 'partner_id'>;
type Enqueue = (tx: Tx, services: EffectServices, subject: Subject) => Promise<JobId | undefined>;

const none = Promise.resolve(undefined);
const branchCase =
  (reason: BranchCaseReason): Enqueue =>
  (tx, services, { id }) =>
    enqueueBranchCase(tx, services, id, reason);

const enqueueing = {
  decide: (tx, { jobs }, { id }) => jobs.enqueue(tx, decidePrequalification, id, {}),
  decideCaptured: (tx, { jobs }, { id }) => jobs.enqueue(tx, decideCaptured, id, {}),
  approve: (tx, { jobs }, { id }) => jobs.enqueue(tx, decideApproval, id, {}),
  emailOffers: (tx, { jobs }, { id }) => jobs.enqueue(tx, emailOffersReady, id, {}),
  notifyPartner: (tx, services, { id, partner_id: partner }) =>
    partner === null ? none : enqueuePartnerStatus(tx, services, id),
  openBranchCase: branchCase('no-decision'),
  openSignedLoanCase: branchCase('loan-signed'),
  openVehicleCase: branchCase('check-vehicle'),
  withdrawBranchCall: branchCase('continued-online'),
  withdrawBranchCase: branchCase('withdrawn'),
  closeBranchCase: branchCase('closed'),
  voidEnvelope: (tx, services, { id }) => enqueueVoiding(tx, services, id),
  emailApprovalOver: (tx, { jobs }, { id }) =>
    jobs.enqueue(tx, emailApprovalOver, id, { mail: randomUUID() }),
  cancelLoan: async (tx, { clock, jobs }, { id }) => {
    await endWithLoan(tx, clock, id);
    await voidSpouseNotice(tx, id);
    const paid = await findDisbursement(tx, id);
    if (paid) await deleteDisbursement(tx, id);
    const payment = paid && { sequence: paid.sequence, fileDay: paid.file_day };
    return jobs.enqueue(tx, cancelLoan, id, payment ? { payment } : {});
  },
  fundLoan: (tx, { jobs }, { id }) => jobs.enqueue(tx, fundLoan, id, {}),
  giveSignedCopy: (tx, services, { id }) => enqueueNotice(tx, services, id, 'signed-documents'),
} as const satisfies Record<string, Enqueue>;

export type Effect = keyof typeof enqueueing;

/** The job that the applicant waits for, if the effect is one. */
export function enqueueEffect(
  tx: Tx,
  services: EffectServices,
  subject: Subject,
  effect: Effect,
): Promise<JobId | undefined> {
  return enqueueing[effect](tx, services, subject);
}

/** Requires a notice from now on, and enqueues its rendering. Does nothing if it was sent and may be sent only once. */
export async function enqueueNotice(
  tx: Tx,
  { clock, jobs }: EffectServices,
  id: ApplicationId,
  kind: SentKind,
  basis?: string,
): Promise<undefined> {
  const notice = await requireNotice(tx, clock.now(), id, kind, basis);
  if (notice !== undefined) await jobs.enqueue(tx, renderNotice, id, { notice });
}

/** There is no loan anymore to write to the spouse about, unless the letter is printed, or is being printed. */
async function voidSpouseNotice(tx: Tx, id: ApplicationId): Promise<void> {
  const notice = await findNotice(tx, id, 'spouse');
  if (notice?.letter === 'none' || notice?.letter === 'wanted') await voidNotice(tx, notice.id);
}

/** Sends the partner its lead's status, if the partner receives updates. */
export const enqueuePartnerStatus = (
  tx: Tx,
  { jobs }: Pick<EffectServices, 'jobs'>,
  id: ApplicationId,
): Promise<JobId> => jobs.enqueue(tx, notifyPartner, id, {});

/** Opens a case in the core system, so that the branch calls the applicant or stops. */
function enqueueBranchCase(
  tx: Tx,
  { clock, jobs }: EffectServices,
  id: ApplicationId,
  reason: BranchCaseReason,
): Promise<JobId> {
  return jobs.enqueue(tx, openBranchCase, id, { reason, since: clock.now().toISOString() });
}

/** Voids the envelope that must not be signed anymore. Call it with the application locked. */
export async function enqueueVoiding(
  tx: Tx,
  { jobs }: Pick<EffectServices, 'jobs'>,
  id: ApplicationId,
): Promise<undefined> {
  if (!(await isUnderway(tx, id, voidEnvelope.name))) await jobs.enqueue(tx, voidEnvelope, id, {});
}
