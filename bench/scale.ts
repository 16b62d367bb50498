// `npm run bench -- --scale 1000000`: what the product does for one applicant or operator, in a database with only the newest 1,000
// applications and in one with a million of 25 months, in turn. `--at-most 1.25` fails above that ratio of their medians.
import { randomBytes } from 'node:crypto';
import { getAllowedSteps } from '#contract/journey.ts';
import { query } from '../chaos/patroni.ts';
import { createCluster } from '../scripts/postgres.js';
import { runOps } from '../server/src/cli/ops.ts';
import { enforceRetention } from '../server/src/evidence/retention/enforce-retention.ts';
import { purgeApplications } from '../server/src/evidence/retention/purge.ts';
import { transact } from '../server/src/platform/db/database.ts';
import { rowsOf } from '../server/src/platform/db/rows.ts';
import { createQueue } from '../server/src/platform/jobs/queue.ts';
import { adverseWithoutNotice } from '../server/test/adverse-without-notice.ts';
import { decidedAs } from '../server/test/journeys.ts';
import { createTestDatabase } from '../server/test/test-databases.ts';
import { jobsEnded } from '../server/test/waits.ts';
import { applicationOf, createWorld, eventually, form, textCode } from '../server/test/world.ts';
import { fill } from './clone.ts';
import { makePrototypes, operatorsEnvironment, type Prototype } from './prototypes.ts';
import { spread } from './setup.ts';

/** What every database has: the work of the newest days. */
const fewest = 1000;
/** 20 GB for a million. */
const mostBytes = 20_000;
/** What each partition and each index takes with few rows. */
const mostFixedBytes = 10_000_000;

type Side = Awaited<ReturnType<typeof openSide>>;

/** Returns what to time, and how to prepare each time. */
type Measured = readonly [
  what: string,
  times: number,
  run: (side: Side, prepared: unknown) => Promise<unknown>,
  prepare?: (side: Side) => Promise<unknown>,
];

export async function measureScale(count: number, atMost: number | undefined): Promise<void> {
  const cluster = await createCluster({ isForTests: true });
  if (cluster === undefined) throw new Error('Install PostgreSQL: this needs a server of its own.');
  cluster.start();
  try {
    process.env.TEST_DATABASE_URL = cluster.url;
    const key = `bench:${randomBytes(32).toString('base64')}`;
    const env = { ENCRYPTION_KEYS: key, LOOKUP_KEY: key, LIMIT_SCALE: '10000', VENDOR_TIMEOUT_SCALE: '10' };
    const source = await createWorld({ database: 'server', env, onBankingMorning: true });
    const prototypes = await makePrototypes(source).finally(() => source.close());
    const sides: Side[] = [];
    let isSmall = true;
    for (const newest of [Math.min(fewest, count), count]) {
      const { url, bytes } = await database(prototypes, env, { count, newest });
      sides.push(await openSide(url, env));
      if (newest === count) isSmall = await reportSize(url, count, bytes);
      const untold = await query(url, adverseWithoutNotice);
      if (untold.length > 0) throw new Error(`${untold.length} adverse outcomes have no notice in time.`);
    }
    const copies = { count: fewest, newest: fewest, withDocuments: true };
    const { url, bytes } = await database(prototypes, env, copies);
    const objects = await queryNumber(url, 'select sum(byte_count) as number from blob');
    console.log(
      `Tables of ${fewest} applications with documents: ${megabytes(bytes)}, and ${megabytes(objects)} in the blob store.\n`,
    );
    const isHeld = (await compare(sides, atMost)) && isSmall;
    for (const { world, queue } of sides) {
      await queue.stop();
      await world.close();
    }
    // `ops today` sets it for cron.
    process.exitCode = isHeld ? 0 : 1;
  } finally {
    cluster.remove();
  }
}

/** Whether it is small enough. Prints what is large. */
async function reportSize(url: string, count: number, bytes: number): Promise<boolean> {
  const each = bytes / count;
  console.log(
    `Tables of ${count} applications without documents: ${megabytes(bytes)}, ${(each / 1000).toFixed(1)} kB an application.`,
  );
  const [largest] = await query<{ tables: string }>(url, largestTables);
  console.log(`The largest: ${largest?.tables}.`);
  const isSmall = bytes <= mostFixedBytes + count * mostBytes;
  if (!isSmall) console.error(`That is more than ${mostBytes / 1000} kB an application.`);
  return isSmall;
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

const largestTables = `
  select string_agg(format('%s %s MB', name, round(bytes / 1e6)), ', ' order by bytes desc) as tables
  from (
    select coalesce(i.inhparent, c.oid)::regclass as name, sum(pg_total_relation_size(c.oid)) as bytes
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid
    where c.relkind = 'r' group by 1 order by 2 desc limit 10
  ) one`;

/** Returns its address, and what the copies take. */
async function database(
  prototypes: readonly Prototype[],
  env: Record<string, string>,
  copies: { readonly count: number; readonly newest: number; readonly withDocuments?: boolean },
): Promise<{ readonly url: string; readonly bytes: number }> {
  const { url } = await createTestDatabase('empty');
  const world = await createWorld({ database: 'embedded', env: { ...env, DATABASE_URL: url } });
  await world.close();
  const empty = await sizeOf(url);
  const began = performance.now();
  await fill(url, prototypes, { ...copies, now: new Date() });
  console.log(`Made ${copies.newest} applications in ${Math.round((performance.now() - began) / 1000)} s.`);
  return { url, bytes: (await sizeOf(url)) - empty };
}

async function openSide(url: string, env: Record<string, string>) {
  const world = await createWorld({ database: 'embedded', env: { ...env, DATABASE_URL: url } });
  const { browser, job, journey } = await decidedAs(world, 1);
  const { database: opened, log } = world.product.services;
  const declined = await decidedAs(world, 10);
  const href = declined.journey.links.adverseAction as string;
  const id = applicationOf(href);
  await jobsEnded(world, { of: id });
  const { adverseActionAttachment: notice } = (await declined.browser.get(href)).json();
  const queue = createQueue({ database: opened, log });
  await queue.start();
  await queue.createQueue('bench');
  return {
    world,
    database: url,
    browser,
    job,
    status: journey.links.status as string,
    /** A declined applicant, and the notice that only they can open. */
    declined: { browser: declined.browser, id, notice },
    queue,
  };
}

/** What operators call each day and wait for. A day of visits is the same part of both databases. */
const lists = [
  'applications',
  'applications --state DECLINED',
  'policy',
  'funnel --days 1',
  'today',
  'holds',
  'notices',
  'accounts',
  'calls',
  'jobs',
  'fraud',
  'partner-keys',
  'legal-hold',
];

const measured: readonly Measured[] = [
  ['Guard', 300, ({ browser }) => browser.get(getAllowedSteps.path)],
  ['Poll', 300, ({ browser, job }) => browser.get(job)],
  ['/status', 300, ({ browser, status }) => browser.get(status)],
  [
    'Submit',
    20,
    ({ world }, sent) => world.browser().post('/api/v2/prequalifications/', sent as object),
    async () => form(1),
  ],
  [
    'Text code to offers',
    10,
    (_, offers) => (offers as () => Promise<unknown>)(),
    async ({ world }) => {
      const browser = world.browser();
      const sent = form(1);
      const { verifyOtp } = (await browser.post('/api/v2/prequalifications/', sent)).json();
      const otp = await textCode(world, String(sent.phone));
      return async () => {
        const { job } = (await browser.post(verifyOtp.verifyOtp.href, { phone: sent.phone, otp })).json();
        await eventually(async () => {
          const { status } = (await browser.get(job.href, { prefer: 'wait=20' })).json();
          return status === 'SUCCESS' || undefined;
        });
        await browser.get((await browser.journey()).links.loanRequest as string);
      };
    },
  ],
  ['Open a document', 20, ({ declined: { browser, notice } }) => browser.get(notice)],
  [
    'Store a document',
    20,
    async ({ world, declined: { id } }) => {
      const { blobs, db } = world.product.services;
      const stored = await blobs.store('documents', Buffer.alloc(60_000));
      await transact(db, (tx) => blobs.save(tx, id, stored));
    },
  ],
  ['Job claim', 50, ({ queue }) => queue.fetch('bench'), ({ queue }) => queue.send('bench', {})],
  ['Upkeep of the job queue', 5, ({ queue }) => queue.supervise()],
  ['Metrics', 50, ({ world }) => world.product.operations.refresh()],
  ['Retention round with nothing due', 20, ({ world }) => enforceRetention(world.product.services)],
  ...lists.map(
    (list): Measured => [
      `ops ${list}`,
      10,
      ({ world }) => runOps(operatorsEnvironment(world.config), list.split(' '), () => {}),
    ],
  ),
];

/** In turn, so that whatever else the machine does slows down both. Returns whether every ratio is low enough. */
async function compare(sides: readonly Side[], atMost = Number.POSITIVE_INFINITY): Promise<boolean> {
  // What became due during filling is done first, or it and its autovacuum would run beside what is timed.
  for (const { world, database: url } of sides) {
    await enforceRetention(world.product.services);
    await query(url, 'vacuum (analyze)');
  }
  let isHeld = true;
  const line = (cells: readonly string[]) =>
    console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(34) : cell.padStart(12))).join(''));
  line(['Milliseconds, medians', 'Few', 'Many', 'Ratio']);
  for (const [what, times, run, prepare] of measured) {
    const taken = sides.map((): number[] => []);
    for (let time = -1; time < times; time += 1)
      for (const [at, side] of sides.entries()) {
        const prepared = await prepare?.(side);
        const began = performance.now();
        await run(side, prepared);
        // The first is a warm-up.
        if (time >= 0) taken[at]?.push(performance.now() - began);
      }
    const [few = 0, many = 0] = taken.map((each) => spread(each).median);
    line([what, few.toFixed(1), many.toFixed(1), (many / few).toFixed(2)]);
    if (many > few * atMost) isHeld = false;
  }
  for (const side of sides) await measurePurge(side);
  return isHeld;
}

/** Whether an applicant feels the purge of a month. */
async function measurePurge({ world, browser }: Side): Promise<void> {
  const { services } = world.product;
  const requests = async (until: () => boolean) => {
    const taken: number[] = [];
    while (!until() || taken.length < 200) {
      const began = performance.now();
      await browser.get(getAllowedSteps.path);
      taken.push(performance.now() - began);
    }
    return spread(taken).p95.toFixed(1);
  };
  const quiet = await requests(() => true);
  world.clock.advance(45 * 86_400_000);
  await rowsOf(services.db, 'session', { ended_at: null }).update({ touched_at: world.clock.now() });
  let isDone = false;
  const began = performance.now();
  const purge = purgeApplications(services, 100).finally(() => {
    isDone = true;
  });
  const meanwhile = await requests(() => isDone);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `\nPurged ${await purge} applications in ${seconds} s; 95 of 100 guards took ${quiet} ms before and ${meanwhile} ms meanwhile.`,
  );
}

const queryNumber = async (url: string, text: string) =>
  Number((await query<{ number: string }>(url, text))[0]?.number);

const sizeOf = (url: string) => queryNumber(url, 'select pg_database_size(current_database()) as number');
