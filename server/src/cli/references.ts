// The references that operators type: whole, or as letters and lists begin them, in either case.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { uuidBegins } from '../platform/db/rows.ts';
import type { Tables } from '../platform/db/tables.ts';
import { SetupError } from '../platform/failure.ts';

const referenced = {
  application: 'application',
  hold: 'hold',
  job: 'job',
  legal_hold: 'legal hold',
} as const satisfies Partial<Record<keyof Tables, string>>;
type Referenced = keyof typeof referenced;

/** Whether a text may be a reference or its beginning, of at least eight characters. */
export const isReference = (text: string | undefined): text is string =>
  /^[0-9a-f]{8}[0-9a-f-]*$/i.test(text ?? '') && text !== undefined && text.replaceAll('-', '').length <= 32;

/** One of these verbs with a reference after it; undefined without either. Refuses anything else with the command's usage. */
export function readVerb<const V extends string>(
  [verb, reference, ...rest]: readonly string[],
  verbs: readonly V[],
  usage: string,
): { readonly verb: V; readonly reference: string } | undefined {
  if (verb === undefined) return undefined;
  const known = verbs.find((name) => name === verb);
  if (known === undefined || !isReference(reference) || rest.length > 0) throw new SetupError(usage);
  return { verb: known, reference };
}

/** The whole reference of the one row that it begins. Throws a SetupError for none and for several. */
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
