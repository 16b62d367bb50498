// For which queries a PostgreSQL server stores plans, and that it compiles none.

import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#server/platform/db/database.ts';
import { createTestDatabase } from './test-databases.ts';
import { hasServer } from './world.ts';

describe.runIf(hasServer)('a connection', () => {
  async function opened(options: { preparedStatements?: boolean; statementSeconds?: number }) {
    const { url, drop } = await createTestDatabase('migrated');
    const database = await openDatabase({ url, poolSize: 1, dataDirectory: undefined, ...options });
    onTestFinished(async () => {
      await database.close();
      await drop();
    });
    return database;
  }

  const plans = [
    'select "failures" from "breaker" where "vendor" = $1',
    'select "status" from "job" where "name" = $1',
  ];
  it.each([
    ['of a query that names what it returns, also of a transaction', true, plans],
    ['of none where the operator turned that off', false, []],
  ])('stores the plan %s', async (_, preparedStatements, stored) => {
    const { db, pool } = await opened({ preparedStatements });
    const read = () => db.selectFrom('job').select('status').where('name', '=', 'decide').execute();
    await read();
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('breaker').selectAll().where('vendor', '=', 'bureau').execute();
      await tx.selectFrom('breaker').select('failures').where('vendor', '=', 'bureau').execute();
    });
    await read();
    const { rows } = await pool.query(
      `select statement from pg_prepared_statements where statement like '%"job"%' or statement like '%"breaker"%' order by 1`,
    );
    expect(rows.map(({ statement }) => statement)).toEqual(stored);
  });

  it.each([{ statementSeconds: 5 }, {}])('compiles no statement (%o)', async (limit) => {
    const database = await opened(limit);
    for (const { pool } of [database, database.maintenance])
      expect((await pool.query('show jit')).rows).toEqual([{ jit: 'off' }]);
  });
});
