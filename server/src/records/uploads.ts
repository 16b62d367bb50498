// Documents that applicants upload, encrypted: the parts as they arrive, for minutes, and the files that they make, in the blob store.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/database.ts';
import { deleteSome, insertOnce, rowsOf } from '../platform/db/rows.ts';
import { type ApplicationId, encryptionContext } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import type { With } from '../services.ts';
import type { StoredBlob } from '../vendors/blob-store/blobs.ts';

export type UploadedFile = Awaited<ReturnType<typeof uploadsOf>>[number];

interface Part {
  readonly key: string;
  /** From 1. */
  readonly part: number;
  readonly parts: number;
  readonly content: Uint8Array;
}

/** Stores a part once, and returns how many of the file's parts have arrived. */
export async function savePart(
  tx: Tx,
  { vault, clock }: With<'vault' | 'clock'>,
  applicationId: ApplicationId,
  { key, part, parts, content }: Part,
): Promise<number> {
  const id = randomUUID();
  const encrypted = vault.encrypt(
    Buffer.from(content).toString('base64'),
    encryptionContext('uploaded_part', 'content', id),
  );
  await insertOnce(tx, 'uploaded_part', ['application_id', 'file_key', 'part'], {
    id,
    application_id: applicationId,
    file_key: key,
    part,
    parts,
    content: encrypted,
    added_at: clock.now(),
  });
  return rowsOf(tx, 'uploaded_part', { application_id: applicationId, file_key: key, parts }).count();
}

/** How many files of an application, besides one, have begun to arrive. */
export async function countOthersUnfinished(db: Db, id: ApplicationId, key: string): Promise<number> {
  const others = rowsOf(db, 'uploaded_part', { application_id: id, file_key: { '<>': key } });
  return new Set(await others.values('file_key')).size;
}

/** The file that the parts make. Undefined if there are none. */
export async function readParts(db: Db, vault: Vault, id: ApplicationId, key: string) {
  const rows = await rowsOf(db, 'uploaded_part', { application_id: id, file_key: key }, ['part']).all();
  if (rows.length === 0) return undefined;
  return Buffer.concat(
    rows.map((row) =>
      Buffer.from(
        vault.decrypt(row.content, encryptionContext('uploaded_part', 'content', row.id)),
        'base64',
      ),
    ),
  );
}

export const deleteParts = (db: Db, id: ApplicationId, key: string) =>
  rowsOf(db, 'uploaded_part', { application_id: id, file_key: key }).delete();

/** Stores a file once. */
export async function saveUpload(
  tx: Tx,
  { vault, clock, blobs }: With<'vault' | 'clock' | 'blobs'>,
  applicationId: ApplicationId,
  file: Pick<UploadedFile, 'kind' | 'key' | 'contentType' | 'bytes' | 'pages' | 'sha256'> & {
    readonly name: string | undefined;
    readonly content: StoredBlob;
  },
): Promise<void> {
  const id = randomUUID();
  const isNew = await insertOnce(tx, 'uploaded_file', ['application_id', 'file_key'], {
    id,
    application_id: applicationId,
    kind: file.kind,
    file_key: file.key,
    name:
      file.name === undefined
        ? null
        : vault.encrypt(file.name, encryptionContext('uploaded_file', 'name', id)),
    content_type: file.contentType,
    byte_count: file.bytes,
    page_count: file.pages,
    sha256: file.sha256,
    content: file.content.key,
    added_at: clock.now(),
  });
  if (isNew) await blobs.save(tx, applicationId, file.content);
}

/** Every file in the order in which they were added. Opens none of them. */
export const uploadsOf = (db: Db, id: ApplicationId) =>
  rowsOf(db, 'uploaded_file', { application_id: id }, ['position']).all([
    'id',
    'kind',
    'file_key as key',
    'content_type as contentType',
    'byte_count as bytes',
    'page_count as pages',
    'sha256',
    'content',
    // When it was handed in, with what else; null until then.
    'hand_in_id as handInId',
    'handed_in_at as handedInAt',
  ]);

/** When the files of each of these applications were handed in. */
export async function handedInTimes(
  db: Db,
  ids: readonly ApplicationId[],
): Promise<ReadonlyMap<ApplicationId, readonly Date[]>> {
  const files = rowsOf(db, 'uploaded_file', { application_id: ids }, ['position']);
  const rows = await files.all(['application_id', 'handed_in_at']);
  const byApplication = Map.groupBy(rows, ({ application_id }) => application_id);
  return new Map(
    [...byApplication].map(([id, own]) => [id, own.flatMap(({ handed_in_at }) => handed_in_at ?? [])]),
  );
}

/** The names of the files that were not handed in, by their keys. */
export async function namesOfUploads(
  db: Db,
  vault: Vault,
  id: ApplicationId,
): Promise<ReadonlyMap<string, string>> {
  const open = rowsOf(db, 'uploaded_file', { application_id: id, hand_in_id: null });
  const rows = await open.all(['id', 'file_key', 'name']);
  return new Map(
    rows.flatMap((row) =>
      row.name === null
        ? []
        : [[row.file_key, vault.decrypt(row.name, encryptionContext('uploaded_file', 'name', row.id))]],
    ),
  );
}

/** Deletes a file that was not handed in. */
export const deleteUpload = (tx: Tx, applicationId: ApplicationId, id: string) =>
  rowsOf(tx, 'uploaded_file', { application_id: applicationId, id, hand_in_id: null }).delete();

/** Hands in everything that was added. Undefined if there is nothing. */
export async function handIn(tx: Tx, { clock }: With<'clock'>, id: ApplicationId) {
  const handInId = randomUUID();
  const added = rowsOf(tx, 'uploaded_file', { application_id: id, hand_in_id: null });
  const isHandedIn = await added.update({ hand_in_id: handInId, handed_in_at: clock.now() });
  return isHandedIn ? handInId : undefined;
}

/** Deletes parts of files that never arrived whole, and files that were never handed in. */
export async function deleteLeftUploads(
  tx: Tx,
  before: { readonly parts: Date; readonly files: Date },
  batch: number,
): Promise<number> {
  const kept = sql`not on_legal_hold(application_id)`;
  const parts = sql`added_at < ${before.parts} and ${kept}`;
  const files = sql`hand_in_id is null and added_at < ${before.files} and ${kept}`;
  return (
    (await deleteSome(tx, 'uploaded_part', parts, batch)) +
    (await deleteSome(tx, 'uploaded_file', files, batch))
  );
}
