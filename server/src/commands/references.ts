// The references that operators type: whole, or as letters and lists begin them, in either case.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { uuidBegins } from '../platform/db/rows.ts';
import type { Tables } from '../platform/db/tables.ts';
import { SetupError } from '../platform/failure.ts';
import { refuseWord, type Word } from './command.ts';

const referenced = {
  application: 'application',
  hold: 'hold',
  job: 'job',
  legal_hold: 'legal hold',
} as const satisfies Partial<Record<keyof Tables, string>>;
type Referenced = keyof typeof referenced;

/** A reference, or its beginning of at least eight characters. */
export const beginning: Word<string> = {
  shown: 'reference',
  read: (text) =>
    /^[0-9a-f]{8}[0-9a-f-]*$/i.test(text) && text.replaceAll('-', '').length <= 32
      ? text
      : refuseWord('It is a reference, or its first eight characters or more.'),
};

/** The one row that it begins. */
export const reference = <T extends Referenced>(table: T): Word<Tables[T]['id'] & string> => ({
  ...{ shown: beginning.shown, read: beginning.read },
  find: (db, typed) => findReference(db, table, typed),
});

/** Throws a SetupError for none and for several. */
export async function findReference<T extends Referenced>(db: Db, table: T, beginning: string) {
  const { rows } = await sql<{ id: Tables[T]['id'] & string }>`
    select id from ${sql.table(table)} where ${uuidBegins('id', beginning)} limit 2`.execute(db);
  const [only, another] = rows;
  if (only === undefined)
    throw new SetupError(`No ${referenced[table]}'s reference begins with ${beginning}.`);
  if (another !== undefined)
    throw new SetupError(`More than one reference begins with ${beginning}. Give more of it.`);
  return only.id;
}
