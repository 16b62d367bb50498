// Tables whose rows are deleted by age alone: partitions are made ahead and dropped whole.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { enforceRetention } from '#server/evidence/retention/enforce-retention.ts';
import { type Tx, transact } from '#server/platform/db/database.ts';
import { auditEventsOf } from '#server/records/audit.ts';
import { describeOnEachDatabase } from './databases.ts';
import { audited } from './rows.ts';
import { applicationOf, eventually, form, openWorld } from './world.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

describeOnEachDatabase('partitions by time (%s)', { repeats: false }, (database) => {
  const world = openWorld({ database });

  const report = async () => {
    const events = [{ type: 'screen', screen: 'landing' }];
    const body = { visit: randomUUID(), advertising: false, events };
    expect((await world.browser().post('/api/v1/measurements', body)).statusCode).toBe(200);
  };
  /** The number of rows of each partition, by the beginning of its time. */
  const partitionsOf = async (table: string) => {
    const { rows: names } = await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits
      where inhparent = ${table}::regclass order by 1`.execute(world.db);
    const found: Record<string, number> = {};
    for (const { name } of names) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(name)}`.execute(world.db);
      found[name.slice(table.length + 1)] = rows[0]?.count ?? 0;
    }
    return found;
  };
  const startsOf = (now: Date, step: 'day' | 'month') =>
    [0, 1, 2, 3].map((ahead) => {
      const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
      const start = step === 'day' ? Date.UTC(year, month, day + ahead) : Date.UTC(year, month + ahead);
      return new Date(start).toISOString().slice(0, 10).replaceAll('-', '');
    });
  const withoutPartition = async () => {
    const { values } = await world.services.metrics.rowsWithoutPartition.get();
    return values.flatMap(({ labels, value }) => (value > 0 ? [labels.table] : []));
  };
  const round = () => enforceRetention(world.services);

  it('are there for three months or days ahead from the start', async () => {
    const now = world.clock.now();
    for (const [table, step] of [
      ['measurement', 'month'],
      ['browser_error', 'month'],
      ['audit_event', 'month'],
      ['audit_link', 'month'],
      ['limit_count', 'day'],
    ] as const)
      expect(Object.keys(await partitionsOf(table)).sort()).toEqual([...startsOf(now, step), 'default']);
    expect(await withoutPartition()).toEqual([]);
  });

  it('refuse no row while one is missing, raise an alert, and take the row once they are made', async () => {
    const missing = startsOf(world.clock.now(), 'month')[0] as string;
    await sql`drop table ${sql.table(`measurement_${missing}`)}`.execute(world.db);
    await report();
    expect((await partitionsOf('measurement')).default).toBe(1);
    const stray = world.clock.now().getTime() + 1000 * dayMs;
    await sql`insert into browser_error (id, name, frames, at)
      values (gen_random_uuid(), 'TypeError', '[]', ${new Date(stray)})`.execute(world.db);

    await round();
    expect(await partitionsOf('measurement')).toMatchObject({ default: 0, [missing]: 1 });
    expect(await withoutPartition()).toEqual(['browser_error']);
    await sql`delete from browser_error`.execute(world.db);
    await report();
    expect(await partitionsOf('measurement')).toMatchObject({ default: 0, [missing]: 2 });
  });

  it('are dropped whole before a row is past the lender’s period, and no younger one is', async () => {
    const before = await partitionsOf('measurement');
    const [first = '', second = ''] = startsOf(world.clock.now(), 'month');
    const at = (day: string) => Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`);
    world.clock.advance(at(second) - world.clock.now().getTime());
    await report();
    const { days } = world.services.lender.retention.measurements;

    world.clock.advance(at(first) + days * dayMs - minuteMs - world.clock.now().getTime());
    await round();
    expect(await partitionsOf('measurement')).toMatchObject({ [first]: before[first], [second]: 1 });

    world.clock.advance(minuteMs);
    await round();
    const left = await partitionsOf('measurement');
    expect(left).toMatchObject({ [second]: 1 });
    expect(Object.keys(left)).not.toContain(first);
    const data = { kind: 'measurements', rows: before[first] };
    expect(await audited(world, 'records-purged')).toMatchObject([{ data }]);
  });

  it('drop counts of requests after two days', async () => {
    await world.services.limiter.spend('submit-form', 'partitions');
    const [today = ''] = startsOf(world.clock.now(), 'day');
    await round();
    expect((await partitionsOf('limit_count'))[today]).toBe(1);
    world.clock.advance(3 * dayMs);
    await round();
    expect(Object.keys(await partitionsOf('limit_count'))).not.toContain(today);
  });

  it('from before an application are not read for its events', async () => {
    const earlier = new Date(world.clock.now().getTime() - 100 * dayMs);
    await sql`select add_partitions('audit_event', 'month', ${earlier})`.execute(world.db);
    const { href } = (await world.browser().post('/api/v2/prequalifications/', form(1))).json();
    const months = [earlier, world.clock.now()].map((at) => `audit_event_${startsOf(at, 'month')[0]}`);
    // The connection's transactions of the last second count, too.
    const scansIn = (tx: Tx) =>
      sql<{ scans: number }>`select seq_scan + idx_scan as scans from pg_stat_xact_user_tables
        where relname in (${sql.join(months)}) order by relname`.execute(tx);
    const { before, after } = await transact(world.db, async (tx) => {
      const { rows: before } = await scansIn(tx);
      expect(await auditEventsOf(tx, applicationOf(href))).not.toEqual([]);
      return { before, after: (await scansIn(tx)).rows };
    });
    expect(after[0]).toEqual(before[0]);
    expect(after[1]).not.toEqual(before[1]);
  });

  // The embedded database has one connection, so nothing waits there.
  if (database === 'server') {
    it('take a row that comes while one is being made', async () => {
      const [month = ''] = startsOf(world.clock.now(), 'month');
      await sql`drop table ${sql.table(`measurement_${month}`)}`.execute(world.db);
      const waiting = sql`select 1 from pg_locks where not granted`;
      const reported = await transact(world.db, async (tx) => {
        await sql`select add_partitions('measurement', 'month', ${world.clock.now()})`.execute(tx);
        const pending = { report: report() };
        await eventually(async () => (await waiting.execute(world.db)).rows.length > 0);
        return pending;
      });
      await reported.report;
      expect(await partitionsOf('measurement')).toMatchObject({ default: 0, [month]: 1 });
    });

    it('wait for no lock: requests continue while a transaction reads the table, and a later round drops', async () => {
      await report();
      const [month = ''] = startsOf(world.clock.now(), 'month');
      await transact(world.db, async (tx) => {
        await sql`select count(*) from measurement`.execute(tx);
        world.clock.advance((world.services.lender.retention.measurements.days + 31) * dayMs);
        const begun = performance.now();
        const timed = report().then(() => performance.now() - begun);
        const [waited] = await Promise.all([timed, round()]);
        // A lock is waited for at most 200 ms, and a request behind it no longer than that.
        expect(waited).toBeLessThan(5000);
        expect(Object.keys(await partitionsOf('measurement'))).toContain(month);
      });
      await round();
      expect(Object.keys(await partitionsOf('measurement'))).not.toContain(month);
      expect((await partitionsOf('measurement')).default).toBe(0);
    });
  }
});
