// A blob store in a folder. Every process must see the same folder. It cannot lock an object.
import { randomUUID } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SetupError } from '../../platform/failure.ts';
import { NotPerformed } from '../../platform/jobs/vendor-calls.ts';
import { type BlobStore, listedAtOnce } from './blob-store.ts';

/** Production makes no folder: one that is missing is a share that was not mounted. */
export function folderStore(root: string, { makesFolder }: { readonly makesFolder: boolean }): BlobStore {
  try {
    if (makesFolder) mkdirSync(root, { recursive: true, mode: 0o700 });
    accessSync(root, constants.W_OK);
  } catch (error) {
    throw new SetupError(
      `BLOB_STORE ${root} cannot be written (${codeOf(error)}). Mount the folder that every process shares, or name a bucket (s3://bucket).`,
    );
  }

  /** A file or folder that is missing is undefined, as long as the store itself is there. */
  async function found<T>(use: () => Promise<T>): Promise<T | undefined> {
    try {
      return await use();
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw unavailable(error);
      await readdir(root).catch((missing: unknown) => {
        throw unavailable(missing);
      });
      return undefined;
    }
  }

  async function* keysBelow(folder: string, after: string): AsyncGenerator<string> {
    const entries = (await found(() => readdir(join(root, folder), { withFileTypes: true }))) ?? [];
    // A folder sorts as if its name ended in a slash, as its keys do.
    const named = entries.map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`).sort();
    for (const key of named) {
      if (key <= after && !after.startsWith(key)) continue;
      if (key.endsWith('/')) yield* keysBelow(key, after);
      else if (key > after) yield key;
    }
  }

  return {
    async put(key, bytes) {
      const path = join(root, key);
      const unfinished = `${path}.${randomUUID()}`;
      try {
        await access(root, constants.W_OK);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const file = await open(unfinished, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(unfinished, path);
        const folder = await open(dirname(path));
        await folder.sync().finally(() => folder.close());
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {});
        throw unavailable(error);
      }
    },
    get: (key) => found(() => readFile(join(root, key))),
    async remove(key) {
      await found(() => rm(join(root, key)));
    },
    async list(prefix, after) {
      const keys: string[] = [];
      for await (const key of keysBelow(prefix.slice(0, prefix.lastIndexOf('/') + 1), after)) {
        if (key.startsWith(prefix)) keys.push(key);
        if (keys.length === listedAtOnce) break;
      }
      return keys;
    },
    async tryKeys() {
      await readdir(root).catch((error: unknown) => {
        throw unavailable(error);
      });
      return `uses the folder ${root}, which every process must share; it locks nothing`;
    },
  };
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | undefined)?.code ?? 'unknown');

const unavailable = (error: unknown) =>
  new NotPerformed(`the folder of the blob store cannot be used (${codeOf(error)})`);
