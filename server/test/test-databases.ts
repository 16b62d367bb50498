// Migrated databases, made once and copied for each test: making one takes hundreds of statements.
import { createHash, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { jobsOf } from '#server/app.ts';
import { createServices } from '#server/create-services.ts';
import { clockOf } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { developmentEnvironment } from '../../scripts/development-env.js';
import { slowStatements } from './query-plans.ts';

const root = resolve(import.meta.dirname, '../..');
const cache = join(root, '.cache/embedded-database');
const dayMs = 24 * 60 * 60 * 1000;

/** Vitest runs this once before the first worker starts, and what it returns after the last one ended. */
export default async function makeTemplates(): Promise<() => Promise<void>> {
  const template = await makeEmbedded();
  process.env.TEST_EMBEDDED_TEMPLATE = template;
  const server = process.env.TEST_DATABASE_URL === undefined ? undefined : await createTestDatabase('empty');
  if (server !== undefined) {
    await fill({ DATABASE_URL: server.url });
    process.env.TEST_SERVER_TEMPLATE = new URL(server.url).pathname.slice(1);
  }
  const folder = fs.mkdtempSync(join(tmpdir(), 'branchline-statements-'));
  const sent = join(folder, 'sent');
  fs.writeFileSync(sent, '');
  process.env.TEST_SENT_STATEMENTS = sent;
  return async () => {
    await server?.drop();
    const slow = await slowStatements(sent, template);
    fs.rmSync(folder, { recursive: true });
    if (slow.length > 0) throw new Error(`Statements with a slow plan:\n${slow.join('\n\n')}`);
  };
}

async function makeEmbedded(): Promise<string> {
  const template = join(cache, versionOfSchema());
  if (fs.existsSync(template)) return template;
  fs.mkdirSync(cache, { recursive: true });
  // Another run may still be copying a template from today.
  for (const name of fs.readdirSync(cache)) {
    const path = join(cache, name);
    if (fs.statSync(path).mtimeMs < Date.now() - dayMs) fs.rmSync(path, { recursive: true, force: true });
  }
  const folder = fs.mkdtempSync(join(cache, 'new-'));
  await fill({ DATA_DIR: folder });
  try {
    fs.renameSync(join(folder, 'postgres'), template);
  } catch (error) {
    // Another run was faster.
    if (!fs.existsSync(template)) throw error;
  }
  fs.rmSync(folder, { recursive: true, force: true });
  return template;
}

/** Leaves the tables and the jobs' queues, and no row of the product that made them. */
async function fill(env: Record<string, string>): Promise<void> {
  const folder = fs.mkdtempSync(join(tmpdir(), 'branchline-template-'));
  const config = readConfig(developmentEnvironment({ NODE_ENV: 'development', DATA_DIR: folder, ...env }));
  const options = { clock: clockOf(config), log: createLog('silent'), followsSchedules: false };
  const services = await createServices(config, options);
  const { handlers, scheduled } = jobsOf(services);
  await services.jobs.start(handlers, scheduled);
  await services.jobs.stop();
  // A failed job is tried again at the next look for due jobs, a second later at most: the pauses of pg-boss add up to minutes.
  await sql`create function pgboss.retry_soon() returns trigger language plpgsql as
    $$ begin new.start_after := least(new.start_after, now()); return new; end $$`.execute(services.db);
  await sql`create trigger retry_soon before insert on pgboss.job for each row when (new.state = 'retry')
    execute function pgboss.retry_soon()`.execute(services.db);
  await sql`truncate key_fingerprint, credential, database_identity`.execute(services.db);
  services.vendors.mailer.close();
  await services.database.close();
  fs.rmSync(folder, { recursive: true, force: true });
}

/** Copies a migrated embedded database into a data folder that has none. */
export function copyEmbeddedDatabase(dataDirectory: string): void {
  const template = process.env.TEST_EMBEDDED_TEMPLATE;
  const own = join(dataDirectory, 'postgres');
  if (template !== undefined && !fs.existsSync(own)) fs.cpSync(template, own, { recursive: true });
}

/** Its one connection is kept, because a new one costs as much as twenty statements. It holds up the end of no process. */
let administrator: pg.Pool | undefined;

/** A database on the server in TEST_DATABASE_URL. A migrated one also has the jobs' queues. */
export async function createTestDatabase(
  as: 'empty' | 'migrated',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) throw new Error('TEST_DATABASE_URL names no PostgreSQL.');
  // Its address may be set after this module loaded, as the benchmark does.
  administrator ??= new pg.Pool({ connectionString: server, max: 1, allowExitOnIdle: true }).on(
    'error',
    () => {},
  );
  const pool = administrator;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = as === 'migrated' ? process.env.TEST_SERVER_TEMPLATE : undefined;
  // Copied page by page, as by default, a database takes two and a half times as long.
  const copied = template === undefined ? '' : ` template ${template} strategy file_copy`;
  await pool.query(`create database ${name}${copied}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = async () => {
    await pool.query(`drop database ${name} with (force)`);
    await pool.query(`drop role if exists ${name}_web, ${name}_worker, ${name}_operator, ${name}_reporter`);
  };
  return { url: url.toString(), drop };
}

/** What a statement returns on a connection of its own. */
export async function query<R extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query<R>(statement, values).finally(() => client.end())).rows;
}

/** Changes with the migrations and the versions of the packages that read them. */
function versionOfSchema(): string {
  const hash = createHash('sha256').update(fs.readFileSync(join(root, 'package-lock.json')));
  for (const file of fs
    .globSync(
      ['server/src/**/migrate.ts', 'server/src/**/migrations/*.sql', 'server/test/test-databases.ts'],
      { cwd: root },
    )
    .sort())
    hash.update(fs.readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

/** As another role of the same server, which must trust connections of tests. */
export function urlAs(url: string, role: string): string {
  const other = new URL(url);
  other.username = role;
  other.password = '';
  return other.href;
}
