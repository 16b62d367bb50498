// The statements that name rows by the values of their columns. `scripts/check-tables.ts` knows these functions.
import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from './database.ts';
import { type ApplicationId, columnNames, type Tables } from './tables.ts';

type Table = keyof Tables;
type Row<T extends Table> = Selectable<Tables[T]>;
type Column<T extends Table> = keyof Row<T> & string;

/** Every part of a comparison must hold. */
type Comparison<V> = { readonly [O in '<' | '<=' | '>' | '>=' | '<>']?: V | RawBuilder<V> };
/** What the column must equal, a list of which it must equal one, or what it is compared with. */
type Where<T extends Table> = {
  readonly [C in Column<T>]?: Row<T>[C] | readonly Row<T>[C][] | Comparison<Row<T>[C]>;
};

/** What to set columns to: a value, or an expression of the row as it is. */
type Changes<T extends Table> = {
  readonly [C in keyof Updateable<Tables[T]>]: Updateable<Tables[T]>[C] | RawBuilder<unknown>;
};

/** A column, also under another name. */
type Named<T extends Table> = Column<T> | `${Column<T>} as ${string}`;
type Picked<T extends Table, N extends string> = {
  [P in N as P extends `${string} as ${infer Alias}` ? Alias : P]: Row<T>[(P extends `${infer C} as ${string}`
    ? C
    : P) &
    Column<T>];
};

/** For the functions below, whose own types name the table. */
const untyped = (db: Db) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;

interface Filterable<Q> {
  where(
    column: string,
    operator: 'is' | 'is not' | 'in' | '=' | keyof Comparison<unknown>,
    value: unknown,
  ): Q;
}

/** An empty list matches no row: SQL has no `in ()`, and `= null` is never true. */
function matching<Q extends Filterable<Q>>(query: Q, where: object): Q {
  return Object.entries(where).reduce((narrowed, [column, value]) => {
    if (value?.constructor === Object)
      return Object.entries(value).reduce(
        (compared, [operator, other]) =>
          other === null && operator === '<>'
            ? compared.where(column, 'is not', null)
            : compared.where(column, operator as keyof Comparison<unknown>, other),
        narrowed,
      );
    if (!Array.isArray(value)) return narrowed.where(column, value === null ? 'is' : '=', value);
    return value.length === 0 ? narrowed.where(column, '=', null) : narrowed.where(column, 'in', value);
  }, query);
}

export function rowsOf<T extends Table>(
  db: Db,
  table: T,
  where: Where<T>,
  order: readonly (Column<T> | `${Column<T>} desc`)[] = [],
) {
  const name: string = table;
  const selected = <N extends Named<T>>(columns: readonly N[]) =>
    order
      .reduce(
        (query, by) => {
          const [column = '', direction] = by.split(' ');
          return query.orderBy(column, direction as 'desc' | undefined);
        },
        matching(untyped(db).selectFrom(name).select(columns), where),
      )
      .$castTo<Picked<T, N>>();
  /** By name: the database stores the plan of a query only if the query names what it returns. */
  const every = columnNames[table] as readonly string[];
  const first = <const N extends Named<T> = Column<T>>(columns = every as readonly N[]) =>
    (order.length > 0 ? selected(columns).limit(1) : selected(columns)).executeTakeFirst();
  const all = <const N extends Named<T> = Column<T>>(columns = every as readonly N[], most?: number) =>
    (most === undefined ? selected(columns) : selected(columns).limit(most)).execute();
  return {
    /** Of several, the first in the order. */
    first,
    all,
    /** A column of the first. */
    value: async <C extends Column<T>>(column: C) =>
      ((await first([column])) as unknown as Pick<Row<T>, C> | undefined)?.[column],
    values: async <C extends Column<T>>(column: C) =>
      ((await all([column])) as unknown as Pick<Row<T>, C>[]).map((row) => row[column]),
    /** Throws if there is none. */
    one: <const N extends Named<T> = Column<T>>(columns = every as readonly N[]) =>
      selected(columns).executeTakeFirstOrThrow(),
    /** Locked until the transaction ends. */
    lock: <const N extends Named<T> = Column<T>>(columns = every as readonly N[]) =>
      selected(columns).forUpdate().executeTakeFirst(),
    /** Locks some that no other transaction has locked. */
    claim: <const N extends Named<T>>(columns: readonly N[], most: number) =>
      selected(columns).limit(most).forUpdate().skipLocked().execute(),

    async count(): Promise<number> {
      const query = matching(untyped(db).selectFrom(name).select(sql`count(*)`.as('count')), where);
      return Number((await query.executeTakeFirstOrThrow()).count);
    },

    async exist(): Promise<boolean> {
      const query = matching(untyped(db).selectFrom(name).select(sql`1`.as('one')), where);
      return (await query.limit(1).executeTakeFirst()) !== undefined;
    },

    /** Whether there was such a row. */
    async update(changes: Changes<T>): Promise<boolean> {
      const query = matching(untyped(db).updateTable(name).set(changes), where);
      return (await query.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
    },
    /** The rows that were changed. */
    updated: <const N extends Named<T>>(changes: Changes<T>, columns: readonly N[]) =>
      matching(untyped(db).updateTable(name).set(changes), where)
        .returning(columns)
        .$castTo<Picked<T, N>>()
        .execute(),

    /** Whether there was such a row. */
    async delete(): Promise<boolean> {
      const query = matching(untyped(db).deleteFrom(name), where);
      return (await query.executeTakeFirstOrThrow()).numDeletedRows > 0n;
    },
  };
}

/** Comes before the first write of an application's rows, as in `transactOn`, where its columns aren't needed. */
export const lockApplicationRow = (tx: Tx, id: ApplicationId): Promise<unknown> =>
  sql`select from application where id = ${id} for update`.execute(tx);

/** The day before an application's creation, since clocks differ: of what is kept by time, a query reads no earlier partition. */
export const beforeCreation = (id: ApplicationId) =>
  sql<Date>`(select created_at - interval '1 day' from application where id = ${id})`;

/** From an instant until before another. */
export interface Period {
  readonly from: Date;
  readonly until: Date;
}

/** The last row that was read, of rows that are ordered by an instant and their id. */
export interface Cursor {
  readonly at: Date;
  readonly id: string;
}

/** So many rows after the last one of the page before. */
export interface Page {
  readonly after: Cursor | undefined;
  readonly size: number;
}

/** Compares both at once, so that an index on both finds the page. */
export const isAfter = (column: string, { after }: Pick<Page, 'after'>, id = 'id') =>
  sql<boolean>`(${sql.ref(column)}, ${sql.ref(id)}) > (${after?.at}, ${after?.id}::uuid)`;

/** One row, or several. */
type Inserted<T extends Table> = Insertable<Tables[T]> | readonly Insertable<Tables[T]>[];

export async function insertRow<T extends Table>(db: Db, table: T, row: Inserted<T>) {
  const name: string = table;
  await untyped(db).insertInto(name).values(row).execute();
}

/** Two requests did the same thing at once, and the other one was first. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23505' &&
  'constraint' in error &&
  error.constraint === constraint;

/** A row that has this key already stays as it is. False if none was inserted. */
export async function insertOnce<T extends Table>(
  db: Db,
  table: T,
  key: readonly Column<T>[],
  row: Inserted<T>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await untyped(db)
    .insertInto(table as string)
    .values(row)
    .onConflict((conflict) => conflict.columns([...key]).doNothing())
    .executeTakeFirstOrThrow();
  return inserted !== undefined && inserted > 0n;
}

/** Takes the place of the row with this key. */
export const saveRow = <T extends Table, K extends Partial<Insertable<Tables[T]>>>(
  db: Db,
  table: T,
  key: K,
  row: Omit<Insertable<Tables[T]>, keyof K>,
) =>
  untyped(db)
    .insertInto(table as string)
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(Object.keys(key)).doUpdateSet(row))
    .execute();

/** Deletes some of the rows that meet a condition, and returns how many. */
export async function deleteSome(tx: Tx, table: Table, condition: RawBuilder<unknown>, most: number) {
  const name = sql.table(table);
  const { numAffectedRows = 0n } = await sql`
    delete from ${name} where id in (select id from ${name} where ${condition} limit ${most})`.execute(tx);
  return Number(numAffectedRows);
}

/** What an operator needs to know of a large number is that it is large; to count a million rows takes a second. */
const mostCounted = 10_000;

/** A column `count` of the rows that these tables and conditions select, as far as they are counted. */
export const countUpTo = (from: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select count(*) as count from (select 1 from ${from} limit ${mostCounted}) as counted`;

export const countText = (count: number): string => (count < mostCounted ? String(count) : `${mostCounted}+`);

/** That a UUID begins with some of its characters, as a range that an index serves; comparing texts would read the whole table. */
export function uuidBegins(column: string, beginning: string): RawBuilder<boolean> {
  const hex = beginning.toLowerCase().replaceAll('-', '');
  return sql<boolean>`${sql.ref(column)} between ${hex.padEnd(32, '0')}::uuid and ${hex.padEnd(32, 'f')}::uuid`;
}
