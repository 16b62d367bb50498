// The baseline for the guard and poll benchmarks: bare Fastify responding from one indexed read.
import Fastify from 'fastify';
import { openDatabase } from '#server/platform/db/database.ts';

const { pool } = await openDatabase({
  url: process.env.DATABASE_URL || undefined,
  poolSize: 10,
  dataDirectory: undefined,
});
await pool.query('create table if not exists bare (id text primary key, steps jsonb not null)');
await pool.query(`insert into bare select 'row-' || n, '["/get-a-loan"]' from generate_series(1, 1000) n`);

const app = Fastify();
app.get('/', async () => {
  const { rows } = await pool.query('select steps from bare where id = $1', ['row-500']);
  return rows[0];
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ port: (app.server.address() as { port: number }).port });
process.on('disconnect', () => process.exit(0));
