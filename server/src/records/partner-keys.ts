// Stores the API keys that operators make for partners: as hashes, by which they are found, and encrypted, for signatures. A key is shown
// once.
import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { encryptionContext } from '../platform/db/encrypted-columns.ts';
import { insertRow, rowsOf } from '../platform/db/rows.ts';
import type { Vault } from '../platform/encryption.ts';
import type { With } from '../services.ts';

export const hashOfKey = (key: string): string => hash('sha256', key);

/** Returns the key itself, which is stored encrypted, to make and check signatures with. */
export async function createPartnerKey(
  tx: Tx,
  { clock, vault }: With<'clock' | 'vault'>,
  partnerId: string,
): Promise<{ readonly id: string; readonly key: string }> {
  const [id, key] = [randomUUID(), `blk_${randomBytes(32).toString('base64url')}`];
  await insertRow(tx, 'partner_key', {
    id,
    partner_id: partnerId,
    hash: hashOfKey(key),
    secret: vault.encrypt(key, encryptionContext('partner_key', 'secret', id)),
    created_at: clock.now(),
  });
  return { id, key };
}

/**
 * Revokes a key by its hash, also one that PARTNER_KEYS names: the database wins over the setting. Returns its id; undefined if
 * it was revoked before.
 */
export async function revokePartnerKey(
  tx: Tx,
  clock: Clock,
  { partnerId, hash }: { readonly partnerId: string; readonly hash: string },
): Promise<string | undefined> {
  const now = clock.now();
  const revoked = await tx
    .insertInto('partner_key')
    .values({ id: randomUUID(), partner_id: partnerId, hash, created_at: now, revoked_at: now })
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet({ revoked_at: now }).where('partner_key.revoked_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  return revoked?.id;
}

/** Every key with the SHA-256 of it, in hexadecimal. */
export async function partnerKeys(db: Db) {
  return db
    .selectFrom('partner_key')
    .select(['id', 'partner_id as partnerId', 'hash', 'created_at as createdAt', 'revoked_at as revokedAt'])
    .orderBy('created_at')
    .execute();
}

/** A partner's key to check or make a signature with: the one of this id, or its newest. Undefined once it is revoked. */
export async function signingKeyOf(
  db: Db,
  vault: Vault,
  partnerId: string,
  id?: string,
): Promise<{ readonly id: string; readonly key: string } | undefined> {
  const row = await db
    .selectFrom('partner_key')
    .select(['id', 'secret'])
    .where('partner_id', '=', partnerId)
    .where('revoked_at', 'is', null)
    .where('secret', 'is not', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id as string))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined || row.secret === null) return undefined;
  return { id: row.id, key: vault.decrypt(row.secret, encryptionContext('partner_key', 'secret', row.id)) };
}

/** The owner of a key, and whether it is still valid. Undefined if the database does not have it. */
export async function findPartnerKey(
  db: Db,
  hash: string,
): Promise<{ readonly partnerId: string; readonly isRevoked: boolean } | undefined> {
  const row = await rowsOf(db, 'partner_key', { hash }).first(['partner_id', 'revoked_at']);
  return row && { partnerId: row.partner_id, isRevoked: row.revoked_at !== null };
}
