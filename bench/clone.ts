// Copies prototypes over 25 months. A copy's encrypted fields can't be decrypted: they are bound to their prototype's ids.
import pg from 'pg';
import { encryptedColumns } from '../server/src/platform/db/tables.ts';
import { deleteAfterSeconds } from '../server/src/platform/jobs/queue.ts';
import { growingTables, type Prototype } from './prototypes.ts';

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
  readonly now: Date;
  readonly withDocuments?: boolean;
}

type TableColumns = ReadonlyMap<string, readonly Column[]>;

export async function fill(
  url: string,
  prototypes: readonly Prototype[],
  { count, newest, now, withDocuments = false }: Copies,
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
  const parts = value.split(uuid);
  const differs = isUnique || (/_lookup$/.test(name) && name !== 'state_lookup');
  if (differs && parts.length === 1)
    return `(${literal(value.slice(0, -32))} || md5(${literal(value)} || n))::${type}`;
  // Every second part is an id.
  const copied = parts.map((part, at) => (at % 2 === 0 ? literal(part) : `md5(${literal(part)} || n)::uuid`));
  return `(${copied.filter((part) => part !== "''").join(' || ')})::${type}`;
}

async function moveSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ move: string }>(`
    select format('select setval(%L, (select max(%I) + 1 from %s))', pg_get_serial_sequence(attrelid::regclass::text, attname),
      attname, attrelid::regclass) as move
    from pg_attribute join pg_class c on c.oid = attrelid
    where attidentity <> '' and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`);
  for (const { move } of rows) await client.query(move);
}
