// Holds every statement that production code sends to a plan that stays fast with a million applications. The plan is made for the
// statement's own values, from statistics of a database of that size, by an embedded database that holds one row of each table.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { type CompiledQuery, DefaultQueryExecutor } from 'kysely';
import { afterAll, expect } from 'vitest';
import { tableNames } from '#server/platform/db/table-owners.ts';
import { copyEmbeddedDatabase } from './embedded-template.ts';

const applications = 1_000_000;
/** Tables that do not grow with applications, or whose rows are all read by design. */
const small = new Set<string>([
  'ach_orphan',
  'audit_checkpoint',
  'breaker',
  'credential',
  'database_identity',
  'key_fingerprint',
  'legal_hold',
  'partner_key',
  'policy_version',
  'readiness_probe',
]);
/** Rows for each application, measured on histories of 25 months; 1 where it is not named. */
const rowsPerApplication: Record<string, number> = {
  vendor_call: 5.9,
  audit_event: 12.3,
  audit_link: 12.3,
  consent: 7.3,
  decision: 1.9,
  job: 4,
  session: 2,
  measurement: 5,
  text_message: 2,
};
/** Values that most rows have, and how many of them. All others are rare. */
const commonValues: Record<string, Record<string, number>> = {
  'application.state': { DECLINED: 0.45, EXPIRED: 0.35, LOAN_ACTIVE: 0.15 },
  'notice.state': { sent: 0.95, void: 0.049 },
  'notice.letter': { none: 0.9, mailed: 0.099 },
  'job.status': { SUCCESS: 0.99, FAILURE: 0.009 },
  'vendor_call.status': { completed: 0.98, failed: 0.019 },
};

interface Recorded {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly from: string;
}
interface State {
  readonly seen: Set<string>;
  readonly fresh: Recorded[];
  planner?: Promise<PGlite>;
}
const held = globalThis as { queryPlans?: State };
held.queryPlans ??= record();
const state = held.queryPlans;

/** Notes each statement that a file of server/src executes, once by its text. */
function record(): State {
  const noted: State = { seen: new Set(), fresh: [] };
  const prototype = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as DefaultQueryExecutor;
  const { executeQuery } = prototype;
  prototype.executeQuery = function (query: CompiledQuery, ...rest: never[]) {
    if (!noted.seen.has(query.sql)) {
      const limit = Error.stackTraceLimit;
      Error.stackTraceLimit = 30;
      const frame = /\/server\/(src\/[^:]+|test\/[^:]+)/.exec(new Error('here').stack?.replace(/^.*query-plans.*$/gm, '') ?? '');
      Error.stackTraceLimit = limit;
      const from = frame?.[1] ?? 'unknown';
      if (from.startsWith('src/')) {
        noted.seen.add(query.sql);
        noted.fresh.push({ sql: query.sql, parameters: query.parameters, from });
      }
    }
    return Reflect.apply(executeQuery, this, [query, ...rest]);
  } as typeof executeQuery;
  return noted;
}

afterAll(async () => {
  const slow: string[] = [];
  for (const statement of state.fresh.splice(0)) {
    if (!/^\s*(?:select|with|insert|update|delete)\b/i.test(statement.sql) || /pgboss|kysely_migration|pg_catalog/.test(statement.sql)) continue;
    const mistakes = await mistakesOf(statement);
    if (mistakes.length > 0) slow.push(`${statement.from}: ${mistakes.join('; ')}\n  ${statement.sql.replace(/\s+/g,' ')}`);
  }
  if (process.env.PLANS) { const { appendFileSync } = await import('node:fs'); for (const s of slow) appendFileSync(process.env.PLANS, s+'\n'); return; }
  expect(slow).toEqual([]);
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Plan Rows': number;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Plan[];
}

async function mistakesOf({ sql, parameters }: Recorded): Promise<readonly string[]> {
  state.planner ??= openPlanner();
  const pool = await state.planner;
  let rows: { 'QUERY PLAN': readonly { readonly Plan: Plan }[] }[];
  try {
    ({ rows } = await pool.query(`explain (format json) ${sql}`, [...parameters]));
  } catch (error) {
    return [`does not explain: ${error}`];
  }
  const mistakes: string[] = [];
  const walk = (plan: Plan, limited: boolean): void => {
    const type = plan['Node Type'];
    const isLimited = limited || type === 'Limit';
    const table = plan['Relation Name'];
    if (type === 'Seq Scan' && table !== undefined && !small.has(table)) mistakes.push(`scans ${table}${plan.Filter ? ` by ${plan.Filter}` : ''}`);
    if (type.includes('Index') && plan['Index Cond'] === undefined && plan['Plan Rows'] > 5000 && !isLimited)
      mistakes.push(`walks ${plan['Index Name']} (${plan['Plan Rows']})`);
    if (type === 'Sort' && (plan.Plans?.[0]?.['Plan Rows'] ?? 0) > 1000) mistakes.push(`sorts ${plan.Plans?.[0]?.['Plan Rows']} rows`);
    for (const below of plan.Plans ?? []) walk(below, isLimited && type !== 'Sort');
  };
  const top = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (top) walk(top, false);
  return mistakes;
}

/** An embedded database with the statistics of a million applications. */
async function openPlanner(): Promise<PGlite> {
  const folder = mkdtempSync(join(tmpdir(), 'branchline-plans-'));
  copyEmbeddedDatabase(folder);
  const pool = await PGlite.create({ dataDir: join(folder, 'postgres') });
  const { rows: columns } = await pool.query<{
    table: string; column: string; type: string; unique: boolean;
  }>(`select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
      exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indnatts = 1 and i.indkey[0] = a.attnum and i.indpred is null) as unique
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`);
  const { rows: partial } = await pool.query<{ table: string; predicate: string }>(
    `select c.relname as table, pg_get_expr(indpred, indrelid) as predicate from pg_index join pg_class c on c.oid = indrelid
     where indpred is not null and c.relnamespace = 'public'::regnamespace`);
  await pool.query(`set session_replication_role = replica`);
  for (const table of tableNames.filter((name) => !small.has(name))) {
    const rows = applications * (rowsPerApplication[table] ?? 1);
    const own = columns.filter((one) => one.table === table);
    const values = own.map(({ type }) => sampleOf(type)).join(', ');
    await pool.query(`alter table ${table} disable trigger all`);
    await dropChecks(pool, table);
    await pool.query(`insert into ${table} (${own.map(({ column }) => `"${column}"`).join(', ')}) overriding system value values (${values})`);
    await pool.query(
      `select pg_restore_relation_stats('schemaname', 'public', 'relname', $1::text, 'relpages', 1, 'reltuples', $2::real)`,
      [table, rows],
    );
    const rare = partial.filter((one) => one.table === table).map(({ predicate }) => predicate).join(' ');
    for (const { column, type, unique } of own) {
      const isRarelySet = new RegExp(`\\b${column} IS NOT NULL`).test(rare);
      const common = commonValues[`${table}.${column}`] ?? (new RegExp(`\\(?${column}(?:\\)::text)? (?:=|<>)`).test(rare) && type === 'text' ? { 'common': 0.999 } : undefined);
      const nullFraction = isRarelySet ? 0.9999 : 0;
      const distinct = unique ? -1 : common ? 20 : column === 'application_id' ? -Math.min(1, applications / rows) : type === 'text' && !/lookup|key|id$|secret|token/.test(column) ? 20 : type === 'boolean' ? 2 : -0.5;
      const pairs: string[] = [`'null_frac', ${nullFraction}::real`, `'avg_width', 16`, `'n_distinct', ${distinct}::real`];
      if (common) pairs.push(`'most_common_vals', '{${Object.keys(common).join(',')}}'`, `'most_common_freqs', '{${Object.values(common).join(',')}}'::real[]`);
      if (type === 'boolean') pairs.push(`'most_common_vals', '{${new RegExp(`NOT ${column}`).test(rare)},${!new RegExp(`NOT ${column}`).test(rare)}}'`, `'most_common_freqs', '{0.9999,0.0001}'::real[]`);
      if (type.startsWith('timestamp')) pairs.push(`'histogram_bounds', '{${months()}}'`);
      await pool.query(`select pg_restore_attribute_stats('schemaname', 'public', 'relname', '${table}', 'attname', '${column}', 'inherited', false, ${pairs.join(', ')})`);
    }
  }
  return pool;
}

async function dropChecks(pool: PGlite, table: string): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype in ('c', 'f')`, [table]);
  for (const { name } of rows) await pool.query(`alter table ${table} drop constraint "${name}" cascade`);
}

/** The two years from today, as every clock of the tests is about today: few rows are old or due. */
const months = () =>
  Array.from({ length: 101 }, (_, index) => `"${new Date(Date.now() + index * 7.3 * 24 * 60 * 60 * 1000).toISOString()}"`).join(',');

function sampleOf(type: string): string {
  if (type.endsWith('[]')) return `'{}'`;
  if (type === 'uuid') return `'00000000-0000-4000-8000-000000000000'`;
  if (type.startsWith('timestamp')) return `'2024-02-01'`;
  if (type === 'date') return `'2024-02-01'`;
  if (type === 'jsonb' || type === 'json') return `'{}'`;
  if (type === 'boolean') return 'false';
  if (type === 'bytea') return `''`;
  if (/int|numeric|real|double/.test(type)) return '1';
  return `'common'`;
}
