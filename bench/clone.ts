// Copies prototypes over 25 months. Only the newest copies are re-encrypted and can be decrypted.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { encryptedColumns, encryptionContext } from '../server/src/platform/db/tables.ts';
import type { Encrypted, Vault } from '../server/src/platform/encryption.ts';
import { deleteAfterSeconds } from '../server/src/platform/jobs/queue.ts';
import { growingTables, type Prototype, type Row } from './prototypes.ts';

const dayMs = 86_400_000;
/** 25 months. */
const days = 761;
/** Copies that load together, so that the rows of one application lie close to each other. */
const chunk = 5000;
/** The queue deletes finished jobs then. */
const finishedJobsDays = deleteAfterSeconds / 86_400;
const queue = 'pgboss.job';

interface Column {
  readonly name: string;
  readonly type: string;
  /** What makes a row unique. */
  readonly isUnique: boolean;
}

interface Copies {
  readonly count: number;
  /** Only the newest ones are made. */
  readonly newest: number;
  /** So many of the newest can be decrypted. */
  readonly decryptable: number;
  readonly now: Date;
  readonly withDocuments?: boolean;
}

type TableColumns = ReadonlyMap<string, readonly Column[]>;

export async function fill(
  url: string,
  prototypes: readonly Prototype[],
  vault: Vault,
  { count, newest, decryptable, now, withDocuments = false }: Copies,
): Promise<void> {
  const clients = [await connect(url), await connect(url)];
  const [first] = clients as [pg.Client];
  // As the product made them over the months.
  await first.query(
    "select add_partitions('measurement', 'month', month) from generate_series($1, $2::timestamptz, '28 days') month",
    [new Date(now.getTime() - days * dayMs), now],
  );
  const tables = new Map<string, readonly Column[]>();
  for (const table of [...(await growingTables(first)).keys(), queue])
    tables.set(table, await columnsOf(first, table));
  const restore = await dropIndexes(
    first,
    [...tables.keys()].filter((table) => table !== queue),
  );
  const timeline = { count, step: (days * dayMs) / count, now };
  const chunks = Array.from({ length: Math.ceil(newest / chunk) }, (_, at) => count - newest + at * chunk);
  await Promise.all(
    clients.map(async (client) => {
      for (let from = chunks.shift(); from !== undefined; from = chunks.shift()) {
        const range = { from, until: Math.min(from + chunk, count), ...timeline };
        const statements = prototypes.flatMap((prototype) =>
          copies(prototypes, prototype, { tables, withDocuments }, range),
        );
        await client.query(`begin; ${statements.join(';\n')}; commit`);
      }
    }),
  );
  for (const statement of restore) await first.query(statement);
  await moveSequences(first);
  await first.query('vacuum (analyze)');
  // A batch of a key rotation is measured on these, so they fill pages of their own.
  await first.query('alter table applicant set (fillfactor = 80)');
  for (let n = count - decryptable; n < count; n += 1)
    await reencrypt(first, vault, rowsAt(prototypes, timeline, n), tables, n);
  await first.query('alter table applicant reset (fillfactor)');
  for (const client of clients) await client.end();
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // No trigger fires for rows that the product wrote once.
  await client.query(
    "set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'",
  );
  return client;
}

async function columnsOf(client: pg.Client, table: string): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type, exists (
       select 1 from pg_index i where i.indrelid = a.attrelid and i.indisunique and i.indkey[i.indnkeyatts - 1] = a.attnum
         and not exists (
           select 1 from pg_attribute u
           where u.attrelid = a.attrelid and u.attnum = any(i.indkey) and u.atttypid = 'uuid'::regtype)) as "isUnique"
     from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by a.attnum`,
    [table],
  );
  return rows;
}

/** Returns the statements that make them again, in order, and so check every row. */
async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
     from pg_constraint
     where contype in ('f', 'p', 'u') and conparentid = 0 and conrelid::regclass::text = any($1)
     union all
     select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
     from pg_index i left join pg_inherits h on h.inhrelid = i.indexrelid
     where i.indrelid::regclass::text = any($1) and h.inhrelid is null
       and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))`,
    [tables],
  );
  const isForeign = ({ make }: { make: string }) => make.includes(' FOREIGN KEY ');
  const ordered = [...rows.filter(isForeign), ...rows.filter((row) => !isForeign(row))];
  for (const { drop } of ordered) await client.query(drop);
  return ordered.reverse().map(({ make }) => make);
}

interface Timeline {
  readonly count: number;
  /** Milliseconds between two copies, of which the first is the oldest. */
  readonly step: number;
  readonly now: Date;
}

/** Which prototype a copy has, of a thousand places: neighbors differ. */
const stride = 619;

function placesOf(prototypes: readonly Prototype[], wanted: Prototype): readonly [number, number] {
  if (wanted.share === 1000) return [0, 1000];
  const before = prototypes.slice(0, prototypes.indexOf(wanted)).reduce((sum, { share }) => sum + share, 0);
  return [before, before + wanted.share];
}

function rowsAt(prototypes: readonly Prototype[], { count, step }: Timeline, n: number) {
  const place = (n * stride) % 1000;
  const age = ((count - n) * step) / dayMs;
  const prototype = prototypes.find((each) => placesOf(prototypes, each)[1] > place);
  return prototype?.ages.findLast(({ from }) => from <= age)?.rows ?? new Map<string, readonly Row[]>();
}

/** The statements that copy one prototype, at each of its ages, in this range. */
function copies(
  prototypes: readonly Prototype[],
  prototype: Prototype,
  { tables, withDocuments }: { readonly tables: TableColumns; readonly withDocuments: boolean },
  { from, until, count, step, now }: Timeline & { readonly from: number; readonly until: number },
): readonly string[] {
  const [low, high] = placesOf(prototypes, prototype);
  /** The first copy that is younger than this. */
  const youngerThan = (age: number) => Math.ceil(count - (age * dayMs) / step);
  return prototype.ages.flatMap(({ from: youngest, rows }, at) => {
    const older = prototype.ages[at + 1]?.from;
    const first = Math.max(from, older === undefined ? 0 : youngerThan(older));
    const last = Math.min(until, youngerThan(youngest) + (youngest === 0 ? 1 : 0));
    if (first >= last) return [];
    const shift = `(${now.getTime() - prototype.madeAt.getTime() - count * step} + n * ${step}::float8) * interval '1 millisecond'`;
    return [...rows].flatMap(([table, found]) => {
      const begin = table === queue ? Math.max(first, youngerThan(finishedJobsDays)) : first;
      const columns = tables.get(table) ?? [];
      return found.map(
        (
          row,
        ) => `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) overriding system value
          select ${columns.map((column) => expression(table, column, row[column.name] ?? null, withDocuments)).join(', ')}
          from (select n, ${shift} as shift from generate_series(${begin}, ${last - 1}) n
            where n * ${stride} % 1000 >= ${low} and n * ${stride} % 1000 < ${high} offset 0) one`,
      );
    });
  });
}

const uuid = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;
const literal = (text: string) => pg.escapeLiteral(text);
const isEncrypted = (table: string, column: string) =>
  (encryptedColumns as Readonly<Record<string, { columns: readonly string[] }>>)[table]?.columns.includes(
    column,
  ) ?? false;

/** What copy `n` has in a column, as SQL. Equal ids stay equal in every table. */
function expression(table: string, column: Column, value: string | null, withDocuments: boolean): string {
  const { name, type, isUnique } = column;
  if (value === null) return `null::${type}`;
  if (isEncrypted(table, name))
    return literal(table === 'document' && !withDocuments ? value.slice(0, 64) : value);
  if (type.startsWith('timestamp')) return `${literal(value)}::${type} + shift`;
  if (type === 'bigint') return `${value} + (n + 1) * 10000::bigint`;
  if (type === 'integer') return isUnique ? `n + 1000000` : value;
  if (type === 'bytea') return `sha256(convert_to(${literal(value)} || n, 'UTF8'))`;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return `to_char(${literal(value)}::date + shift, 'YYYY-MM-DD')`;
  return `(${partsOf(column, value)
    .map((part) =>
      'text' in part
        ? literal(part.text)
        : part.isId
          ? `md5(${literal(part.of)} || n)::uuid`
          : `md5(${literal(part.of)} || n)`,
    )
    .join(' || ')})::${type}`;
}

type Part = { readonly text: string } | { readonly of: string; readonly isId: boolean };

/** The parts of a value that every copy has, and those that depend on its number. */
function partsOf({ name, isUnique }: Column, value: string): readonly Part[] {
  const parts = value
    .split(uuid)
    .map((part, at): Part => (at % 2 === 0 ? { text: part } : { of: part, isId: true }))
    .filter((part) => !('text' in part) || part.text !== '');
  const differs = isUnique || (/_lookup$/.test(name) && name !== 'state_lookup');
  if (!differs || parts.length > 1) return parts;
  const keep = Math.max(0, value.length - 32);
  return [{ text: value.slice(0, keep) }, { of: value, isId: false }];
}

/** The same as text. */
function copyOf(column: Column, value: string, n: number): string {
  const md5 = (text: string) => createHash('md5').update(`${text}${n}`).digest('hex');
  const dashed = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return partsOf(column, value)
    .map((part) => ('text' in part ? part.text : part.isId ? dashed(md5(part.of)) : md5(part.of)))
    .join('');
}

async function reencrypt(
  client: pg.Client,
  vault: Vault,
  rows: ReadonlyMap<string, readonly Row[]>,
  tables: TableColumns,
  n: number,
): Promise<void> {
  for (const [table, { row: key, columns }] of Object.entries(encryptedColumns))
    for (const row of rows.get(table) ?? []) {
      const copied = (name: string) =>
        copyOf(tables.get(table)?.find((column) => column.name === name) as Column, row[name] ?? '', n);
      const context = (name: string, of: string) =>
        encryptionContext(table as 'applicant', name as 'ssn', of);
      const encrypted = columns.flatMap((name) => {
        const before = row[name] as Encrypted | null;
        if (before === null) return [];
        const text = vault.decrypt(before, context(name, row[key] ?? ''));
        return [{ name, before, after: vault.encrypt(text, context(name, copied(key))) }];
      });
      if (encrypted.length === 0) continue;
      const names = (tables.get(table) ?? []).map(({ name }) => `"${name}"`);
      const afters = new Map(encrypted.map(({ name }, index) => [`"${name}"`, `$${index + 3}`]));
      const befores = encrypted.map(({ name }, index) => `"${name}" = $${index + 3 + encrypted.length}`);
      await client.query(
        `with one as (
           delete from ${table} where application_id = $1 and "${key}"::text = $2 and ${befores.join(' and ')} returning *
         )
         insert into ${table} (${names.join(', ')}) overriding system value
         select ${names.map((name) => afters.get(name) ?? name).join(', ')} from one`,
        [
          copied('application_id'),
          copied(key),
          ...encrypted.map(({ after }) => after),
          ...encrypted.map(({ before }) => before),
        ],
      );
    }
}

async function moveSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ move: string }>(`
    select format('select setval(%L, (select max(%I) + 1 from %s))', pg_get_serial_sequence(attrelid::regclass::text, attname),
      attname, attrelid::regclass) as move
    from pg_attribute join pg_class c on c.oid = attrelid
    where attidentity <> '' and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`);
  for (const { move } of rows) await client.query(move);
}
