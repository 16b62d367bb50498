// The objects of the blob store and the rows that name them. Each object is encrypted with a key of its own before the store sees it;
// the row has that key, encrypted, so that changing our keys rewrites rows and no objects, and deleting a row makes its object
// unreadable at once. Notes of hard pulls are neither: they are the ids of applications, as they are.
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { type Clock, daysAfter, monthsAfter } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { insertRow, rowsOf } from '../../platform/db/rows.ts';
import { type ApplicationId, type BlobKey, encryptionContext } from '../../platform/db/tables.ts';
import { decryptBytes, encryptBytes, type Vault } from '../../platform/encryption.ts';
import { inTime, OutcomeUnknown } from '../../platform/jobs/vendor-calls.ts';
import type { VendorTimeouts } from '../../platform/vendor-timeouts.ts';
import { VendorRefused } from '../http-client.ts';
import type { Checkable } from '../vendor-check.ts';

/** The most keys that `list` returns. */
export const listedAtOnce = 1000;

/** Every method rejects with `VendorUnavailable` if the store is unavailable or refuses. */
export interface BlobStore extends Checkable {
  /** Writes an object that no one deletes or overwrites before `lockedUntil`, where the store can hold to that. */
  put(key: string, bytes: Buffer, lockedUntil: Date | undefined, signal: AbortSignal): Promise<void>;
  /** Undefined if there is no such object. */
  get(key: string, signal: AbortSignal): Promise<Buffer | undefined>;
  /** An object that is not there counts as removed. */
  remove(key: string, signal: AbortSignal): Promise<void>;
  /** The keys that begin with `prefix` and come after another one, in the order of their bytes, `listedAtOnce` at most. */
  list(prefix: string, after: string, signal: AbortSignal): Promise<readonly string[]>;
}

/** The first part of a key. */
export const blobKinds = ['documents', 'signed', 'uploads', 'audit'] as const;
const lockedKinds: readonly string[] = ['signed', 'audit'];
/** The same of notes that a hard pull may begin, which no row names. */
export const pullNotes = 'pulls';

/** Longer than any work between an object and its row, and long enough to notice that a wrong backup was restored. */
export const orphanDays = 7;
const timeoutSeconds = 10;

/** An object that is in the store, and that no row names yet. */
export interface StoredBlob {
  readonly key: BlobKey;
  readonly byteCount: number;
  readonly sha256: string;
  readonly secret: Buffer;
}

/** A row names an object that the store does not have, or has with other bytes. */
export class MissingBlob extends Error {
  constructor(key: BlobKey) {
    super(`The blob store lacks ${key}, or holds other bytes. Restore it (docs/backup-and-restore.md).`);
  }
}

interface Needs {
  readonly db: Db;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly store: () => BlobStore;
  readonly timeouts: VendorTimeouts;
  /** How many months object lock keeps anyone from deleting an object of `lockedKinds`. */
  readonly lockMonths: number;
  readonly onMissing?: () => void;
}

interface Difference {
  /** Objects that no row names. */
  readonly orphans: readonly string[];
  readonly missing: readonly { readonly key: BlobKey; readonly applicationId: ApplicationId | null }[];
}

const hashOf = (bytes: Buffer) => hash('sha256', bytes);
const batch = 100;
/** A store that refuses more of them refuses us. */
const mostRefused = 10;

export class Blobs {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Stores bytes and reads them back. Never inside a transaction. Without `save`, the scheduled round removes the object. */
  async store(kind: (typeof blobKinds)[number], content: Buffer): Promise<StoredBlob> {
    const { clock, lockMonths } = this.#needs;
    const key = `${kind}/${dayOf(clock.now())}/${randomUUID()}` as BlobKey;
    const secret = randomBytes(32);
    const encrypted = encryptBytes(secret, content, key);
    const lockedUntil = lockedKinds.includes(kind) ? monthsAfter(clock.now(), lockMonths) : undefined;
    await this.#inTime((signal) => this.#store.put(key, encrypted, lockedUntil, signal));
    const back = await this.#get(key);
    if (!back?.equals(encrypted)) throw new OutcomeUnknown('the blob store did not return what was stored');
    return { key, byteCount: encrypted.length, sha256: hashOf(encrypted), secret };
  }

  async save(tx: Tx, applicationId: ApplicationId | null, blob: StoredBlob): Promise<BlobKey> {
    const { vault, clock } = this.#needs;
    await insertRow(tx, 'blob', {
      key: blob.key,
      application_id: applicationId,
      byte_count: blob.byteCount,
      sha256: blob.sha256,
      secret: vault.encrypt(blob.secret.toString('base64'), encryptionContext('blob', 'secret', blob.key)),
      stored_at: clock.now(),
    });
    return blob.key;
  }

  /** Throws `MissingBlob` if the store does not have what was stored. Inside a transaction only where nothing waits for it. */
  async read(key: BlobKey, db = this.#needs.db): Promise<Buffer> {
    const { vault, onMissing } = this.#needs;
    const row = await rowsOf(db, 'blob', { key }).first(['sha256', 'secret']);
    const encrypted = row && (await this.#get(key));
    if (row === undefined || encrypted === undefined || hashOf(encrypted) !== row.sha256) {
      onMissing?.();
      throw new MissingBlob(key);
    }
    const secret = vault.decrypt(row.secret, encryptionContext('blob', 'secret', key));
    return decryptBytes(Buffer.from(secret, 'base64'), encrypted, key);
  }

  /** Removes the objects of deleted rows. A refused one is thrown at the end; an outage or many refusals at once. */
  async removeDeleted(): Promise<number> {
    const { db } = this.#needs;
    const refused: VendorRefused[] = [];
    let count = 0;
    for (let after = '' as BlobKey; ; ) {
      const rows = await rowsOf(db, 'removed_blob', { key: { '>': after } }, ['key']).all(['key'], batch);
      for (const { key } of rows)
        try {
          // A role that may insert keys here must not delete an object that a row names.
          if (!(await rowsOf(db, 'blob', { key }).exist())) await this.#remove(key);
          await rowsOf(db, 'removed_blob', { key }).delete();
          count += 1;
        } catch (error) {
          if (!(error instanceof VendorRefused) || refused.length === mostRefused) throw error;
          refused.push(error);
        }
      const last = rows.at(-1);
      if (last !== undefined && rows.length === batch) after = last.key;
      else if (refused[0] !== undefined) throw refused[0];
      else return count;
    }
  }

  /** What the store and the rows do not have in common, of keys that begin with `prefix`. */
  async compare(prefix: string): Promise<Difference> {
    const { db } = this.#needs;
    const orphans: string[] = [];
    const missing: Difference['missing'][number][] = [];
    for (let after = ''; ; ) {
      const listed = await this.#inTime((signal) => this.#store.list(prefix, after, signal));
      // The keys are ASCII below "~".
      const within = { '>': (after === '' ? prefix : after) as BlobKey, '<': `${prefix}~` as BlobKey };
      const kept = rowsOf(db, 'blob', { key: within }, ['key']);
      const rows = await kept.all(['key', 'application_id as applicationId'], listedAtOnce);
      // Both are known up to here.
      const ends = [listed, rows.map(({ key }) => key)].flatMap((page) =>
        page.length < listedAtOnce ? [] : [page.at(-1) as string],
      );
      const until = ends.sort()[0];
      const isKnown = (key: string) => until === undefined || key <= until;
      const there = new Set(listed);
      const named = new Set<string>(rows.map(({ key }) => key));
      orphans.push(...listed.filter((key) => isKnown(key) && !named.has(key)));
      for (const row of rows)
        if (isKnown(row.key) && !there.has(row.key) && (await this.#isMissing(row.key))) missing.push(row);
      if (until === undefined) return { orphans, missing };
      after = until;
    }
  }

  /** The row may have been written, or deleted, since the store was listed. */
  async #isMissing(key: BlobKey): Promise<boolean> {
    const { db } = this.#needs;
    if ((await this.#get(key)) !== undefined) return false;
    return rowsOf(db, 'blob', { key }).exist();
  }

  /** Notes, where a restore of the database does not reach, that a hard pull may begin. Removed as an orphan. */
  async notePull(id: ApplicationId): Promise<void> {
    const key = `${pullNotes}/${dayOf(this.#needs.clock.now())}/${id}`;
    await this.#inTime((signal) => this.#store.put(key, Buffer.from(id), undefined, signal));
  }

  /** The applications whose hard pull may have begun, of the last `orphanDays` less one. */
  async notedPulls(): Promise<ReadonlySet<string>> {
    const { orphans } = await this.compare(`${pullNotes}/`);
    return new Set(orphans.map((key) => key.split('/')[2] as string));
  }

  /** Removes orphans that are old enough, and returns how many. */
  async removeOrphans(orphans: readonly string[]): Promise<number> {
    const { clock } = this.#needs;
    const before = dayOf(daysAfter(clock.now(), -orphanDays));
    const old = orphans.filter((key) => (key.split('/')[1] ?? '') <= before);
    for (const key of old) await this.#remove(key);
    return old.length;
  }

  get #store(): BlobStore {
    return this.#needs.store();
  }

  #get(key: string): Promise<Buffer | undefined> {
    return this.#inTime((signal) => this.#store.get(key, signal));
  }

  #remove(key: string): Promise<void> {
    return this.#inTime((signal) => this.#store.remove(key, signal));
  }

  /** A folder on a server that is down answers no call, and ends none at its signal. */
  #inTime<T>(use: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return inTime(this.#needs.timeouts.signal(timeoutSeconds), use);
  }
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
