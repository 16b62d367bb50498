// `npm run keys:rotate`: re-encrypts all columns under the current key. Can be interrupted, and run beside a live product.
import { sql } from 'kysely';
import { defineCommand, type Print, runMain } from '../commands/command.ts';
import { pauseAfterBatch } from '../platform/batch-pause.ts';
import { clockOf } from '../platform/clock.ts';
import { readStorageConfig } from '../platform/config.ts';
import { type Db, openDatabase, transact } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { encryptedColumns, encryptionContext } from '../platform/db/tables.ts';
import { addDevelopmentKey, type Encrypted, readVault, type Vault } from '../platform/encryption.ts';
import { openKeys } from '../platform/key-service.ts';
import { checkKeys, retireOtherKeys } from '../records/key-fingerprints.ts';
import { countOldLookups, rehashLookups } from './rehash-lookups.ts';

/** Table pages per transaction: a few hundred rows. */
const blocksAtATime = 16;
/** Progress is printed only for tables with more pages than this. */
const blocksToPrint = 10_000;

type EncryptedTable = keyof typeof encryptedColumns;
const encryptedTables = Object.keys(encryptedColumns) as EncryptedTable[];

/** Re-encrypts fields that were encrypted under another key, batch by batch. Returns how many. */
export async function reencrypt(db: Db, vault: Vault, print: Print = () => {}): Promise<number> {
  let total = 0;
  for (const table of encryptedTables) {
    const fields = await reencryptTable(db, vault, table, print);
    total += fields;
    print(`${table}: ${fields} fields re-encrypted`);
  }
  return total;
}

/** Scans by physical position, so that each row is read once. Updated rows move, but are under the current key. */
async function reencryptTable(db: Db, vault: Vault, table: EncryptedTable, print: Print): Promise<number> {
  let fields = 0;
  let printed = 0;
  for (let block = 0; ; block += blocksAtATime) {
    const blocks = await blocksOf(db, table);
    if (block >= blocks) return fields;
    const tenths = Math.floor((10 * block) / blocks);
    if (tenths > printed && blocks > blocksToPrint)
      print(`${table}: ${tenths}0 percent read, ${fields} fields re-encrypted`);
    printed = Math.max(printed, tenths);
    const began = performance.now();
    const count = await reencryptBlocks(db, vault, table, block);
    fields += count;
    if (count > 0) await pauseAfterBatch(began);
  }
}

/** One transaction. Returns how many fields it re-encrypted. */
async function reencryptBlocks(db: Db, vault: Vault, table: EncryptedTable, block: number) {
  const { row: rowColumn, columns } = encryptedColumns[table];
  const old = sql.join(
    columns.map((column) => isOld(vault, column)),
    sql` or `,
  );
  const { rows } = await sql<{ place: string; row: string } & Record<string, Encrypted | null>>`
    select ctid as place, ${sql.ref(rowColumn)} as row,
      ${sql.join(columns.map((column) => sql.ref(column)))}
    from ${sql.table(table)}
    where ctid >= ${`(${block},0)`}::tid and ctid < ${`(${block + blocksAtATime},0)`}::tid and (${old})`.execute(
    db,
  );
  if (rows.length === 0) return 0;
  return transact(db, async (tx) => {
    // Evidence that is otherwise append-only may be written under this key.
    await sql`select set_config('branchline.reencrypting_under', ${vault.currentKeyId}, true)`.execute(tx);
    let count = 0;
    for (const found of rows) {
      const changed = columns.flatMap((column) => {
        const before = found[column];
        if (before == null || before.startsWith(`${vault.currentKeyId}.`)) return [];
        const place = encryptionContext(table, column as never, found.row);
        return [{ column, before, after: vault.encrypt(vault.decrypt(before, place), place) }];
      });
      // Update only if the row still has the values we read: the product may have written newer ones.
      const { numAffectedRows } = await sql`
        update ${sql.table(table)}
        set ${sql.join(changed.map(({ column, after }) => sql`${sql.ref(column)} = ${after}`))}
        where ctid = ${found.place}::tid and ${sql.join(
          changed.map(({ column, before }) => sql`${sql.ref(column)} = ${before}`),
          sql` and `,
        )}`.execute(tx);
      if (numAffectedRows === 1n) count += changed.length;
    }
    return count;
  });
}

/** Reads only the beginning of a value, because a long one is stored in pieces. */
function isOld({ currentKeyId }: Vault, column: string) {
  const current = `${currentKeyId}.`;
  return sql`(left(${sql.ref(column)}, ${current.length}::int) <> ${current})`;
}

async function blocksOf(db: Db, table: EncryptedTable): Promise<number> {
  const { rows } = await sql<{ blocks: number }>`
    select pg_relation_size(${table}::regclass) / current_setting('block_size')::bigint as blocks`.execute(
    db,
  );
  return Number(rows[0]?.blocks ?? 0);
}

/** The number of fields still encrypted under keys other than the current one. */
async function countOld(db: Db, vault: Vault): Promise<number> {
  let count = 0;
  for (const table of encryptedTables) {
    const counts = encryptedColumns[table].columns.map(
      (column) => sql`count(*) filter (where ${isOld(vault, column)})`,
    );
    const { rows } = await sql<{ count: number }>`
      select ${sql.join(counts, sql` + `)} as count from ${sql.table(table)}`.execute(db);
    count += Number(rows[0]?.count ?? 0);
  }
  return count;
}

export async function rotateKeys(env: NodeJS.ProcessEnv, print: Print): Promise<void> {
  const config = readStorageConfig(env);
  const { dataDirectory, isProduction } = config;
  const open = await openKeys(config);
  const vaultNow = () => readVault({ ...open, dataDirectory, isProduction });
  const ownKeys = config.ENCRYPTION_KEYS !== undefined || isProduction;
  // Read the operator's keys before opening anything, so that a mistake in them changes nothing.
  if (ownKeys) vaultNow();
  const database = await openDatabase({
    url: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL,
    poolSize: config.DATABASE_POOL,
    dataDirectory,
  });
  try {
    const { db } = database;
    await migrate(db);
    const clock = clockOf(config);
    await checkKeys(db, clock, vaultNow());
    // An interrupted run finishes under the key it started with.
    const isDone = async (vault: Vault) =>
      (await countOld(db, vault)) + (await countOldLookups(db, vault)).left === 0;
    if (!ownKeys && (await isDone(vaultNow()))) addDevelopmentKey(dataDirectory);
    const vault = vaultNow();
    // From now on, a process without this key does not start.
    await checkKeys(db, clock, vault);
    print(`Encrypting under the key ${vault.currentKeyId}.`);
    const total = await reencrypt(db, vault, print);
    const left = await countOld(db, vault);
    if (left === 0) await transact(db, (tx) => retireOtherKeys(tx, 'encryption', vault.currentKeyId));
    print(
      left === 0
        ? `Done: ${total} fields re-encrypted, and every field is under the key ${vault.currentKeyId}.`
        : `${total} fields re-encrypted, and ${left} were written under an older key meanwhile. Run this again once every process has the new key first.`,
    );
    await rotateLookups(db, vault, print);
    if (!ownKeys && !database.embedded) print('Start the product again, so that it loads the new key.');
  } finally {
    await database.close();
  }
}

async function rotateLookups(db: Db, vault: Vault, print: Print): Promise<void> {
  const rehashed = await rehashLookups(db, vault, print);
  const { left, kept } = await countOldLookups(db, vault);
  if (left === 0) await transact(db, (tx) => retireOtherKeys(tx, 'lookup', vault.currentLookupKeyId));
  print(
    left === 0
      ? `Rehashed the lookups of ${rehashed} applications. Every one is under the key ${vault.currentLookupKeyId}.`
      : `Rehashed the lookups of ${rehashed} applications. ${left} are under an older key. Run this again in some minutes.`,
  );
  if (kept > 0)
    print(
      `${kept} lookups of deleted people's replies and addresses, or of refused or earlier accounts, can't be rehashed: only the older keys recognize them.`,
    );
}

const rotation = defineCommand('npm run keys:rotate', 'Encrypts and hashes all again under current keys.', {
  run: ({ env }, _, print) => rotateKeys(env, print),
});

if (import.meta.main) runMain(rotation);
