// Checks that a process has the keys of its database, by fingerprints that reveal nothing about them. With other keys, it would not
// recognize known people and would write data that no other process can decrypt, so it does not start.
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { insertOnce, rowsOf } from '../platform/db/rows.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import { SetupError } from '../platform/failure.ts';
import { sampleOfEachKey } from './applicants.ts';

const where = 'In development the keys are in keys.json of DATA_DIR. See "Keys" in docs/operators-guide.md.';

/** Throws a SetupError if these are not the keys of this database. The first process on a database records its keys. */
export async function checkKeys(db: Db, clock: Clock, vault: Vault): Promise<void> {
  const ours = vault.fingerprints();
  const used = (await recordedKeys(db)).some(({ kind }) => kind === 'lookup')
    ? []
    : await keyIdsInUse(db, vault);
  const row = (kind: Kind, id: string) => ({
    kind,
    key_id: id,
    fingerprint: ours[kind].get(id) ?? '',
    first_seen_at: clock.now(),
  });
  const rows = [
    row('lookup', vault.currentLookupKeyId),
    ...[...new Set([vault.currentKeyId, ...used])].map((id) => row('encryption', id)),
  ];
  const recorded = await recordedKeys(db);
  assertSame(recorded, ours);
  const missing = rows.filter(
    (row) => !recorded.some(({ kind, key_id }) => kind === row.kind && key_id === row.key_id),
  );
  if (missing.length > 0) await insertOnce(db, 'key_fingerprint', ['kind', 'key_id'], missing);
  // Another process may have been first, with other keys.
  assertSame(await recordedKeys(db), ours);
}

/** After everything was written under the current key, the others may be left out. */
export const retireOtherKeys = (tx: Tx, kind: Kind, currentId: string) =>
  rowsOf(tx, 'key_fingerprint', { kind, key_id: { '<>': currentId } }).delete();

type Kind = Tables['key_fingerprint']['kind'];

const recordedKeys = (db: Db) => rowsOf(db, 'key_fingerprint', {}).all(['kind', 'key_id', 'fingerprint']);

function assertSame(
  recorded: Awaited<ReturnType<typeof recordedKeys>>,
  ours: ReturnType<Vault['fingerprints']>,
): void {
  for (const { kind, key_id: id, fingerprint } of recorded) {
    const own = ours[kind].get(id);
    if (own === fingerprint) continue;
    if (kind === 'lookup') refuseLookupKey(id);
    if (own === undefined) refuseMissing(id);
    refuseOther(id);
  }
}

/** The ids of the keys in use in a database that was written before its keys were recorded. */
async function keyIdsInUse(db: Db, vault: Vault): Promise<readonly string[]> {
  const { encryption } = vault.fingerprints();
  const samples = await sampleOfEachKey(db);
  for (const { keyId, decrypt } of samples) {
    if (!encryption.has(keyId)) refuseMissing(keyId);
    const outcome = decrypt(vault);
    if (outcome === 'encrypted-otherwise') refuseOther(keyId);
    if (outcome === 'looked-up-otherwise') refuseLookupKey(vault.currentLookupKeyId);
  }
  return samples.map(({ keyId }) => keyId);
}

function refuseLookupKey(id: string): never {
  throw new SetupError(
    `LOOKUP_KEY lacks the key ${id} that this database was written with, or has another one under that id. Without it, no earlier applicant would be recognized. Add the database's own key; it can be left out once \`npm run keys:rotate\` reports that nothing is left under it. ${where}`,
  );
}

function refuseMissing(id: string): never {
  throw new SetupError(
    `ENCRYPTION_KEYS lacks the key ${id}, under which this database is encrypted. Add it after the current key; it can be left out once \`npm run keys:rotate\` reports that nothing is left under it. ${where}`,
  );
}

function refuseOther(id: string): never {
  throw new SetupError(
    `The key ${id} in ENCRYPTION_KEYS is not the key ${id} that this database is encrypted with. Set the database's own key, and give a new key a new id. ${where}`,
  );
}
