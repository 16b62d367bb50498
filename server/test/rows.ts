// The rows of one application, for tests of what is stored.
import type { Selectable, Updateable } from 'kysely';
import type { ApplicationId, Tables } from '#server/platform/db/tables.ts';
import type { World } from './world.ts';

type TableOfApplications = {
  [T in keyof Tables]: 'application_id' extends keyof Tables[T] ? T : never;
}[keyof Tables];

/** Its rows in a table, in no particular order. */
export const rowsOf = <T extends TableOfApplications>(
  { product }: Pick<World, 'product'>,
  table: T,
  id: ApplicationId,
): Promise<Selectable<Tables[T]>[]> =>
  product.services.db
    .selectFrom(table as 'consent')
    .selectAll()
    .where('application_id', '=', id)
    .execute() as Promise<never>;

/** Changes its rows in a table, or the application itself. */
export const setRows = <T extends TableOfApplications | 'application'>(
  { product }: Pick<World, 'product'>,
  table: T,
  id: ApplicationId,
  values: Updateable<Tables[T]>,
) =>
  product.services.db
    .updateTable(table as 'consent')
    .set(values as never)
    .where((table === 'application' ? 'id' : 'application_id') as 'application_id', '=', id)
    .execute();
