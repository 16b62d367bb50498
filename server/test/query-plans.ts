// Holds every statement that a test sends to a plan that stays fast with a million applications.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { stateNames } from '#server/journey/chart.ts';
import { tableNames } from '#server/platform/db/tables.ts';

const applications = 1_000_000;
const dayMs = 24 * 60 * 60 * 1000;
/** How many rows a statement may sort, or read along an index without a condition and a limit. */
const page = 1000;
/** Tables that do not grow with applications. */
const small = new Set([
  ...'ach_orphan audit_checkpoint breaker challenge credential database_identity key_fingerprint'.split(' '),
  ...'legal_hold lender_rule partner_key policy_step policy_version policy_watch readiness_probe'.split(' '),
]);
/** Rows for each application of a made-up million; other tables have one. */
const rowsPerApplication: Readonly<Record<string, number>> = {
  audit_event: 10.6,
  audit_link: 10.6,
  consent: 6.3,
  measurement: 5,
  job: 4.8,
  job_common: 0.5,
  vendor_call: 4.1,
  decision: 0.55,
  disbursement: 0.045,
  session: 0.05,
};
/** The queue and the hourly round delete the others. All other tables have rows of 25 months. */
const daysKept: Readonly<Record<string, number>> = { job_common: 10 / (24 * 60), uploaded_part: 1 };
/** The shares of the values that most rows have, from the same database. All other values are rare. */
const commonValues: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'application.state': {
    LEAD: 0.32,
    DECLINED: 0.27,
    PHONE_CHECK: 0.2,
    OFFER_EXPIRED: 0.11,
    DONE: 0.05,
    APPROVAL_EXPIRED: 0.02,
    WITHDRAWN: 0.02,
    PREQUALIFIED: 0.007,
  },
  'job.status': { SUCCESS: 0.99, FAILURE: 0.009 },
  'job_common.state': { completed: 0.999 },
  'notice.letter': { printed: 0.87, none: 0.13 },
  'notice.state': { printed: 0.87, sent: 0.1, void: 0.02 },
  'vendor_call.status': { completed: 0.98, failed: 0.019 },
};
/** How many values there are, if not about 20. */
const distinctValues: Readonly<Record<string, number>> = { 'application.state': stateNames.length };
const allCommonValues = new Set<unknown>(Object.values(commonValues).flatMap(Object.keys));
export const isCommonValue = (value: unknown) => allCommonValues.has(value);
/** What reads whole tables by design, by a pattern of its file and its text. */
const exempt: Readonly<Record<string, string>> = {
  'src/cli/keys-rotate.ts .+left\\(': 'Every encrypted column is re-encrypted, in the order of the disk.',
  'src/cli/rehash-lookups.ts .+split_part\\(': 'Every lookup is made again, in the order of its application.',
  'audit_event e left join audit_link l': '`ops audit verify` reads every event.',
  'from measurement where at >=': '`ops funnel` reads the days that an operator names.',
  'count\\(\\*\\) as "decisions" from "decision"':
    'A replay decides again what was decided in the time that an operator names.',
  "pgboss\\.job .*state <?= 'active'":
    'pg-boss has no index of the jobs that run. They are among those of the last ten minutes.',
  'from "signing_envelope" order by': 'Only the console of development lists them.',
};

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** The first file of server/src on the way to it. */
  readonly file: string;
  /** The statement with its common values: what is planned once. */
  readonly judged: string;
}

/** What is wrong with the plans of the statements in a file, by a copy of a migrated embedded database. */
export async function slowStatements(file: string, template: string): Promise<readonly string[]> {
  const statements = new Map<string, Statement>();
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const statement = deserialize(Buffer.from(line, 'base64')) as Statement;
    statements.set(statement.judged, statement);
  }
  const planned = [...statements.values()].filter(
    ({ sql, file: from }) =>
      !Object.keys(exempt).some((pattern) => new RegExp(pattern, 's').test(`${from} ${sql}`)),
  );
  if (planned.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'branchline-plans-'));
  cpSync(template, folder, { recursive: true });
  const planner = await openPlanner(folder);
  const slow: string[] = [];
  for (const { sql, parameters, file: from } of planned) {
    const { rows } = await planner.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
      `explain (format json) ${sql}`,
      [...parameters],
    );
    const faults = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => faultsIn(plan)));
    if (faults.length > 0) slow.push(`${from}: ${faults.join('; ')}\n${sql.replace(/\s+/g, ' ')}`);
  }
  await planner.close();
  rmSync(folder, { recursive: true });
  return slow;
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Plan Rows': number;
  readonly Filter?: string;
  readonly Plans?: readonly Plan[];
}

/** `job_common` has the jobs of pg-boss. */
const growing: readonly string[] = [...tableNames.filter((name) => !small.has(name)), 'job_common'];

/** The planner has the rows of a partitioned table in its default partition. */
const isGrowing = (relation = '') => growing.includes(relation.replace(/_default$/, ''));

function faultsIn(plan: Plan, isLimited = false): readonly string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Plan Rows': rows, Plans: below = [] } = plan;
  const by = plan.Filter === undefined ? '' : ` by ${plan.Filter}`;
  const sorted = type === 'Sort' ? (below[0]?.['Plan Rows'] ?? 0) : 0;
  return [
    ...(type === 'Seq Scan' && isGrowing(table) ? [`scans ${table}${by}`] : []),
    ...(type.includes('Index') && plan['Index Cond'] === undefined && rows > page && !isLimited
      ? [`reads ${rows} rows of ${plan['Index Name']}`]
      : []),
    ...(sorted > page ? [`sorts ${sorted} rows`] : []),
    ...below.flatMap((one) => faultsIn(one, type === 'Limit' || (isLimited && type !== 'Sort'))),
  ];
}

/** A database whose growing tables hold a single row each, and the statistics of a million applications. */
async function openPlanner(dataDir: string): Promise<PGlite> {
  const planner = await PGlite.create({ dataDir });
  await planner.exec('set search_path = public, pgboss');
  const columns = await columnsOf(planner);
  // No trigger fires for the rows below, and no foreign key is checked.
  await planner.exec('set session_replication_role = replica');
  // The rows below are in the default partitions.
  await planner.exec(`do $$ declare one regclass; begin
    for one in select p.partition from unnest(array['audit_event', 'audit_link']) as t, partitions_of(t) as p loop
      execute format('drop table %s', one);
    end loop;
  end $$`);
  for (const table of growing) {
    const own = columns.filter((column) => column.table === table);
    const rows = applications * (rowsPerApplication[table] ?? 1);
    await planner.exec(`
      do $$ declare one record; begin
        for one in select conname from pg_constraint where conrelid = '${table}'::regclass and contype = 'c' loop
          execute format('alter table ${table} drop constraint %I', one.conname);
        end loop;
      end $$;
      insert into ${table} (${own.map(({ name }) => `"${name}"`).join(', ')}) overriding system value
        values (${own.map(({ type }) => exampleOf(type)).join(', ')});
      select pg_restore_relation_stats(
        'schemaname', '${own[0]?.schema}', 'relname', '${own[0]?.relation}', 'relpages', 1, 'reltuples', ${rows}::real);
      ${own.map((column) => statisticsOf(column, rows)).join('')}`);
  }
  return planner;
}

interface Column {
  readonly schema: string;
  readonly table: string;
  /** The table, or the partition that has its rows. */
  readonly relation: string;
  readonly name: string;
  readonly type: string;
  readonly isUnique: boolean;
  /** The predicates of the table's partial indexes: what they select is rare. */
  readonly rare: string;
}

async function columnsOf(planner: PGlite): Promise<readonly Column[]> {
  const { rows } = await planner.query<Column>(`
    select c.relnamespace::regnamespace::text as schema, c.relname as table, c.relname || case c.relkind when 'p' then '_default' else '' end as relation,
      a.attname as name, format_type(a.atttypid, null) as type,
      exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indnatts = 1
        and i.indkey[0] = a.attnum and i.indpred is null) as "isUnique",
      coalesce((select string_agg(pg_get_expr(i.indpred, i.indrelid), ' ') from pg_index i
        where i.indrelid = c.oid), '') as rare
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and (c.relnamespace = 'public'::regnamespace and not c.relispartition or c.oid = 'pgboss.job_common'::regclass)`);
  return rows;
}

function statisticsOf({ schema, table, relation, name, type, isUnique, rare }: Column, rows: number): string {
  const isText = type === 'text';
  const isRarelySet = new RegExp(`\\b${name} IS NOT NULL`).test(rare);
  const isRarelyOne = isText && new RegExp(`\\b${name}\\b\\)? (?:=|<>)`).test(rare);
  const isUsuallyTrue = new RegExp(`NOT ${name}\\b`).test(rare);
  const common =
    type === 'boolean'
      ? { [`${isUsuallyTrue}`]: 0.9999, [`${!isUsuallyTrue}`]: 0.0001 }
      : (commonValues[`${table}.${name}`] ?? (isRarelyOne ? { usual: 0.999 } : undefined));
  const isIdentity = isUnique || !isText || /lookup|key|token|secret|_id$/.test(name);
  const distinct = name === 'application_id' ? -Math.min(1, applications / rows) : isIdentity ? -1 : 20;
  const statistics = [
    `'null_frac', ${isRarelySet ? 0.9999 : 0}::real`,
    `'avg_width', 16`,
    `'n_distinct', ${common === undefined ? distinct : (distinctValues[`${table}.${name}`] ?? 20)}::real`,
    ...(common === undefined
      ? []
      : [
          `'most_common_vals', '{${Object.keys(common)}}'`,
          `'most_common_freqs', '{${Object.values(common)}}'::real[]`,
        ]),
    ...(type.startsWith('timestamp') ? [`'histogram_bounds', '{${historyOf(table, name)}}'`] : []),
  ];
  return `select pg_restore_attribute_stats('schemaname', '${schema}', 'relname', '${relation}', 'attname', '${name}',
    'inherited', false, ${statistics.join(', ')});`;
}

/** What has when something is due: most of it was due in the past, because most rows are old. */
const dueTimes = /due|expires?_|_until|retry/;

/** The months until now, or until the newest row is due. */
function historyOf(table: string, column: string): readonly string[] {
  const days = daysKept[table] ?? 761;
  const end = Date.now() + (dueTimes.test(column) ? 30 * dayMs : 0);
  return Array.from(
    { length: 101 },
    (_, index) => `"${new Date(end - (1 - index / 100) * days * dayMs).toISOString()}"`,
  );
}

function exampleOf(type: string): string {
  if (type.endsWith('[]') || type === 'jsonb') return `'{}'`;
  if (type === 'uuid') return `'00000000-0000-4000-8000-000000000000'`;
  if (type.startsWith('timestamp') || type === 'date') return 'now()';
  if (type === 'boolean') return 'false';
  if (type === 'job_state') return `'completed'`;
  if (type === 'text' || type === 'bytea') return `'usual'`;
  return '1';
}
