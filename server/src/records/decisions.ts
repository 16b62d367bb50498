// Stores the policy's decisions with their inputs, both encrypted, and the policy version, so that they can be replayed.
import { randomUUID } from 'node:crypto';
import { type InferResult, sql } from 'kysely';
import type { ApprovalDecision, Decision, PrequalificationDecision } from '../credit-policy/decide.ts';
import type { ApprovalInputs, DecisionInputs, PolicyInputs } from '../credit-policy/inputs.ts';
import type { AppliedPolicy, Policies } from '../credit-policy/policies.ts';
import { type Clock, lenderDay, nowAfter } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { countUpTo, insertRow, isAfter, type Page, type Period, rowsOf } from '../platform/db/rows.ts';
import { type ActionTrace, type ApplicationId, encryptionContext } from '../platform/db/tables.ts';
import type { Encrypted, Vault } from '../platform/encryption.ts';
import { callsOf } from '../platform/jobs/call-records.ts';
import { version as release } from '../platform/version.ts';
import type { With } from '../services.ts';
import { audit } from './audit.ts';
import { holdsOf } from './holds.ts';
import { savePolicyVersion } from './policy-versions.ts';
import { readChecks } from './verifications.ts';

interface Kinds {
  prequalification: { inputs: PolicyInputs; decision: PrequalificationDecision };
  approval: { inputs: ApprovalInputs; decision: ApprovalDecision };
}

/** Which decision is in force follows from the order of their times. Lock the application first. */
const nextInstant = async (tx: Tx, clock: Clock, id: ApplicationId) =>
  nowAfter(
    clock,
    await rowsOf(tx, 'decision', { application_id: id }, ['decided_at desc']).value('decided_at'),
  );

/** Saves a decision and its audit event. */
export async function saveDecision<K extends keyof Kinds>(
  tx: Tx,
  services: { clock: Clock; vault: Vault; policies: Pick<Policies, 'applied'> },
  applicationId: ApplicationId,
  kind: K,
  { inputs, decision }: Kinds[K],
): Promise<void> {
  const id = randomUUID();
  const { kind: outcome, policyVersion } = decision;
  for (const policy of services.policies.applied(decision))
    await savePolicyVersion(tx, services.clock, policy);
  await insertRow(tx, 'decision', {
    id,
    application_id: applicationId,
    kind,
    policy_version: policyVersion,
    release,
    outcome,
    inputs: services.vault.encryptJson(inputs, encryptionContext('decision', 'inputs', id)),
    detail: services.vault.encryptJson(decision, encryptionContext('decision', 'detail', id)),
    decided_at: await nextInstant(tx, services.clock, applicationId),
  });
  await audit(tx, services.clock, { applicationId }, { type: 'decided', kind, outcome, policyVersion });
}

const bankChecks = ['identity', 'residence', 'income'] as const;

/** Saves an outcome that no run of the policy decided, with what it rests on, and returns its id. */
export async function saveAction(
  tx: Tx,
  clock: Clock,
  applicationId: ApplicationId,
  { outcome, basis }: { readonly outcome: string; readonly basis: string },
): Promise<string> {
  const holds = await holdsOf(tx, applicationId);
  const calls = await callsOf(tx, applicationId);
  const bank = await readChecks(tx, applicationId);
  const known: Record<string, string> = {};
  const unknown: Record<string, string> = {};
  // The vendors' calls whose answers the policy decides on.
  for (const operation of ['evaluate', 'soft-pull', 'hard-pull', 'earlier-loans', 'vehicles-owned']) {
    const status = calls.findLast((call) => call.operation === operation)?.status ?? 'not requested';
    (status === 'completed' ? known : unknown)[operation] = status;
  }
  for (const check of bankChecks)
    if (bank) known[`bank-${check}`] = bank[check] ? 'confirmed' : 'not confirmed';
    else unknown[`bank-${check}`] = 'not compared';
  const trace: ActionTrace = {
    basis,
    decision: (await newestDecision(tx, applicationId))?.id ?? null,
    holds: holds.map(({ kind, reason, points, resolution }) => ({ kind, reason, points, resolution })),
    known,
    unknown,
  };
  const id = randomUUID();
  await insertRow(tx, 'decision', {
    id,
    application_id: applicationId,
    kind: 'action',
    release,
    outcome,
    trace: JSON.stringify(trace),
    decided_at: await nextInstant(tx, clock, applicationId),
  });
  await audit(tx, clock, { applicationId }, { type: 'decided', kind: 'action', outcome, basis });
  return id;
}

/** The decision that a denial gives notice of: the policy's own, or an action that ends what the policy left open. */
export async function decisionDenied(tx: Tx, clock: Clock, id: ApplicationId, basis: string) {
  const newest = await newestDecision(tx, id);
  const isOwn = newest?.kind === basis && ['DECLINED', 'REJECTED'].includes(newest.outcome);
  return isOwn ? newest.id : saveAction(tx, clock, id, { outcome: 'DENIED', basis });
}

interface Dated {
  readonly id: string;
  readonly applicationId: ApplicationId;
  readonly decidedAt: Date;
  /** The release whose code decided. */
  readonly release: string;
  readonly outcome: string;
}
export interface DatedDecision extends Dated {
  readonly kind: keyof Kinds;
  readonly inputs: DecisionInputs;
  readonly decision: Decision;
}
export interface DatedAction extends Dated {
  readonly kind: 'action';
  readonly trace: ActionTrace;
}
export type DatedOutcome = DatedDecision | DatedAction;
type StoredDecision<K extends keyof Kinds> = Omit<DatedDecision, 'kind' | keyof Kinds[K]> & Kinds[K];

const outcomes = (db: Db) =>
  db
    .selectFrom('decision')
    .select(['id', 'application_id as applicationId', 'kind', 'outcome', 'release'])
    .select(['inputs', 'detail', 'trace', 'decided_at as decidedAt']);

/** The database has the columns of each kind filled. */
function decrypted(
  vault: Vault,
  { inputs, detail, trace, kind, ...row }: InferResult<ReturnType<typeof outcomes>>[number],
): DatedOutcome {
  if (kind === 'action') return { ...row, kind, trace: trace as ActionTrace };
  const read = <T>(column: 'inputs' | 'detail', value: Encrypted | null) =>
    vault.decryptJson<T>(value as Encrypted, encryptionContext('decision', column, row.id));
  return { ...row, kind, inputs: read('inputs', inputs), decision: read('detail', detail) };
}

/** The newest decision of a kind, or a certain one: details that change after one lead to another. */
export async function readDecision<K extends keyof Kinds>(
  db: Db,
  vault: Vault,
  applicationId: ApplicationId,
  kind: K,
  id?: string | null,
): Promise<StoredDecision<K> | undefined> {
  const row = await outcomes(db)
    .where('application_id', '=', applicationId)
    .where('kind', '=', kind)
    .$if(id != null, (query) => query.where('id', '=', id as string))
    .orderBy('decided_at', 'desc')
    .executeTakeFirst();
  return row && (decrypted(vault, row) as StoredDecision<K> & DatedDecision);
}

/** The policy's newest decision of either kind. */
export const newestDecision = (db: Db, applicationId: ApplicationId) =>
  rowsOf(db, 'decision', { application_id: applicationId, kind: { '<>': 'action' } }, [
    'decided_at desc',
  ]).first(['id', 'kind', 'outcome']);

/** A page of the decisions and actions of a period, oldest first. */
export async function outcomesBetween(db: Db, vault: Vault, { from, until }: Period, page: Page) {
  const rows = await outcomes(db)
    .where('decided_at', '>=', from)
    .where('decided_at', '<', until)
    .$if(page.after !== undefined, (query) => query.where(isAfter('decided_at', page)))
    .orderBy('decided_at')
    .orderBy('id')
    .limit(page.size)
    .execute();
  return rows.map((row) => decrypted(vault, row));
}

/** The decisions and actions of a period, oldest first, read in pages. */
export async function* outcomesIn(db: Db, vault: Vault, period: Period): AsyncGenerator<DatedOutcome> {
  const size = 500;
  let after: Page['after'];
  for (;;) {
    const page = await outcomesBetween(db, vault, period, { after, size });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < size) return;
    after = { at: last.decidedAt, id: last.id };
  }
}

export const isByPolicy = (made: DatedOutcome): made is DatedDecision => made.kind !== 'action';

/** Whether any decision made offers, also if a later one did not. */
export const hasHadOffers = (db: Db, applicationId: ApplicationId): Promise<boolean> =>
  rowsOf(db, 'decision', {
    application_id: applicationId,
    kind: 'prequalification',
    outcome: 'PREQUALIFIED',
  }).exist();

/** The policy that an application's offers were made by; today's for one without offers. Call it outside of transactions. */
export async function policyOf(
  { clock, db, vault, lender, policies }: With<'clock' | 'db' | 'vault' | 'lender' | 'policies'>,
  id: ApplicationId,
): Promise<AppliedPolicy> {
  const stored = await readDecision(db, vault, id, 'prequalification');
  return stored?.decision.kind === 'PREQUALIFIED'
    ? policies.of(stored.decision)
    : policies.current(lenderDay(lender, clock.now()));
}

/** Steps through the index from one version to the next. */
export async function decisionsByVersion(db: Db) {
  const { rows } = await sql<{ version: string; count: number }>`
    with recursive v (version) as (
      select min(policy_version) from decision
      union all
      select (select min(policy_version) from decision where policy_version > v.version)
      from v where v.version is not null
    )
    select v.version, c.count from v
    cross join lateral (${countUpTo(sql`decision where policy_version = v.version`)}) c
    where v.version is not null`.execute(db);
  return rows;
}

/** Every decision and action of an application, oldest first. */
export async function outcomesOf(db: Db, vault: Vault, id: ApplicationId) {
  const rows = await outcomes(db).where('application_id', '=', id).orderBy('decided_at').execute();
  return rows.map((row) => decrypted(vault, row));
}
