// Applications that wait for a reviewer: why, with the evidence encrypted, and the reviewer's decision.
import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '../platform/db/database.ts';
import { rowsOf } from '../platform/db/rows.ts';
import { type ApplicationId, encryptionContext, type Tables } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import type { With } from '../services.ts';
import { audit } from './audit.ts';

export interface NewHold {
  readonly kind: Tables['hold']['kind'];
  readonly stage: Tables['hold']['stage'];
  readonly reason: string;
  readonly evidence: object;
  /** What a release clears. */
  readonly points?: readonly string[];
}

/** The ZIP code is in another state than the one that the applicant confirmed, or far from any branch with the city of another. */
export const homeElsewhere = {
  kind: 'identity',
  stage: 'prequalification',
  reason: 'zip-code-elsewhere',
  evidence: {},
} as const satisfies NewHold;

export type Hold = Awaited<ReturnType<typeof holdsOf>>[number];

const columns = [
  'id',
  'application_id as applicationId',
  'kind',
  'stage',
  'reason',
  'points',
  'opened_at as openedAt',
  'resolution',
] as const;

export interface Resolver {
  readonly by: string;
  readonly note: string;
}

/** Opens a hold. The same one is opened once; false if it is open already. */
export async function openHold(
  tx: Tx,
  { vault, clock }: With<'vault' | 'clock'>,
  applicationId: ApplicationId,
  hold: NewHold,
): Promise<boolean> {
  const id = randomUUID();
  const opened = await tx
    .insertInto('hold')
    .values({
      id,
      application_id: applicationId,
      kind: hold.kind,
      stage: hold.stage,
      reason: hold.reason,
      evidence: vault.encryptJson(hold.evidence, encryptionContext('hold', 'evidence', id)),
      points: [...(hold.points ?? [])],
      opened_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return opened !== undefined;
}

export const openHolds = (db: Db, kind?: Hold['kind']): Promise<Hold[]> =>
  rowsOf(db, 'hold', { resolution: null, ...(kind && { kind }) }, ['opened_at']).all(columns);

export const holdsOf = (db: Db, id: ApplicationId) =>
  rowsOf(db, 'hold', { application_id: id }, ['opened_at']).all(columns);

export const openHoldsOf = async (db: Db, id: ApplicationId): Promise<Hold[]> =>
  (await holdsOf(db, id)).filter(({ resolution }) => resolution === null);

export const findHold = (db: Db, id: string) => rowsOf(db, 'hold', { id }).first(columns);

export async function readEvidence(db: Db, vault: Vault, id: string): Promise<object> {
  const { evidence } = await rowsOf(db, 'hold', { id }).one(['evidence']);
  return vault.decryptJson<object>(evidence, encryptionContext('hold', 'evidence', id));
}

/** Whether a reviewer has already cleared this finding for this application. */
export async function wasReleased(
  db: Db,
  id: ApplicationId,
  { kind, reason, stage }: Pick<NewHold, 'kind' | 'reason'> & Partial<Pick<NewHold, 'stage'>>,
): Promise<boolean> {
  const released = { application_id: id, kind, reason, resolution: 'released' } as const;
  return rowsOf(db, 'hold', { ...released, ...(stage && { stage }) }).exist();
}

/**
 * Whether a hold of these kinds waits for a reviewer, or a reviewer has confirmed one: a match (`ofac`), a sign of fraud, or a loan
 * that may have been canceled after the backup that was restored.
 */
export const isHeldBy = async (db: Db, id: ApplicationId, ...kinds: readonly Hold['kind'][]) =>
  (await holdsOf(db, id)).some(
    ({ kind, resolution }) => kinds.includes(kind) && (resolution === null || resolution === 'refused'),
  );

/** Whether a reviewer has confirmed a match or a sign of fraud, so that money which comes back is not sent again. */
export const isRefused = (db: Db, id: ApplicationId): Promise<boolean> =>
  rowsOf(db, 'hold', { application_id: id, kind: ['ofac', 'fraud'], resolution: 'refused' }).exist();

/** Whether a match or a sign of fraud keeps the money back. */
export const isStoppedByReview = (db: Db, id: ApplicationId) => isHeldBy(db, id, 'ofac', 'fraud');

export const isPaymentStopped = (db: Db, id: ApplicationId) => isHeldBy(db, id, 'ofac', 'fraud', 'restore');

/** The points that reviewers released for these applications, at any time or since an instant. */
export async function clearedPointsOf(db: Db, ids: readonly ApplicationId[], since?: Date) {
  const released = { application_id: ids, resolution: 'released' } as const;
  const later = since && { resolved_at: { '>': since } };
  return (await rowsOf(db, 'hold', { ...released, ...later }).values('points')).flat();
}

/** The kinds that a review of `ops holds` is about. */
export const reviewKinds = [
  'identity',
  'bank',
  'undecided',
] as const satisfies readonly Tables['hold']['kind'][];

/** The application has left its review by another event, such as a bank that was linked. */
export async function closeReviews(tx: Tx, { clock }: With<'clock'>, id: ApplicationId): Promise<void> {
  const open = rowsOf(tx, 'hold', { application_id: id, kind: reviewKinds, resolution: null });
  await open.update({ resolution: 'auto-cleared', resolved_at: clock.now() });
}

/** Resolves a hold with its audit event. False if it was resolved before. */
export async function resolveWithAudit(
  tx: Tx,
  { vault, clock }: With<'vault' | 'clock'>,
  { id, applicationId, kind, stage }: Pick<Hold, 'id' | 'applicationId' | 'kind' | 'stage'>,
  resolution: NonNullable<Hold['resolution']>,
  resolver: Resolver,
): Promise<boolean> {
  const isResolved = await rowsOf(tx, 'hold', { id, resolution: null }).update({
    resolution,
    resolved_by: vault.encryptJson(resolver, encryptionContext('hold', 'resolved_by', id)),
    resolved_at: clock.now(),
  });
  if (isResolved)
    await audit(tx, clock, { applicationId }, { type: 'hold-resolved', kind, stage, resolution });
  return isResolved;
}

/** What the end of an application resolves. It clears no one: a reviewer must settle a match with the OFAC list. */
export const holdsToSettle = async (db: Db, id: ApplicationId): Promise<Hold[]> =>
  (await openHoldsOf(db, id)).filter(({ kind }) => kind !== 'ofac');

/** Resolves what else waits for an application that has ended. */
export async function settleHolds(
  tx: Tx,
  services: With<'vault' | 'clock'>,
  applicationId: ApplicationId,
  resolver: Resolver,
  resolution: 'withdrawn' | 'refused' = 'withdrawn',
): Promise<void> {
  for (const hold of await holdsToSettle(tx, applicationId))
    await resolveWithAudit(tx, services, hold, resolution, resolver);
}

/** Leaves only the points for which a reviewer refused, which the notice names. */
export const saveRefusedPoints = (tx: Tx, id: string, points: readonly string[]) =>
  rowsOf(tx, 'hold', { id }).update({ points: [...points] });

/** Replaces the finding of an open hold. False if it was resolved before. */
export const saveFinding = (
  tx: Tx,
  { vault }: With<'vault'>,
  id: string,
  { reason, evidence }: Pick<NewHold, 'reason' | 'evidence'>,
) =>
  rowsOf(tx, 'hold', { id, resolution: null }).update({
    reason,
    evidence: vault.encryptJson(evidence, encryptionContext('hold', 'evidence', id)),
  });
