// Copies an applicant who walked, under ids, contact details, an SSN and times of its own.
import { hash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { tables as sandboxTables } from '#sandbox/state/database.ts';
import { achNumber } from '#sandbox/vendors/plaid/bank-data.ts';
import type { Records } from '#sandbox/vendors/plaid/store.ts';
import { writeAchFiles } from '#server/funding/ach/ach-file.ts';
import {
  type ApplicationId,
  type BlobKey,
  encryptedColumns,
  tableNames,
} from '#server/platform/db/tables.ts';
import { emailedProof, shortened } from '#server/platform/emailed-links.ts';
import { type Encrypted, encryptBytes, type Vault } from '#server/platform/encryption.ts';
import { jobsEnded } from './waits.ts';
import { type Browser, form, type World } from './world.ts';

type Row = Record<string, unknown>;
type Item = Records['item'];
type Stored = readonly (readonly [table: string, rows: readonly Row[]])[];

/** What is stored of an applicant, with the encrypted columns in plain text. */
interface Snapshot {
  readonly product: Stored;
  readonly vendors: Stored;
  readonly cookies: Record<string, string>;
  readonly result: object;
}

interface Copying {
  readonly vault: Vault;
  readonly sent: Row;
  readonly laterMs: number;
  /** The copy's own value for each recorded one. */
  readonly renamed: Map<string, string>;
}
/** A piece of text as it is, or what a copy has in its place. */
type Piece = string | ((copying: Copying) => string);

export interface Recording {
  readonly at: Date;
  readonly person: number;
  readonly pieces: readonly Piece[];
  /** Decrypted, by their recorded keys. */
  readonly blobs: ReadonlyMap<string, Buffer>;
}

export interface Came {
  readonly browser: Browser;
  readonly sent: Record<string, unknown>;
}

type Hashes = ReadonlyMap<string, { readonly kind: string; readonly value: string }>;

/** The keyed hashes that a product makes from now on, by their text. */
export function hashesOf({ product }: World): Hashes {
  const hashes = new Map<string, { kind: string; value: string }>();
  const { vault } = product.services;
  const { lookup, lookups } = vault;
  vault.lookup = (kind, value) => {
    const made = lookup.call(vault, kind, value);
    hashes.set(made, { kind, value });
    return made;
  };
  vault.lookups = (kind, value) => {
    const made = lookups.call(vault, kind, value);
    for (const one of made) hashes.set(one, { kind, value });
    return made;
  };
  return hashes;
}

/** Of tables with rows of an application, in the order of their foreign keys. The database links audit events by itself. */
const tables = tableNames.filter((table) => !/^audit_(link|head|archive)$/.test(table)).toReversed();

/** Deliveries that are under way are no record. */
const vendorTables = sandboxTables.filter((table) => table !== 'webhook');

/** How many rows the vendors' tables have: those that are added after it belong to the next applicant. */
export const vendorRows = (world: World): ReadonlyMap<string, number> =>
  new Map(
    vendorTables.map((table) => [
      table,
      Number(world.sandbox.db.one(`select coalesce(max(rowid), 0) as last from ${table}`)?.last),
    ]),
  );

/** All that is stored of an applicant, once nothing is under way for them. */
async function snapshotOf(
  world: World,
  { browser, ...result }: Came,
  before: ReadonlyMap<string, number>,
): Promise<Snapshot> {
  const id = await browser.applicationId();
  await jobsEnded(world, { of: id });
  return {
    product: await productRows(world, id),
    vendors: vendorTables.map((table) => [
      table,
      world.sandbox.db
        .all(`select * from ${table} where rowid > ? order by rowid`, before.get(table) ?? 0)
        .filter(({ kind }) => kind !== 'setting' && !/^(bureau|docusign) token$/.test(String(kind)))
        .map((row) =>
          mapped(row, (value) => (value instanceof Uint8Array ? { base64: base64(value) } : value)),
        ),
    ]),
    cookies: browser.cookies,
    result,
  };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

const mapped = <A, B>(row: Record<string, A>, change: (value: A, name: string) => B) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, change(value, name)]));

export async function record(
  world: World,
  person: number,
  came: Came,
  before: ReadonlyMap<string, number>,
  hashes: Hashes,
): Promise<Recording> {
  const snapshot = await snapshotOf(world, came, before);
  const blobs = new Map<string, Buffer>();
  for (const { key } of rowsIn(snapshot.product, 'blob'))
    blobs.set(String(key), await world.services.blobs.read(key as BlobKey));
  return {
    at: world.clock.now(),
    person,
    pieces: piecesOf(JSON.stringify(snapshot), patternsOf(snapshot, hashes, came.sent)),
    blobs,
  };
}

const rowsIn = (stored: Stored, name: string) => stored.find(([table]) => table === name)?.[1] ?? [];

/** The rows of each table without what every applicant has otherwise, for a comparison. */
export async function comparable(
  world: World,
  came: Came,
  before: ReadonlyMap<string, number>,
  hashes: Hashes,
): Promise<Record<string, readonly string[]>> {
  const snapshot = await snapshotOf(world, came, before);
  const patterns = patternsOf(snapshot, hashes, came.sent);
  const masked = (row: Row) =>
    // Stages of a job that run side by side end in any order.
    piecesOf(
      JSON.stringify(mapped(row, (value) => (Array.isArray(value) ? value.toSorted() : value))),
      patterns,
    )
      .map((piece) => (typeof piece === 'string' ? piece : '…'))
      .join('')
      // Text codes, times of day, hashes and sizes of documents with the ids in them, how many others share a device, and what
      // is random.
      .replace(
        /\b\d{6}\b|\b[\da-f]{64}\b|(?<="(?:byte_count|found)":)\d+|(?<="secret":")[^"]+|(?<=…\.)[\w-]{12}|(?=[\w+/-]*[A-Z])[\w+/-]{30,}=*|\d+(?::\d\d)? [AaPp][Mm]/g,
        '…',
      );
  return Object.fromEntries(
    [...snapshot.product, ...snapshot.vendors].map(([table, rows]) => [table, rows.map(masked).sort()]),
  );
}

async function productRows({ product }: World, id: ApplicationId): Promise<Stored> {
  const { db, vault } = product.services;
  const stored: [string, Row[]][] = [];
  for (const table of tables) {
    const { rows: names } = await sql<{ name: string; is_numbered: boolean }>`
      select attname as name,
          pg_get_serial_sequence(${table}, attname) is not null as is_numbered from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(db);
    const key = table === 'application' ? 'id' : 'application_id';
    const columns = names.flatMap(({ name, is_numbered }) => (is_numbered ? [] : name));
    // The database numbers the rows of a copy in the order in which they are inserted.
    const number = names.find(({ is_numbered }) => is_numbered);
    const order = number ? sql`order by ${sql.ref(number.name)}` : sql``;
    const where =
      table === 'policy_version'
        ? sql`version in (select policy_version from decision where application_id = ${id})`
        : columns.includes(key) && sql`${sql.ref(key)} = ${id}`;
    if (!where) continue;
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(t) as row from (select ${sql.join(columns.map((name) => sql.ref(name)))}
        from ${sql.table(table)} where ${where} ${order}) t`.execute(db);
    const encrypted = encryptedIn(table);
    stored.push([
      table,
      rows.map(({ row }) =>
        mapped(row, (value, name) =>
          encrypted?.columns.includes(name) && value !== null
            ? vault.decrypt(value as Encrypted, `${table}.${name}:${row[encrypted.row]}`)
            : value,
        ),
      ),
    ]);
  }
  return stored;
}

const encryptedIn = (table: string) =>
  (encryptedColumns as Record<string, { row: string; columns: readonly string[] }>)[table];

type Patterns = ReadonlyMap<string, Exclude<Piece, string>>;

const uuid = '[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}';
const instant = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|\\+00:00)';
const hourMs = 3_600_000;
/** What is named by chance, such as a token: with a digit or a capital letter, or so long that it may have none. */
const random = /(?=[\w-]{30}|[\w-]*[\dA-Z])[\w-]{16,}/g;

/** What a copy has otherwise, by its text. */
function patternsOf(snapshot: Snapshot, hashes: Hashes, sent: Row): Patterns {
  const patterns = new Map<string, Exclude<Piece, string>>();
  const text = JSON.stringify(snapshot);
  const digits = (value: unknown) => String(value).replace(/\D/g, '');
  patterns.set(String(sent.email), (copying) => String(copying.sent.email));
  for (const name of ['phone', 'ssn']) {
    patterns.set(String(sent[name]), (copying) => String(copying.sent[name]));
    patterns.set(digits(sent[name]), (copying) => digits(copying.sent[name]));
  }
  patterns.set(digits(sent.phone).slice(1), (copying) => digits(copying.sent.phone).slice(1));
  for (const token of Object.values(snapshot.cookies)) {
    patterns.set(token, renamedLike(token));
    const hashed = (value: string) => hash('sha256', value, 'base64url');
    patterns.set(hashed(token), (copying) => hashed(renamedLike(token)(copying)));
  }
  for (const [table, rows] of snapshot.product)
    for (const { id, submission } of table === 'application' ? rows : []) {
      if (submission) patterns.set(String(submission), renamedLike(String(submission)));
      const reference = String(id).slice(0, 8);
      const short = (copying: Copying) => renamedUuid(String(id))(copying).slice(0, 8);
      patterns.set(reference, short);
      patterns.set(reference.toUpperCase(), (copying) => short(copying).toUpperCase());
      patterns.set(shortened(String(id)), (copying) => shortened(renamedUuid(String(id))(copying)));
    }
  for (const [, rows] of [...snapshot.product, ...snapshot.vendors])
    for (const row of rows)
      for (const [column, name] of Object.entries(row))
        if (/^(?:.*_id|id|reference|token_hash)$/.test(column))
          for (const [part] of String(name).replace(new RegExp(uuid, 'g'), '').matchAll(random))
            if (!patterns.has(part)) patterns.set(part, renamedLike(part));
  const known = new Map<string, readonly Piece[]>();
  const inner = (value: string) => {
    const pieces = known.get(value) ?? piecesOf(value, patterns);
    known.set(value, pieces);
    return pieces;
  };
  // A bank derives the numbers of accounts from the applicant's id.
  for (const { kind, content } of rowsIn(snapshot.vendors, 'record'))
    if (kind === 'plaid item') {
      const item = JSON.parse(String(content)) as Item;
      for (const account of item.accounts)
        patterns.set(
          achNumber(item, account).account,
          (copying) =>
            achNumber(JSON.parse(joined(inner(String(content)), copying)) as Item, account).account,
        );
    }
  for (const [made, { kind, value }] of hashes) {
    if (kind.startsWith('link:')) {
      const [subject = '', expires = ''] = value.split('\0');
      const mac = made.slice(made.indexOf('.') + 1).slice(0, 22);
      if (!text.includes(mac)) continue;
      const proof = (copying: Copying) => {
        const until = later(new Date(Number.parseInt(expires, 36) * 1000), copying);
        const purpose = kind.slice('link:'.length) as Parameters<typeof emailedProof>[1];
        return emailedProof(copying, purpose, joined(inner(subject), copying), until);
      };
      patterns.set(`${expires}.${mac}`, proof);
      patterns.set(
        `${shortened(subject)}.${expires}.${mac}`,
        (copying) => `${shortened(joined(inner(subject), copying))}.${proof(copying)}`,
      );
    } else if (text.includes(made))
      patterns.set(made, (copying) => copying.vault.lookup(kind, joined(inner(value), copying)));
  }
  return patterns;
}

function piecesOf(text: string, patterns: Patterns): readonly Piece[] {
  const literals = [...patterns.keys()]
    .sort((a, b) => b.length - a.length)
    .map((one) => one.replace(/[.+*?^$()[\]{}|\\]/g, '\\$&'));
  const pattern = new RegExp([uuid, instant, ...literals].join('|'), 'g');
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    pieces.push(text.slice(end, index), patterns.get(found) ?? renamedOrLater(found));
    end = index + found.length;
  }
  pieces.push(text.slice(end));
  return pieces;
}

/** The end of a day at the lender, a second before midnight, is the end of the same day for a copy. */
const later = (at: Date, { laterMs }: Copying) =>
  new Date(at.getTime() + (at.getTime() % hourMs === hourMs - 1000 ? 0 : laterMs));

const renamedOrLater = (found: string) =>
  found.includes('T')
    ? (copying: Copying) => later(new Date(found), copying).toISOString()
    : renamedUuid(found);

const joined = (pieces: readonly Piece[], copying: Copying) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece(copying))).join('');

function renamed({ renamed: names }: Copying, value: string, make: () => string): string {
  const known = names.get(value) ?? make();
  names.set(value, known);
  return known;
}

const renamedUuid = (value: string) => (copying: Copying) => renamed(copying, value, randomUUID);

/** Other characters of the same kinds, so that a number remains one. */
const renamedLike = (value: string) => (copying: Copying) =>
  renamed(copying, value, () =>
    /^[\da-f]+$/.test(value)
      ? randomBytes(value.length).toString('hex').slice(0, value.length)
      : value.replace(/[a-z]|[A-Z]|\d/g, (char) =>
          /\d/.test(char)
            ? String(randomInt(10))
            : String.fromCharCode((/[a-z]/.test(char) ? 97 : 65) + randomInt(26)),
        ),
  );

export async function copy<T extends Came>(world: World, recording: Recording): Promise<T> {
  const { person, pieces, blobs } = recording;
  const sent = form(person, {}, world.turns);
  const laterMs = world.clock.now().getTime() - recording.at.getTime();
  const copying: Copying = { vault: world.services.vault, sent, laterMs, renamed: new Map() };
  const snapshot = JSON.parse(joined(pieces, copying)) as Snapshot;
  const copied = (key: string) => joined(piecesOf(key, new Map()), copying) as BlobKey;
  const contents = new Map([...blobs].map(([key, content]) => [copied(key), content]));
  for (const row of rowsIn(snapshot.product, 'blob')) {
    const key = row.key as BlobKey;
    const secret = Buffer.from(String(row.secret), 'base64');
    const encrypted = encryptBytes(secret, contents.get(key) as Buffer, key);
    row.sha256 = hash('sha256', encrypted);
    await world.services.vendors.blobStore.put(key, encrypted, undefined, AbortSignal.timeout(60_000));
  }
  for (const { operation, application_id: id } of rowsIn(snapshot.product, 'vendor_call'))
    if (operation === 'hard-pull') await world.services.blobs.notePull(id as ApplicationId);
  await world.db.transaction().execute(async (tx) => {
    for (const [table, [first, ...others]] of snapshot.product) {
      if (first === undefined) continue;
      const encrypted = encryptedIn(table);
      const rows = [first, ...others].map((row) =>
        mapped(row, (value, name) =>
          encrypted?.columns.includes(name) && value !== null
            ? world.services.vault.encrypt(String(value), `${table}.${name}:${row[encrypted.row]}`)
            : value,
        ),
      );
      const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)));
      await sql`
        insert into ${sql.table(table)} (${columns})
        select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
        ${table === 'policy_version' ? sql`on conflict do nothing` : sql``}`.execute(tx);
    }
  });
  // The file of their day has their money.
  for (const { file_day: day, written_at: isWritten } of rowsIn(snapshot.product, 'disbursement'))
    if (isWritten) await writeAchFiles(world.services, String(day), async () => {});
  for (const [table, rows] of snapshot.vendors)
    for (const row of rows)
      world.sandbox.db.insert(
        table,
        mapped(row, (value) =>
          value !== null && typeof value === 'object' && 'base64' in value
            ? Buffer.from(String(value.base64), 'base64')
            : (value as string | number | null),
        ),
        // What a vendor stores for all applicants is there already.
        table === 'record' ? 'ignore' : 'abort',
      );
  return { ...snapshot.result, browser: world.browser().as(snapshot), sent } as unknown as T;
}
