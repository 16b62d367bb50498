// Whether a process can do its work: it can write to its database, and a worker to the folder of the ACH files.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { sql } from 'kysely';
import { type Clock, secondsAfter } from './clock.ts';
import { type Database, type Db, transact } from './db/database.ts';
import { reasonOf } from './db/reachability.ts';
import { SetupError } from './failure.ts';

export interface Readiness {
  readonly isReady: boolean;
  readonly status: string;
  /** The version of the credit policy by which this process decides, and the one in force that it can't read. */
  readonly policy?: string;
  readonly unreadablePolicy?: string;
}

/** Anyone may request `/readyz`, which writes, so a process that was ready is probed again only after this time. */
const freshSeconds = 1;
const unavailable: Readiness = { isReady: false, status: 'the database does not respond' };

/** `folder` is where this process writes ACH files, if it does. */
export function readinessProbe(services: {
  readonly database: Database;
  readonly clock: Clock;
  readonly folder: string | undefined;
}): () => Promise<Readiness> {
  let readyAt: Date | undefined;
  return async () => {
    if (services.database.isUnavailable()) return unavailable;
    const now = services.clock.now();
    if (readyAt && readyAt <= now && now < secondsAfter(readyAt, freshSeconds))
      return { isReady: true, status: 'ready' };
    const result = await probe(services, now);
    readyAt = result.isReady ? now : undefined;
    return result;
  };
}

async function probe(
  { database, folder }: { readonly database: Database; readonly folder: string | undefined },
  now: Date,
): Promise<Readiness> {
  try {
    await database.pool.query('select 1');
  } catch {
    return unavailable;
  }
  try {
    await write(database.db, now);
  } catch {
    return { isReady: false, status: 'the database cannot be written' };
  }
  if (folder !== undefined && whyNotWritable(folder) !== undefined)
    return { isReady: false, status: 'the folder of the ACH files cannot be written' };
  return { isReady: true, status: 'ready' };
}

/** Adds a page to a file, as forms do: on a full disk, pages that exist can still be written. */
const write = (db: Db, now: Date) =>
  transact(db, async (tx) => {
    const { place } = await tx
      .insertInto('readiness_probe')
      .values({ written_at: now })
      .returning(sql<string>`ctid`.as('place'))
      .executeTakeFirstOrThrow();
    // By its place, since a scan would make room in older pages.
    await tx.deleteFrom('readiness_probe').where(sql`ctid`, '=', sql`${place}::tid`).execute();
  });

/** Makes the folder if it is missing. Undefined if it can be written. */
function whyNotWritable(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Refuses to start where a folder of these settings can't be written. */
export function assertWritable(folders: Readonly<Record<string, string>>): void {
  for (const [name, folder] of Object.entries(folders)) {
    const reason = whyNotWritable(folder);
    if (reason !== undefined) throw new SetupError(`${name} ${folder} cannot be written: ${reason}.`);
  }
}
