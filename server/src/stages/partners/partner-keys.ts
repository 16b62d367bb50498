// Partners' API keys, stored as hashes. A key is shown once. A partner may have two during rotation.
import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { insertOnce, rowsOf } from '../../platform/db/rows.ts';

const hashOfKey = (key: string): string => hash('sha256', key);

/** Returns the key itself, which is not stored. */
export async function createPartnerKey(tx: Tx, clock: Clock, partnerId: string) {
  const key = `blk_${randomBytes(32).toString('base64url')}`;
  return { id: await savePartnerKey(tx, clock, partnerId, key), key };
}

async function savePartnerKey(db: Db, clock: Clock, partnerId: string, key: string): Promise<string> {
  const id = randomUUID();
  const row = { id, partner_id: partnerId, hash: hashOfKey(key), created_at: clock.now() };
  await insertOnce(db, 'partner_key', ['hash'], row);
  return id;
}

/** In development, `sandbox-<id>-key` is a key of each partner. */
export async function saveSandboxKeys(db: Db, clock: Clock, partners: readonly { readonly id: string }[]) {
  for (const { id } of partners) await savePartnerKey(db, clock, id, `sandbox-${id}-key`);
}

/** False if it was revoked before. */
export const revokePartnerKey = (tx: Tx, clock: Clock, id: string): Promise<boolean> =>
  rowsOf(tx, 'partner_key', { id, revoked_at: null }).update({ revoked_at: clock.now() });

/** Every key with the SHA-256 of it, in hexadecimal. */
export const partnerKeys = (db: Db) =>
  rowsOf(db, 'partner_key', {}, ['created_at']).all([
    'id',
    'partner_id as partnerId',
    'hash',
    'created_at as createdAt',
    'revoked_at as revokedAt',
  ]);

/** The owner of a key, and whether it is still valid. Undefined if the database does not have it. */
export async function findPartnerKey(db: Db, key: string) {
  const row = await rowsOf(db, 'partner_key', { hash: hashOfKey(key) }).first(['partner_id', 'revoked_at']);
  return row && { partnerId: row.partner_id, isRevoked: row.revoked_at !== null };
}
