// Stores the policy's decisions with their inputs, both encrypted, and the policy version, so that they can be replayed.
import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { ApprovalDecision, Decision, PrequalificationDecision } from '../credit-policy/decide.ts';
import type { ApprovalInputs, DecisionInputs, PolicyInputs } from '../credit-policy/inputs.ts';
import type { AppliedPolicy, Policies } from '../credit-policy/policies.ts';
import { type Clock, lenderDay } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { countUpTo, insertRow, isAfter, type Page, type Period, rowsOf } from '../platform/db/rows.ts';
import { type ApplicationId, encryptionContext, type Tables } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import { version as release } from '../platform/version.ts';
import type { With } from '../services.ts';
import { audit } from './audit.ts';
import { savePolicyVersion } from './policy-versions.ts';

interface Kinds {
  prequalification: { inputs: PolicyInputs; decision: PrequalificationDecision };
  approval: { inputs: ApprovalInputs; decision: ApprovalDecision };
}

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
    decided_at: services.clock.now(),
  });
  await audit(tx, services.clock, { applicationId }, { type: 'decided', kind, outcome, policyVersion });
}

type StoredDecision<K extends keyof Kinds> = Kinds[K] &
  Pick<DatedDecision, 'id' | 'decidedAt'> & { release: string };

/** The newest decision of a kind, or a certain one: details that change after one lead to another. */
export async function readDecision<K extends keyof Kinds>(
  db: Db,
  vault: Vault,
  applicationId: ApplicationId,
  kind: K,
  id?: string | null,
): Promise<StoredDecision<K> | undefined> {
  const row = await db
    .selectFrom('decision')
    .select(['id', 'inputs', 'detail', 'release', 'decided_at as decidedAt'])
    .where('application_id', '=', applicationId)
    .where('kind', '=', kind)
    .$if(id != null, (query) => query.where('id', '=', id as string))
    .orderBy('decided_at', 'desc')
    .executeTakeFirst();
  return row && decrypted<StoredDecision<K>, typeof row>(vault, row);
}

const decrypted = <D, R extends Pick<Selectable<Tables['decision']>, 'id' | 'inputs' | 'detail'>>(
  vault: Vault,
  { inputs, detail, ...row }: R,
): D =>
  ({
    ...row,
    inputs: vault.decryptJson(inputs, encryptionContext('decision', 'inputs', row.id)),
    decision: vault.decryptJson(detail, encryptionContext('decision', 'detail', row.id)),
  }) as D;

/** The id of the newest decision of either kind; of two at one instant, the approval. */
export async function newestDecision(db: Db, applicationId: ApplicationId): Promise<string | undefined> {
  const row = await db
    .selectFrom('decision')
    .select('id')
    .where('application_id', '=', applicationId)
    .orderBy('decided_at', 'desc')
    .orderBy('kind')
    .executeTakeFirst();
  return row?.id;
}

export interface DatedDecision {
  readonly id: string;
  readonly applicationId: ApplicationId;
  readonly kind: keyof Kinds;
  readonly decidedAt: Date;
  readonly inputs: DecisionInputs;
  readonly decision: Decision;
}

/** A page of the decisions of a period, oldest first. */
export async function decisionsBetween(db: Db, vault: Vault, { from, until }: Period, page: Page) {
  const rows = await db
    .selectFrom('decision')
    .select(['id', 'application_id as applicationId', 'kind', 'inputs', 'detail', 'decided_at as decidedAt'])
    .where('decided_at', '>=', from)
    .where('decided_at', '<', until)
    .$if(page.after !== undefined, (query) => query.where(isAfter('decided_at', page)))
    .orderBy('decided_at')
    .orderBy('id')
    .limit(page.size)
    .execute();
  return rows.map((row) => decrypted<DatedDecision, typeof row>(vault, row));
}

/** Whether any decision made offers, also if a later one did not. */
export const hasHadOffers = (db: Db, applicationId: ApplicationId): Promise<boolean> =>
  rowsOf(db, 'decision', {
    application_id: applicationId,
    kind: 'prequalification',
    outcome: 'PREQUALIFIED',
  }).exist();

/** The policy that an application's offers were made by; today's for one without offers. Call it outside of transactions. */
export async function policyOf(
  services: With<'clock' | 'db' | 'vault' | 'lender' | 'policies'>,
  id: ApplicationId,
): Promise<AppliedPolicy> {
  const { clock, db, vault, lender, policies } = services;
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

export async function decisionsOf(db: Db, vault: Vault, id: ApplicationId) {
  const rows = await db
    .selectFrom('decision')
    .select(['id', 'kind', 'outcome', 'policy_version as policyVersion', 'decided_at as decidedAt', 'detail'])
    .where('application_id', '=', id)
    .orderBy('decided_at')
    .execute();
  return rows.map(({ detail, ...row }) => ({
    ...row,
    decision: vault.decryptJson<Decision>(detail, encryptionContext('decision', 'detail', row.id)),
  }));
}
