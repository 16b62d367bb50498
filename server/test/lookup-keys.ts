// The keys of a world in development, which its data folder holds, and their rotation.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
