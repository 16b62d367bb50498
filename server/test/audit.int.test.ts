// The audit log as evidence: chained events, signed checkpoints, and an export outside the database.
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { archiveAudit } from '#server/evidence/audit-archives.ts';
import {
  publicKeyOf,
  signingKey,
  unexportedEvents,
  unexportedSince,
  verifyAudit,
} from '#server/evidence/audit-chain.ts';
import { checkpointAudit, exportAudit } from '#server/evidence/audit-checkpoints.ts';
import { auditSink } from '#server/platform/audit-sink.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { audit } from '#server/records/audit.ts';
import { MissingBlob } from '#server/vendors/blob-store/blobs.ts';
import { freePort } from '../../scripts/free-port.js';
import { describeOnEachDatabase } from './databases.ts';
import { decidedAs } from './journeys.ts';
import { operate } from './operator.ts';
import { listenOn } from './process.ts';
import { retentionUntil } from './retention-until.ts';
import { testFolder } from './test-folder.ts';
import { eventually, form, openWorld, stateOf, testWorld, type World } from './world.ts';

const day = 24 * 60 * 60 * 1000;

describeOnEachDatabase('the audit log on the %s database', { repeats: true }, (kind) => {
  const sink = join(testFolder(afterAll), 'audit.jsonl');
  const world = openWorld({ database: kind, env: { AUDIT_SINK: `file:${sink}` } });
  let id: ApplicationId;
  beforeAll(async () => {
    id = (await decidedAs(world, 1)).id;
  });

  const verify = (expected = {}, db = world.db) =>
    verifyAudit(db, world.clock, { blobs: world.services.blobs, ...expected });
  const problems = async (db = world.db) => (await verify({}, db)).problems;
  const checkpoint = () => checkpointAudit(world.services);
  /** As the owner of the tables can: without triggers, and undone afterwards. */
  async function tampered(change: ReturnType<typeof sql>): Promise<readonly string[]> {
    let found: readonly string[] = [];
    const undo = new Error('undo');
    await transact(world.db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await change.execute(tx);
      // The transaction already exists, so `verifyAudit` runs in it.
      const within = {
        transaction: () => ({
          setIsolationLevel: () => ({ execute: (run: (tx: unknown) => unknown) => run(tx) }),
        }),
      };
      found = await problems(within as never);
      throw undo;
    }).catch((error) => {
      if (error !== undo) throw error;
    });
    return found;
  }

  it('is chained within each application, and covered by a signed checkpoint', async () => {
    expect(await problems()).toEqual(['There is no checkpoint of the last two days.']);
    await checkpoint();
    expect(await problems()).toEqual([]);
    const links = await sql<{ position: number }>`
      select position from audit_link where chain = ${id} order by event_id`.execute(world.db);
    expect(links.rows.map(({ position }) => position)).toEqual(links.rows.map((_, at) => at + 1));
    expect(links.rows.length).toBeGreaterThan(5);
  });

  it('stays one chain while two processes write events of one application, whatever else they lock', async () => {
    const other = kind === 'server' ? await world.another('web') : world.product;
    const event = { type: 'resumed' } as const;
    const write = ({ services: { db, clock } }: World['product'], isFirst: boolean) =>
      transact(db, async (tx) => {
        const lock = () => sql`select 1 from application where id = ${id} for update`.execute(tx);
        if (isFirst) await lock();
        await audit(tx, clock, { applicationId: id }, event);
        await audit(tx, clock, {}, { type: 'database-moved' });
        if (!isFirst) await lock();
      });
    const writes = Array.from({ length: 60 }, (_, at) => write(at % 2 ? world.product : other, at % 3 === 0));
    await Promise.all(writes);
    expect(await problems()).toEqual([]);
  });

  // The embedded database has one connection.
  if (kind === 'server')
    it('is written by transactions about the same two applications, in either order', async () => {
      const { db, clock } = world.services;
      const ids = [id, (await decidedAs(world, 1)).id];
      const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const both = transact(db, async (tx) => {
        for (const chain of ids)
          await sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${chain}`}, 0))`.execute(tx);
        held.resolve();
        await released.promise;
      });
      await held.promise;
      const write = (order: readonly ApplicationId[]) =>
        transact(db, async (tx) => {
          for (const applicationId of order) await audit(tx, clock, { applicationId }, { type: 'resumed' });
        });
      const writes = Promise.all([write(ids), write([...ids].reverse())]);
      const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      await eventually(async () => (await waiting.execute(db)).rows.length >= 2);
      released.resolve();
      await Promise.all([both, writes]);
      expect(await problems()).toEqual([]);
    });

  it('shows what its owner changes or erases', async () => {
    world.clock.advance(day);
    await checkpoint();
    const { rows } = await sql<{ id: number }>`
      select id from audit_event where application_id = ${id} order by id`.execute(world.db);
    const [second, last] = [rows[1]?.id, rows.at(-1)?.id];
    const covers = expect.stringMatching(/^Checkpoint \d+ of \S+ covers other events than are here\.$/);
    expect(await tampered(sql`update audit_event set data = '{"a": 1}' where id = ${second}`)).toEqual([
      `Event ${second} of application ${id} was changed.`,
    ]);
    const renamed = await tampered(
      sql`update audit_event set operator = 'CEO of the bank' where id = ${last}`,
    );
    expect(renamed).toEqual([`Event ${last} of application ${id} was changed.`]);
    const expected = [`Event ${second} of application ${id} is missing.`];
    expect(await tampered(sql`delete from audit_event where id = ${second}`)).toEqual(expected);
    const erased = await tampered(
      sql`with links as (delete from audit_link where chain = ${id}) delete from audit_event where application_id = ${id}`,
    );
    expect(erased).toContainEqual(covers);
    expect(
      await tampered(sql`insert into audit_event (type, data, at) values ('resumed', '{}', now())`),
    ).toEqual([expect.stringMatching(/^Event \d+ is in no chain: it was written around the product\.$/)]);
    expect(await tampered(sql`update audit_checkpoint set events = events + 1 where number = 1`)).toEqual([
      covers,
      'The signature of checkpoint 1 is wrong.',
    ]);
    const other = publicKeyOf(signingKey(randomBytes(32)));
    expect((await verifyAudit(world.db, world.clock, { keys: [other] })).problems).toEqual([
      expect.stringMatching(/^Checkpoint 1 is signed with the key \S+, not with /),
      expect.stringMatching(/^Checkpoint 2 is signed with the key \S+, not with /),
    ]);
    expect(await problems()).toEqual([]);
  });

  it('refuses changes of links and checkpoints, even by its owner', async () => {
    for (const change of [
      sql`update audit_link set position = position + 1`,
      sql`delete from audit_link`,
      sql`truncate audit_link`,
      sql`update audit_checkpoint set digest = ''`,
      sql`delete from audit_checkpoint`,
    ])
      await expect(change.execute(world.db)).rejects.toThrow(/append-only/);
  });

  it.each([
    'a sink',
    'the same worker',
    'another worker',
  ] as const)('names the days whose events and checkpoints its owner erased, with %s', async (witness) => {
    const file = join(testFolder(onTestFinished), 'audit.jsonl');
    const env = witness === 'a sink' ? { AUDIT_SINK: `file:${file}` } : {};
    const { services, clock, db } = await testWorld({ database: kind, env });
    const days: string[] = [];
    const workADay = async (worker = services) => {
      days.push(clock.now().toISOString().slice(0, 10));
      await transact(db, (tx) => audit(tx, clock, {}, { type: 'database-moved' }));
      await checkpointAudit(worker);
      clock.advance(day);
    };
    for (let at = 0; at < 8; at += 1) await workADay();
    await transact(db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`delete from audit_event where id in (select event_id from audit_link where checkpoint > 2)`.execute(
        tx,
      );
      await sql`delete from audit_link where checkpoint > 2`.execute(tx);
      await sql`delete from audit_checkpoint where number > 2`.execute(tx);
      await sql`update audit_head h set (position, hash) =
        (select position, hash from audit_link where chain = h.chain order by position desc limit 1)`.execute(
        tx,
      );
    });
    await workADay(
      witness === 'the same worker' ? services : { ...services, database: { ...services.database } },
    );
    const found = (await verifyAudit(db, clock)).problems;
    const gap = `No checkpoint is here of ${days[2]} to ${days[7]}: it was erased, or no worker ran.`;
    const numbers = 'Checkpoints 3 to 8 are missing.';
    const isSeen = witness !== 'another worker';
    expect(found).toEqual(isSeen ? [numbers, gap] : [gap]);
    const counted = await services.metrics.missingCheckpoints.get();
    expect(counted.values.map(({ value }) => value)).toEqual([isSeen ? 6 : 0]);
  });

  it('exports each event once, and shows what was erased after that', async () => {
    const { rows } = await sql<{ id: number }>`select id from audit_event`.execute(world.db);
    await Promise.all([exportAudit(world.services), exportAudit(world.services)]);
    await eventually(async () => (await unexportedSince(world.db)) === undefined);
    const exported = readFileSync(sink, 'utf8').trim().split('\n');
    const lines = exported.map((line) => JSON.parse(line));
    const events = lines.filter((line) => 'hash' in line);
    const ids: number[] = events.map((event) => event.id);
    expect(ids).toEqual(expect.arrayContaining(rows.map((row) => row.id)));
    expect(new Set(ids).size).toBe(ids.length);
    expect(lines.some((line) => line.checkpoint?.signature)).toBe(true);

    const verify = async () => (await operate(world, 'audit', 'verify', '--export', sink)).split('\n');
    expect((await verify()).at(-1)).toBe('Nothing was changed.');
    expect(process.exitCode).toBeUndefined();
    const lost = { ...events[0], chain: randomUUID(), position: 7 };
    const signed = { checkpoint: { number: 1, digest: '0'.repeat(64) } };
    writeFileSync(sink, `${JSON.stringify(lost)}\n${JSON.stringify(signed)}\n`, { flag: 'a' });
    expect(await verify()).toEqual(
      expect.arrayContaining([
        'Checkpoint 1 is outside, and the database has another one or none.',
        `Event number 7 of application ${lost.chain} was exported, and the database has it no longer.`,
      ]),
    );
    expect(process.exitCode).toBe(1);
    process.exitCode = undefined;
  });

  it('exports a backlog in batches, each of which stays exported if the next one fails', async () => {
    // Without a sink of its own, the product exports nothing meanwhile.
    const { services } = await testWorld({ database: kind });
    await transact(services.db, async (tx) => {
      for (let events = 0; events < 501; events += 1)
        await audit(tx, services.clock, {}, { type: 'database-moved' });
    });
    const count = (await unexportedEvents(services.db, 1000)).length;
    const port = await freePort();
    const server = await listenOn(port);
    // It takes one batch and is down for the next.
    server.on('connection', (socket) => {
      server.close();
      socket.resume();
    });
    const config = { ...services.config, AUDIT_SINK: `syslog://127.0.0.1:${port}` };
    await expect(exportAudit({ ...services, config })).rejects.toThrow(/ECONNREFUSED/);
    expect(await unexportedEvents(services.db, 1000)).toHaveLength(count - 500);
  });

  it('goes to a syslog server that was down before', async () => {
    const port = await freePort();
    const send = auditSink(`syslog://127.0.0.1:${port}`, world.clock);
    await expect(send(['{"id":1}'])).rejects.toThrow(/ECONNREFUSED/);
    const server = await listenOn(port);
    let received = '';
    server.on('connection', (socket) => {
      socket.on('data', (data) => {
        received += data;
      });
    });
    await send(['{"id":1}', '{"id":"ü"}']);
    const message = (line: string) => `<109>1 \\S+ \\S+ branchline - audit - ${line}`;
    expect(received).toMatch(new RegExp(`^\\d+ ${message('{"id":1}')}\\d+ ${message('{"id":"ü"}')}$`));
    expect(Number.parseInt(received, 10)).toBe(received.indexOf('}') + 1 - received.indexOf('<'));
    await new Promise((closed) => server.close(closed));
  });

  it('survives the purge of its application', async () => {
    await world.browser().post('/api/v2/prequalifications/', form(1));
    await checkpoint();
    // The offers end first.
    world.clock.advance(365 * day);
    await retentionUntil(world, async () => (await stateOf(world, id)) === 'OFFER_EXPIRED');
    expect(await world.db.selectFrom('audit_archive').select('key').execute()).toEqual([]);
    world.clock.advance(8 * 365 * day);
    const purge = sql`select 1 from audit_event where type = 'application-purged' and application_id = ${id}`;
    await retentionUntil(world, async () => (await purge.execute(world.db)).rows.length === 1);
    expect(await problems()).toEqual(['There is no checkpoint of the last two days.']);
    await checkpoint();
    expect(await problems()).toEqual([expect.stringMatching(/^No checkpoint is here of /)]);
    // An outside copy that has both neighbors shows that none was made in between.
    const anchors = await world.db.selectFrom('audit_checkpoint').select(['number', 'digest']).execute();
    expect((await verify({ anchors })).problems).toEqual([]);
  });

  it('drops a month days after it is archived, verifies it from there, and shows that an archive is lost', async () => {
    const now = () => world.clock.now();
    const months = sql`select from pg_inherits where inhparent = 'audit_event'::regclass`;
    const left = async () => (await months.execute(world.db)).rows.length;
    world.clock.advance(400 * day);
    await checkpoint();
    const drop = sql`select drop_audit_month(month, ${now()})
      from archivable_audit_month((select max(month) from audit_archive), ${now()}) as month`;
    await expect(drop.execute(world.db)).rejects.toThrow(/are not archived/);
    expect(await archiveAudit(world.services)).toBeGreaterThan(0);
    const before = await left();
    for (const isDropped of [false, true]) {
      world.clock.advance(8 * day);
      expect(await archiveAudit(world.services)).toBe(0);
      expect((await left()) < before).toBe(isDropped);
    }
    const missing = expect.stringMatching(`^\\d+ events of application ${id} before event \\d+ are missing`);
    expect((await verifyAudit(world.db, world.clock)).problems).toContainEqual(missing);
    expect(await problems()).not.toContainEqual(missing);
    const { rows } = await sql<{ id: number }>`select max(id) as id from audit_event`.execute(world.db);
    expect(await tampered(sql`delete from audit_event where id = ${rows[0]?.id}`)).toContainEqual(
      expect.stringMatching(`^Event ${rows[0]?.id} of .* is missing`),
    );
    // The one that was never here.
    const printed = await operate(world, 'audit', 'verify', '--export', sink);
    expect(printed.match(/was exported/g)).toHaveLength(1);
    process.exitCode = undefined;
    const { key } = await world.db.selectFrom('audit_archive').select('key').executeTakeFirstOrThrow();
    const forged = sql`update blob set secret = '' where key = ${key}`;
    await expect(forged.execute(world.db)).rejects.toThrow(/append-only/);
    await world.services.vendors.blobStore.remove(key, AbortSignal.timeout(5000));
    expect(await problems()).toEqual(expect.arrayContaining([new MissingBlob(key).message, missing]));
  });
});
