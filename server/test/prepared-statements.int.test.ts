// For which queries a PostgreSQL server stores plans, and that it compiles none.

import { describe, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createTestDatabase } from './test-databases.ts';
import { hasServer } from './world.ts';

describe.runIf(hasServer)('a connection', () => {
  async function preparedBy(preparedStatements: boolean): Promise<string[]> {
    const { url, drop } = await createTestDatabase('migrated');
    const database = await openDatabase({ url, poolSize: 1, dataDirectory: undefined, preparedStatements });
    try {
      const { db, pool } = database;
      await migrate(db);
      const read = () => db.selectFrom('job').select('status').where('name', '=', 'decide').execute();
      await read();
      await db.transaction().execute(async (tx) => {
        await tx.selectFrom('breaker').selectAll().where('vendor', '=', 'bureau').execute();
        await tx.selectFrom('breaker').select('failures').where('vendor', '=', 'bureau').execute();
      });
      await read();
      const { rows } = await pool.query(
        `select statement from pg_prepared_statements where statement like '%"job"%' or statement like '%"breaker"%'`,
      );
      return rows.map(({ statement }) => statement).sort();
    } finally {
      await database.close();
      await drop();
    }
  }

  it('stores the plan of a query that names what it returns, also of a transaction', async () => {
    expect(await preparedBy(true)).toEqual([
      'select "failures" from "breaker" where "vendor" = $1',
      'select "status" from "job" where "name" = $1',
    ]);
  });

  it.each([{ statementSeconds: 5 }, {}])('compiles no statement (%o)', async (limit) => {
    const { url, drop } = await createTestDatabase('empty');
    const database = await openDatabase({ url, poolSize: 1, dataDirectory: undefined, ...limit });
    try {
      for (const { pool } of [database, database.maintenance])
        expect((await pool.query('show jit')).rows).toEqual([{ jit: 'off' }]);
    } finally {
      await database.close();
      await drop();
    }
  });

  it('stores none where the operator turned that off', async () => {
    expect(await preparedBy(false)).toEqual([]);
  });
});
