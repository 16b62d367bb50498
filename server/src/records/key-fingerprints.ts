// Checks that a process has the keys of its database, by fingerprints that reveal nothing about them. With other keys, it would not
// recognize known people and would write data that no other process can decrypt, so it does not start.
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import type { Vault } from '../platform/encryption.ts';
import { SetupError } from '../platform/failure.ts';
import { sampleOfEachKey } from './applicants.ts';

/** The one lookup key has no id of its own. */
const lookupId = 'lookup';
const where = 'In development the keys are in keys.json of DATA_DIR. See "Keys" in docs/operators-guide.md.';

/** Throws a SetupError if these are not the keys of this database. The first process on a database records its keys. */
export async function checkKeys(db: Db, clock: Clock, vault: Vault): Promise<void> {
  const { lookup, encryption } = vault.fingerprints();
  const used = (await recordedKeys(db)).some(({ kind }) => kind === 'lookup')
    ? []
    : await usedBefore(db, vault);
  const at = clock.now();
  const current = [...new Set([vault.currentKeyId, ...used])].map((id) => ({
    kind: 'encryption' as const,
    key_id: id,
    fingerprint: encryption.get(id) ?? '',
    first_seen_at: at,
  }));
  const rows = [
    { kind: 'lookup' as const, key_id: lookupId, fingerprint: lookup, first_seen_at: at },
    ...current,
  ];
  const recorded = await recordedKeys(db);
  assertSame(recorded, lookup, encryption);
  const missing = rows.filter(
    (row) => !recorded.some((one) => one.kind === row.kind && one.key_id === row.key_id),
  );
  if (missing.length === 0) return;
  await db
    .insertInto('key_fingerprint')
    .values(missing)
    .onConflict((conflict) => conflict.columns(['kind', 'key_id']).doNothing())
    .execute();
  // Another process may have been first, with other keys.
  assertSame(await recordedKeys(db), lookup, encryption);
}

/** After everything was sealed under the current key, the others may be left out. Returns their ids. */
export async function retireOtherKeys(tx: Tx, vault: Vault): Promise<readonly string[]> {
  const retired = await tx
    .deleteFrom('key_fingerprint')
    .where('kind', '=', 'encryption')
    .where('key_id', '<>', vault.currentKeyId)
    .returning('key_id')
    .execute();
  return retired.map((row) => row.key_id);
}

type Recorded = Awaited<ReturnType<typeof recordedKeys>>;

const recordedKeys = (db: Db) =>
  db.selectFrom('key_fingerprint').select(['kind', 'key_id', 'fingerprint']).execute();

function assertSame(recorded: Recorded, lookup: string, encryption: ReadonlyMap<string, string>): void {
  for (const { kind, key_id: id, fingerprint } of recorded) {
    if (kind === 'lookup') {
      if (fingerprint !== lookup) refuseLookupKey();
    } else if (!encryption.has(id)) refuseMissing(id);
    else if (encryption.get(id) !== fingerprint) refuseOther(id);
  }
}

/** The ids of the keys in use in a database that was written before its keys were recorded. */
async function usedBefore(db: Db, vault: Vault): Promise<readonly string[]> {
  const { encryption } = vault.fingerprints();
  const samples = await sampleOfEachKey(db);
  for (const { keyId, open } of samples) {
    if (!encryption.has(keyId)) refuseMissing(keyId);
    const opened = open(vault);
    if (opened === 'sealed-otherwise') refuseOther(keyId);
    if (opened === 'looked-up-otherwise') refuseLookupKey();
  }
  return samples.map(({ keyId }) => keyId);
}

function refuseLookupKey(): never {
  throw new SetupError(
    `LOOKUP_KEY is not the key that this database was written with. With another one, no earlier applicant would be recognized. Set the database's own key. ${where}`,
  );
}

function refuseMissing(id: string): never {
  throw new SetupError(
    `ENCRYPTION_KEYS lacks the key ${id}, under which this database is sealed. Add it after the current key; it can be left out once \`npm run keys:rotate\` reports that nothing is left under it. ${where}`,
  );
}

function refuseOther(id: string): never {
  throw new SetupError(
    `The key ${id} in ENCRYPTION_KEYS is not the key ${id} that this database is sealed with. Set the database's own key, and give a new key a new id. ${where}`,
  );
}
