// The rows of one application, and events of the audit trail, for tests of what is stored.
import type { Selectable, Updateable } from 'kysely';
import { rowsOf as rowsWith } from '#server/platform/db/rows.ts';
import type { ApplicationId, Tables } from '#server/platform/db/tables.ts';
import type { World } from './world.ts';

type TableOfApplications = {
  [T in keyof Tables]: 'application_id' extends keyof Tables[T] ? T : never;
}[keyof Tables];

/** Its rows in a table, or those with these values, in no particular order. */
export const rowsOf = <T extends TableOfApplications>(
  { product }: Pick<World, 'product'>,
  table: T,
  id: ApplicationId,
  values: Partial<Selectable<Tables[T]>> = {},
) => {
  const rows = rowsWith(product.services.db, table as 'consent', { application_id: id, ...values } as object);
  return rows.all() as unknown as Promise<Selectable<Tables[T]>[]>;
};

/** Changes its rows in a table, or the application itself. */
export const setRows = <T extends TableOfApplications | 'application'>(
  { product }: Pick<World, 'product'>,
  table: T,
  id: ApplicationId,
  values: Updateable<Tables[T]>,
) => {
  const where = table === 'application' ? { id } : { application_id: id };
  return rowsWith(product.services.db, table as 'consent', where as object).update(values as object);
};

/** The events of some types in the audit trail, oldest first. */
export const audited = ({ product }: Pick<World, 'product'>, ...types: string[]) =>
  rowsWith(product.services.db, 'audit_event', { type: types }, ['id']).all();
