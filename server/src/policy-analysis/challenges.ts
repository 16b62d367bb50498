// Policy versions that decide silently beside the one in force. Their decisions are kept apart, and purged with the application.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Decision } from '../credit-policy/decide.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { insertRow, type Page, rowsOf } from '../platform/db/rows.ts';
import { type ApplicationId, columnNames, encryptionContext, type Tables } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import type { With } from '../services.ts';
import type { Refusal } from './replay/replay.ts';

export type Challenge = Selectable<Tables['challenge']>;

/** What the challenger decided, or why it did not. */
export type ChallengerDecision = Decision | { readonly gap: string } | { readonly refused: Refusal };

const challenges = (db: Db) => db.selectFrom('challenge').select(columnNames.challenge);

export const latestChallenge = (db: Db) =>
  challenges(db).orderBy('started_at', 'desc').limit(1).executeTakeFirst();

/** Locks the challenge that runs, so that two processes never decide for it at once. Undefined without one, or if another has it. */
export const lockRunningChallenge = (tx: Tx) =>
  challenges(tx).where('stopped_at', 'is', null).forUpdate().skipLocked().executeTakeFirst();

export async function insertChallenge(
  tx: Tx,
  { clock, vault }: With<'clock' | 'vault'>,
  { version, share, why }: Pick<Challenge, 'version' | 'share' | 'why'>,
): Promise<void> {
  const id = randomUUID();
  const key = vault.encrypt(randomBytes(32).toString('base64'), encryptionContext('challenge', 'key', id));
  await insertRow(tx, 'challenge', { id, version, share, why, key, started_at: clock.now() });
}

/** Forgets the key: no one can compute afterwards who was chosen. False if the challenge was over. */
export const stopChallenge = (tx: Tx, id: string, at: Date): Promise<boolean> =>
  rowsOf(tx, 'challenge', { id, stopped_at: null }).update({ stopped_at: at, key: null });

export const saveRead = (tx: Tx, id: string, { at, id: decision }: NonNullable<Page['after']>) =>
  rowsOf(tx, 'challenge', { id }).update({ read_at: at, read_id: decision });

/** Whether the challenger decides for the person with this SSN: the same whenever they apply. */
export function isChosen(vault: Vault, { id, key, share }: Challenge, ssn: string): boolean {
  if (key === null) return false;
  const secret = Buffer.from(vault.decrypt(key, encryptionContext('challenge', 'key', id)), 'base64');
  const drawn = createHmac('sha256', secret).update(ssn).digest().readUInt32BE() / 2 ** 32;
  return drawn < share / 100;
}

export async function insertChallengerDecision(
  tx: Tx,
  { clock, vault }: With<'clock' | 'vault'>,
  challengeId: string,
  of: { readonly decisionId: string; readonly applicationId: ApplicationId },
  decided: ChallengerDecision,
): Promise<void> {
  const id = randomUUID();
  await insertRow(tx, 'challenge_decision', {
    id,
    challenge_id: challengeId,
    decision_id: of.decisionId,
    application_id: of.applicationId,
    detail: vault.encryptJson(decided, encryptionContext('challenge_decision', 'detail', id)),
    decided_at: clock.now(),
  });
}

/** The challenger's own decisions beside these, by the id of each. */
export async function challengerDecisionsOf(
  db: Db,
  vault: Vault,
  challengeId: string,
  decisionIds: readonly string[],
): Promise<ReadonlyMap<string, ChallengerDecision>> {
  if (decisionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('challenge_decision')
    .select(['id', 'decision_id', 'detail'])
    .where('challenge_id', '=', challengeId)
    .where('decision_id', 'in', decisionIds)
    .execute();
  return new Map(
    rows.map(({ id, decision_id: of, detail }) => [
      of,
      vault.decryptJson<ChallengerDecision>(detail, encryptionContext('challenge_decision', 'detail', id)),
    ]),
  );
}
