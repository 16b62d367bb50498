// The keys of a world in development, which its data folder holds, and their rotation.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { rotateKeys } from '#server/cli/keys-rotate.ts';
import type { World } from './world.ts';

interface Keys {
  readonly keys: readonly string[];
  readonly lookupKeys: readonly string[];
}

export const randomKey = (name: string) => `${name}:${randomBytes(32).toString('base64')}`;

export const keyFile = ({ config }: Pick<World, 'config'>) => join(config.dataDirectory, 'keys.json');

export const keysOf = (world: Pick<World, 'config'>) =>
  JSON.parse(readFileSync(keyFile(world), 'utf8')) as Keys;

export const restartWithKeys = (world: World, changes: Partial<Keys>) =>
  world.restart(async () => writeFileSync(keyFile(world), JSON.stringify({ ...keysOf(world), ...changes })));

/** The keys under which each column has its hashes, of columns that have any. */
export async function lookupKeys({ db }: Pick<World, 'db'>): Promise<Record<string, readonly string[]>> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and domain_name = 'lookup'`.execute(db);
  const found: Record<string, readonly string[]> = {};
  for (const { table, column } of columns) {
    const { rows } = await sql<{ key: string }>`
      select distinct split_part(${sql.ref(column)}, '.', 1) as key from ${sql.table(table)}
      where ${sql.ref(column)} is not null order by 1`.execute(db);
    if (rows.length > 0) found[`${table}.${column}`] = rows.map(({ key }) => key);
  }
  return found;
}

/** Runs the command that rotates the keys while the product is stopped, and returns what it prints. */
export async function rotated(world: World, meanwhile = () => {}): Promise<readonly string[]> {
  const { dataDirectory: DATA_DIR, DATABASE_URL } = world.config;
  const lines: string[] = [];
  await world.restart(async () => {
    meanwhile();
    await rotateKeys({ NODE_ENV: 'test', DATA_DIR, DATABASE_URL }, (line) => lines.push(line));
  });
  return lines;
}
