// Real applications, one for each typical end, made and aged by the product itself.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { runOps } from '../server/src/cli/ops.ts';
import { unmailedBatches } from '../server/src/notices/notice-letters.ts';
import { lenderDay } from '../server/src/platform/clock.ts';
import { approvalDecidedAs, decidedAs, signedAs } from '../server/test/journeys.ts';
import { handIn, lead } from '../server/test/leads.ts';
import { isBusy } from '../server/test/waits.ts';
import { applicationOf, eventually, form, textCode, type World } from '../server/test/world.ts';

/** Values as PostgreSQL writes them. */
export type Row = Readonly<Record<string, string | null>>;

export interface Prototype {
  readonly name: string;
  /** Of a thousand applications. */
  readonly share: number;
  readonly madeAt: Date;
  /** From each age on, in days, the rows of each table. */
  readonly ages: { readonly from: number; readonly rows: ReadonlyMap<string, readonly Row[]> }[];
}

/** Every day on which the product may do something to an application that stays as it is, and one after the last period. */
const ages = [...Array(63).keys(), 93];

/** Tables without the column `application_id`, and the column that names an application instead. A visitor is an application's visit. */
const otherColumns: Readonly<Record<string, string>> = {
  application: 'id',
  audit_link: 'chain',
  measurement: 'visit',
};

/** Tables whose rows do not grow with applications, or are soon deleted. */
const fixed = new Set([
  'ach_orphan',
  'audit_checkpoint',
  'breaker',
  'browser_error',
  'challenge',
  'credential',
  'database_identity',
  'key_fingerprint',
  'kysely_migration',
  'kysely_migration_lock',
  'lender_rule',
  'limit_count',
  'partner_key',
  'policy_step',
  'policy_version',
  'policy_watch',
  'readiness_probe',
  'removed_blob',
  'text_reply',
  'unsubscribed_email',
]);

/** Every table that grows with applications, with the column that names one. Throws for a table that nothing above names. */
export async function growingTables(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; own: boolean }>(`
    select c.relname as name, exists (
      select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'application_id' and not a.attisdropped
    ) as own
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`);
  const found = new Map<string, string>();
  for (const { name, own } of rows) {
    const column = own ? 'application_id' : otherColumns[name];
    if (column !== undefined) found.set(name, column);
    else if (!fixed.has(name))
      throw new Error(`bench/prototypes.ts does not know whether the table ${name} grows with applications.`);
  }
  return found;
}

/** What applicants do, and how many of a thousand do it. */
const ends: Readonly<Record<string, readonly [share: number, make: (world: World) => Promise<string>]>> = {
  lead: [320, async (world) => newestAfter(world, () => handIn(world, lead(1)))],
  unfinished: [
    200,
    async (world) => {
      const sent = form(1);
      const { href } = (await world.browser().post('/api/v2/prequalifications/', sent)).json();
      await textCode(world, String(sent.phone));
      return applicationOf(href);
    },
  ],
  declined: [265, async (world) => applicationOf((await decidedAs(world, 10)).journey.links.user)],
  'offers expired': [120, async (world) => applicationOf((await decidedAs(world, 1)).journey.links.user)],
  withdrawn: [
    20,
    async (world) => {
      const { browser, journey } = await decidedAs(world, 1);
      await browser.post(journey.links.withdraw as string);
      return applicationOf(journey.links.user);
    },
  ],
  // A person decides within a week.
  held: [5, async (world) => applicationOf((await decidedAs(world, 24)).journey.links.user)],
  'approval expired': [
    25,
    async (world) => applicationOf((await approvalDecidedAs(world)).journey.links.user),
  ],
  funded: [
    45,
    async (world) => {
      const { browser, id, journey } = await signedAs(world);
      await browser.put(journey.links.autopay as string, { choice: 'skip' });
      return id;
    },
  ],
};

/** The application that a call made. */
async function newestAfter(world: World, call: () => Promise<unknown>): Promise<string> {
  await call();
  const { id } = await world.product.services.db
    .selectFrom('application')
    .select('id')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

/** Every application visits five pages first. */
async function visit(world: World): Promise<string> {
  const id = randomUUID();
  const events = Array.from({ length: 5 }, () => ({ type: 'screen', screen: 'landing' }));
  await world.browser().post('/api/v1/measurements', { visit: id, advertising: false, events });
  return id;
}

export async function makePrototypes(world: World): Promise<readonly Prototype[]> {
  const client = new pg.Client({ connectionString: world.config.DATABASE_URL });
  await client.connect();
  try {
    return await prototypesFrom(world, client);
  } finally {
    await client.end();
  }
}

async function prototypesFrom(world: World, client: pg.Client): Promise<readonly Prototype[]> {
  const ids: { name: string; share: number; id: string; madeAt: Date }[] = [];
  for (const [name, [share, make]] of Object.entries(ends))
    ids.push({ name, share, madeAt: world.clock.now(), id: await make(world) });
  ids.push({ name: 'visit', share: 1000, madeAt: world.clock.now(), id: await visit(world) });
  const prototypes = ids.map(({ name, share, madeAt }): Prototype => ({ name, share, madeAt, ages: [] }));
  let age = 0;
  for (const from of ages) {
    if (from > age) await world.browser().post('/dev/clock', { advanceSeconds: (from - age) * 86_400 });
    age = from;
    await eventually(async () => ((await isBusy(world)) ? undefined : true));
    await mailLetters(world);
    for (const [at, { id }] of ids.entries()) {
      const own = prototypes[at]?.ages ?? [];
      const rows = await rowsOf(client, id);
      if (!isDeepStrictEqual(rows, own.at(-1)?.rows)) own.push({ from, rows });
    }
  }
  const declined = prototypes.find(({ name }) => name === 'declined');
  for (const { name, ages: own } of prototypes)
    if (name === 'held' && declined)
      own.splice(
        0,
        own.length,
        ...own.filter(({ from }) => from < 7),
        { from: 7, rows: declined.ages.findLast(({ from }) => from <= 7)?.rows ?? new Map() },
        ...declined.ages.filter(({ from }) => from > 7),
      );
  return prototypes;
}

/** As an operator does each day. */
async function mailLetters({ config, clock, product }: World): Promise<void> {
  const run = (...args: string[]) => runOps(operatorsEnvironment(config), ['letters', ...args], () => {});
  await run();
  const day = lenderDay(product.services.lender, clock.now());
  for (const { batch } of await unmailedBatches(product.services.db)) await run('mailed', batch, '--on', day);
}

export function operatorsEnvironment({
  dataDirectory: DATA_DIR,
  ...config
}: World['config']): NodeJS.ProcessEnv {
  const { DATABASE_URL, ENCRYPTION_KEYS, LOOKUP_KEY } = config;
  return { NODE_ENV: 'development', DATABASE_URL, DATA_DIR, ENCRYPTION_KEYS, LOOKUP_KEY };
}

async function rowsOf(client: pg.Client, id: string): Promise<ReadonlyMap<string, readonly Row[]>> {
  const found = new Map<string, readonly Row[]>();
  const asText = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig;
  for (const [table, column] of await growingTables(client)) {
    const text = `select * from "${table}" where "${column}" = $1`;
    const { rows } = await client.query<Row>({ text, values: [id], types: asText });
    if (rows.length > 0) found.set(table, rows);
  }
  const text = `select * from pgboss.job where data ->> 'applicationId' = $1 and state = 'completed'`;
  const { rows } = await client.query<Row>({ text, values: [id], types: asText });
  if (rows.length > 0) found.set('pgboss.job', rows);
  return found;
}
