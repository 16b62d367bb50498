// Stores the policy's decisions with their inputs, both encrypted, and the policy version, so that they can be replayed.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Clock, lenderDay } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { encryptionContext } from '../platform/db/encrypted-columns.ts';
import { countUpTo, insertRow, isAfter, type Page, type Period } from '../platform/db/rows.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import { version as release } from '../platform/version.ts';
import type { ApprovalDecision, PrequalificationDecision } from '../policy/decide.ts';
import type { ApprovalInputs, PolicyInputs } from '../policy/inputs.ts';
import type { AppliedPolicy, Policies } from '../policy/policies.ts';
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
  made: Kinds[K],
): Promise<void> {
  const id = randomUUID();
  for (const policy of services.policies.applied(made.decision))
    await savePolicyVersion(tx, services.clock, policy);
  await insertRow(tx, 'decision', {
    id,
    application_id: applicationId,
    kind,
    policy_version: made.decision.policyVersion,
    release,
    outcome: made.decision.kind,
    inputs: services.vault.encryptJson(made.inputs, encryptionContext('decision', 'inputs', id)),
    detail: services.vault.encryptJson(made.decision, encryptionContext('decision', 'detail', id)),
    decided_at: services.clock.now(),
  });
  const { kind: outcome, policyVersion } = made.decision;
  await audit(tx, services.clock, { applicationId }, { type: 'decided', kind, outcome, policyVersion });
}

/** The newest decision, or the newest one at an instant: details that change after one lead to another. */
export async function readDecision<K extends keyof Kinds>(
  db: Db,
  vault: Vault,
  applicationId: ApplicationId,
  kind: K,
  at?: Date,
): Promise<(Kinds[K] & { decidedAt: Date; release: string }) | undefined> {
  const row = await db
    .selectFrom('decision')
    .select(['id', 'inputs', 'detail', 'release', 'decided_at'])
    .where('application_id', '=', applicationId)
    .where('kind', '=', kind)
    .$if(at !== undefined, (query) => query.where('decided_at', '<=', at as Date))
    .orderBy('decided_at', 'desc')
    .executeTakeFirst();
  if (!row) return undefined;
  const inputs = vault.decryptJson<Kinds[K]['inputs']>(
    row.inputs,
    encryptionContext('decision', 'inputs', row.id),
  );
  const decision = vault.decryptJson<Kinds[K]['decision']>(
    row.detail,
    encryptionContext('decision', 'detail', row.id),
  );
  return { inputs, decision, decidedAt: row.decided_at, release: row.release } as Kinds[K] & {
    decidedAt: Date;
    release: string;
  };
}

export interface MadeDecision {
  readonly id: string;
  readonly applicationId: ApplicationId;
  readonly kind: keyof Kinds;
  readonly decidedAt: Date;
  readonly inputs: PolicyInputs | ApprovalInputs;
  readonly decision: PrequalificationDecision | ApprovalDecision;
}

/** A page of the decisions of a period, oldest first. */
export async function decisionsBetween(
  db: Db,
  vault: Vault,
  { from, until }: Period,
  page: Page,
): Promise<MadeDecision[]> {
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
  return rows.map(({ inputs, detail, ...row }) => ({
    ...row,
    inputs: vault.decryptJson<MadeDecision['inputs']>(
      inputs,
      encryptionContext('decision', 'inputs', row.id),
    ),
    decision: vault.decryptJson<MadeDecision['decision']>(
      detail,
      encryptionContext('decision', 'detail', row.id),
    ),
  }));
}

/** The policy that an application's offers were made by; today's for one without offers. Call it outside of transactions. */
export async function policyOf(
  services: With<'clock' | 'db' | 'vault' | 'lender' | 'policies'>,
  id: ApplicationId,
): Promise<AppliedPolicy> {
  const { clock, db, vault, lender, policies } = services;
  const made = await readDecision(db, vault, id, 'prequalification');
  return made?.decision.kind === 'PREQUALIFIED'
    ? policies.of(made.decision)
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
    decision: vault.decryptJson<ApprovalDecision | PrequalificationDecision>(
      detail,
      encryptionContext('decision', 'detail', row.id),
    ),
  }));
}
