// Jobs and vendor calls under failures, retries and kills between steps; long polls; and many processes at once.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { transact } from '#server/platform/db/database.ts';
import { DatabaseUnavailable } from '#server/platform/db/reachability.ts';
import type { ApplicationId, JobId } from '#server/platform/db/tables.ts';
import { settle } from '#server/platform/jobs/call-records.ts';
import type { JobDeclaration } from '#server/platform/jobs/job-declaration.ts';
import { handle, Jobs, RetryLater } from '#server/platform/jobs/jobs.ts';
import {
  CallCalledOff,
  CallInProgress,
  CallUnresolved,
  NotPerformed,
  OutcomeUnknown,
  type UnknownOutcomeRule,
  type VendorCall,
  VendorCalls,
} from '#server/platform/jobs/vendor-calls.ts';
import { createLog } from '#server/platform/log.ts';
import { VendorTimeouts } from '#server/platform/vendor-timeouts.ts';
import { auditExhaustedJob } from '#server/records/audit.ts';
import { describeOnEachDatabase } from './databases.ts';
import { decidedAs } from './journeys.ts';
import { applicationOf, applyAs, createWorld, eventually, form, type World } from './world.ts';

describeOnEachDatabase('on the %s database', { repeats: true }, (database) => {
  let world: World;
  let applicationId: ApplicationId;
  beforeAll(async () => {
    world = await createWorld({ database });
    const answer = (await world.browser().post('/api/v2/prequalifications/', form(1))).json();
    applicationId = applicationOf(answer.href);
  });
  afterAll(() => world?.close());

  describe('a job', () => {
    const payload = z.object({ name: z.string() });
    let ran: { name: string; attempt: number }[] = [];
    let ends: { name: string; how: 'done' | 'gave up' }[] = [];
    let failures = new Map<string, number | 'unresolved' | 'waits'>();
    const logged: string[] = [];
    let gate: Promise<void> | undefined;
    let jobs: Jobs;
    const declaration: JobDeclaration<z.output<typeof payload>> = {
      name: 'test-job',
      payload,
      tries: 3,
      seconds: 20,
      concurrency: 4,
      awaited: true,
      longestDelaySeconds: 1,
    };
    /** Checked so rarely that only its commit can have started it. */
    const urgent: JobDeclaration<z.output<typeof payload>> & { longestDelaySeconds: number } = {
      ...declaration,
      name: 'urgent-test-job',
      longestDelaySeconds: 120,
    };
    /** One at a time, so that each waits for the one before it. */
    const background: JobDeclaration<z.output<typeof payload>> = {
      ...declaration,
      name: 'background-test-job',
      awaited: false,
      concurrency: 1,
    };
    const handlers = [
      handle(declaration, {
        async run({ name }, { attempt }) {
          ran.push({ name, attempt });
          await gate;
          const left = failures.get(name);
          if (left === 'unresolved') throw new CallUnresolved(name);
          if (left === 'waits') {
            failures.delete(name);
            throw new RetryLater(`${name} has not come`);
          }
          if (left !== undefined && left > 0) {
            failures.set(name, left - 1);
            throw new Error('not yet');
          }
          return async () => {
            ends.push({ name, how: 'done' });
          };
        },
        onExhausted:
          ({ name }) =>
          async () => {
            ends.push({ name, how: 'gave up' });
          },
      }),
      handle(urgent, { run: async () => async () => {} }),
      handle(background, { run: async () => async () => {} }),
    ];
    beforeAll(async () => {
      const { clock, db } = world.product.services;
      jobs = new Jobs({
        database: world.product.services.database,
        clock,
        log: createLog('info', { write: (line) => logged.push(line) }),
        auditExhausted: auditExhaustedJob(clock),
      });
      await jobs.start(handlers);
      // Without this, starting the embedded database would use up the app's own resources.
      await eventually(async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from pgboss.job where state = 'active'`.execute(db);
        return Number(rows[0]?.count) === 0 ? true : undefined;
      });
      await jobs.work(handlers);
      ran = [];
      ends = [];
      failures = new Map();
    });
    afterAll(() => jobs?.stop());

    const enqueue = (name: string, one = declaration) =>
      transact(world.product.services.db, (tx) => jobs.enqueue(tx, one, applicationId, { name }));
    const statusOf = async (id: JobId) =>
      (
        await world.product.services.db
          .selectFrom('job')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirst()
      )?.status;
    const finished = (id: JobId, status: string) =>
      eventually(async () => ((await statusOf(id)) === status ? true : undefined));
    const endsOf = (name: string) => ends.filter((one) => one.name === name).map((one) => one.how);

    it('runs at once after the one before it', async () => {
      const ids = await transact(world.product.services.db, (tx) =>
        Promise.all(
          Array.from({ length: 40 }, (_, index) =>
            jobs.enqueue(tx, background, applicationId, { name: `waiting ${index}` }),
          ),
        ),
      );
      for (const id of ids) await finished(id, 'SUCCESS');
    });

    it('runs beside others, as many as its declaration allows', async () => {
      const held = Promise.withResolvers<void>();
      gate = held.promise;
      const ids: JobId[] = [];
      for (let index = 0; index < 6; index += 1) ids.push(await enqueue(`beside ${index}`));
      const begun = () =>
        new Set(ran.map(({ name }) => name).filter((name) => name.startsWith('beside'))).size;
      await eventually(async () => begun() >= declaration.concurrency || undefined);
      expect(begun()).toBe(declaration.concurrency);
      held.resolve();
      gate = undefined;
      for (const id of ids) await finished(id, 'SUCCESS');
    });

    it('is enqueued together with its change, or not at all', async () => {
      const undone = transact(world.product.services.db, async (tx) => {
        await jobs.enqueue(tx, declaration, applicationId, { name: 'rolled back' });
        throw new Error('changed our mind');
      });
      await expect(undone).rejects.toThrow('changed our mind');
      await finished(await enqueue('after it'), 'SUCCESS');
      expect(ran.some((one) => one.name === 'rolled back')).toBe(false);
      const { rows } = await sql`select 1 from pgboss.job where data::text like '%rolled back%'`.execute(
        world.product.services.db,
      );
      expect(rows).toEqual([]);
    });

    it('begins as soon as it is committed, without waiting for the next check', async () => {
      const id = await enqueue('urgent', urgent);
      await jobs.update(id, (urgent.longestDelaySeconds * 1000) / 2, new AbortController().signal);
      expect(await statusOf(id)).toBe('SUCCESS');
    });

    it('that waits for something is tried again, and logged without a stack', async () => {
      failures.set('the bureau', 'waits');
      await finished(await enqueue('the bureau'), 'SUCCESS');
      const lines = logged.filter((line) => line.includes('the bureau has not come'));
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({
          level: 30,
          msg: 'job retries later',
          because: 'the bureau has not come',
          attempt: 1,
        }),
      ]);
      expect(lines.join()).not.toContain('stack');
      expect(endsOf('the bureau')).toEqual(['done']);
    });

    it('that fails is tried again, with its tries counted, and its outcome written once', async () => {
      failures.set('twice', 2);
      await finished(await enqueue('twice'), 'SUCCESS');
      expect(ran.filter((one) => one.name === 'twice').map((one) => one.attempt)).toEqual([1, 2, 3]);
      expect(endsOf('twice')).toEqual(['done']);
    });

    it('that keeps failing is given up after its tries, for good', async () => {
      failures.set('always', 100);
      const id = await enqueue('always');
      await finished(id, 'FAILURE');
      expect(ran.filter((one) => one.name === 'always')).toHaveLength(3);
      expect(endsOf('always')).toEqual(['gave up']);
    });

    it('continues if its process is killed more often than it may fail, because those tries do not count', async () => {
      let open = () => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      failures.set('killed', 2);
      const id = await enqueue('killed');
      await eventually(async () => (ran.some((one) => one.name === 'killed') ? true : undefined));
      // The state after several kills, once the heartbeats have stopped.
      await sql`
        update pgboss.job set state = 'retry', retry_count = 6, start_after = now()
        where name = 'test-job' and state = 'active'`.execute(world.product.services.db);
      await eventually(async () =>
        ran.filter((one) => one.name === 'killed').length > 1 ? true : undefined,
      );
      open();
      gate = undefined;
      await finished(id, 'SUCCESS');
      expect(endsOf('killed')).toEqual(['done']);
    });

    it('with an unknown outcome is given up at once, without another try', async () => {
      failures.set('unresolved', 'unresolved');
      await finished(await enqueue('unresolved'), 'FAILURE');
      expect(ran.filter((one) => one.name === 'unresolved')).toHaveLength(1);
      expect(endsOf('unresolved')).toEqual(['gave up']);
    });

    it('of a stopping worker goes back before its next vendor call, and another worker continues at once', async () => {
      const { database, db, clock, vendorCalls } = world.product.services;
      const made: string[] = [];
      let answer = () => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const call = (key: string) =>
        vendorCalls.call({
          vendor: 'test',
          operation: 'do',
          key,
          timeoutSeconds: 10,
          onUnknownOutcome: { rule: 'never-repeat' },
          perform: async () => {
            made.push(key);
            await answered;
            return {};
          },
        });
      const relay = { ...declaration, name: 'relay-job', tries: 1 };
      const run = async () => {
        await call('first leg');
        await call('second leg');
        return async () => {};
      };
      const worker = async () => {
        const log = createLog('silent');
        const one = new Jobs({ database, clock, log, auditExhausted: auditExhaustedJob(clock) });
        await one.start([handle(relay, { run })]);
        await one.work([handle(relay, { run })]);
        return one;
      };
      const first = await worker();
      // By the one that knows the queue: the embedded database can't look it up within a transaction.
      const id = await transact(db, (tx) => first.enqueue(tx, relay, applicationId, { name: 'the baton' }));
      await eventually(async () => (made.length > 0 ? true : undefined));
      const stopped = first.stop(60);
      answer();
      await stopped;
      expect(made).toEqual(['first leg']);
      const { rows } = await sql`select state from pgboss.job where name = 'relay-job'`.execute(db);
      expect(rows).toEqual([{ state: 'retry' }]);
      const second = await worker();
      await finished(id, 'SUCCESS');
      expect(made).toEqual(['first leg', 'second leg']);
      await second.stop();
    });

    it('run by two workers at once writes its outcome once', async () => {
      let open = () => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      const id = await enqueue('twins');
      await eventually(async () => (ran.some((one) => one.name === 'twins') ? true : undefined));
      // The state after a worker is presumed lost: the same job, assigned again.
      await sql`
        update pgboss.job set state = 'retry', start_after = now()
        where name = 'test-job' and state = 'active'`.execute(world.product.services.db);
      await eventually(async () => (ran.filter((one) => one.name === 'twins').length > 1 ? true : undefined));
      open();
      gate = undefined;
      await finished(id, 'SUCCESS');
      await enqueue('after the twins').then((next) => finished(next, 'SUCCESS'));
      expect(endsOf('twins')).toEqual(['done']);
    });
  });

  describe('a call to a vendor', () => {
    let vendorCalls: VendorCalls;
    let done: number;
    beforeAll(() => {
      vendorCalls = world.product.services.vendorCalls;
      done = 0;
    });

    const nextId = async () => {
      done += 1;
      return { id: done };
    };
    const lookUp: UnknownOutcomeRule<{ id: number }> = { rule: 'look-up', find: async () => undefined };
    const call = (
      key: string,
      onUnknownOutcome: UnknownOutcomeRule<{ id: number }>,
      perform: () => Promise<{ id: number }> = nextId,
    ) =>
      vendorCalls.call({
        vendor: 'test',
        operation: 'do',
        key,
        applicationId,
        timeoutSeconds: 10,
        onUnknownOutcome,
        perform,
      });
    /** The database state when a process is killed during a vendor call. */
    const killedMeanwhile = async (key: string) => {
      const hanging = call(key, { rule: 'repeat' }, () => new Promise(() => {}));
      hanging.catch(() => {});
      await eventually(async () => {
        const row = await world.product.services.db
          .selectFrom('vendor_call')
          .select('status')
          .where('key', '=', key)
          .executeTakeFirst();
        return row?.status === 'intended' ? true : undefined;
      });
    };
    const afterTheLease = () => world.clock.advance((vendorCalls.timeouts.seconds(10) + 6) * 1000);
    const rules = [
      ['repeat', { rule: 'repeat' }],
      ['look-up', lookUp],
      ['never-repeat', { rule: 'never-repeat' }],
    ] as const;

    it.each(rules)('with a response is never made again (%s)', async (_, rule) => {
      const key = randomUUID();
      const first = await call(key, rule);
      expect(await call(key, rule)).toEqual(first);
      expect(done).toBe(first.id);
    });

    it.each(rules)('that did not reach the vendor is made again (%s)', async (_, rule) => {
      const key = randomUUID();
      const refused = call(key, rule, async () => {
        throw new NotPerformed('no connection');
      });
      await expect(refused).rejects.toThrow('no connection');
      expect(await call(key, rule)).toEqual({ id: done });
    });

    it('that is harmless is repeated after a kill, or without a response', async () => {
      const killed = randomUUID();
      await killedMeanwhile(killed);
      expect(await call(killed, { rule: 'repeat' })).toEqual({ id: done });
      const silent = randomUUID();
      const unanswered = call(silent, { rule: 'repeat' }, async () => {
        throw new OutcomeUnknown('silence');
      });
      await expect(unanswered).rejects.toThrow('silence');
      expect(await call(silent, { rule: 'repeat' })).toEqual({ id: done });
    });

    it('that goes past its time without an end has an unknown outcome, and blocks nothing', async () => {
      const { database, clock, vault, log } = world.product.services;
      const timeouts = new VendorTimeouts(0.001);
      const calls = new VendorCalls({ database, clock, vault, log, timeouts, guarded: [] });
      const endless = () => new Promise<never>(() => {});
      const make = (changes: Partial<VendorCall<unknown>>) =>
        calls.call({
          vendor: 'test',
          operation: 'do',
          key: 'endless',
          timeoutSeconds: 10,
          onUnknownOutcome: { rule: 'look-up', find: endless },
          perform: endless,
          ...changes,
        });
      await expect(make({})).rejects.toThrow(OutcomeUnknown);
      await expect(make({ perform: nextId })).rejects.toThrow(OutcomeUnknown);
      await expect(make({ key: 'unprepared', prepare: endless })).rejects.toThrow(OutcomeUnknown);
      expect(await make({ key: 'unprepared', perform: nextId })).toEqual({ id: done });
    });

    it('that can be looked up is, and is made again only where it is not found', async () => {
      const happened = randomUUID();
      await killedMeanwhile(happened);
      await expect(call(happened, lookUp)).rejects.toThrow(CallInProgress);
      afterTheLease();
      const before = done;
      expect(await call(happened, { rule: 'look-up', find: async () => ({ id: 77 }) })).toEqual({ id: 77 });
      expect(done).toBe(before);

      const unanswered = randomUUID();
      const silence = call(unanswered, lookUp, async () => {
        throw new OutcomeUnknown('silence');
      });
      await expect(silence).rejects.toThrow('silence');
      // The call finished, so nothing waits.
      expect(await call(unanswered, lookUp)).toEqual({ id: before + 1 });
    });

    it('that must not be repeated has an unknown outcome after a kill, for good', async () => {
      const rule = { rule: 'never-repeat' } as const;
      const key = randomUUID();
      await killedMeanwhile(key);
      // While the call may still be in progress, nothing is decided.
      await expect(call(key, rule)).rejects.toThrow(CallInProgress);
      afterTheLease();
      const before = done;
      await expect(call(key, rule)).rejects.toThrow(CallUnresolved);
      await expect(call(key, rule)).rejects.toThrow(CallUnresolved);
      expect(done).toBe(before);
    });

    it('that must not be repeated has an unknown outcome if the vendor broke off', async () => {
      const rule = { rule: 'never-repeat' } as const;
      const key = randomUUID();
      const broken = call(key, rule, async () => {
        throw new OutcomeUnknown('broke off');
      });
      await expect(broken).rejects.toThrow(CallUnresolved);
      const before = done;
      await expect(call(key, rule)).rejects.toThrow(CallUnresolved);
      expect(done).toBe(before);
    });

    it('is made after its claim was cut off by the database, whether the claim was written or not', async () => {
      const { database, clock, vault, log } = world.product.services;
      let isCutOff = true;
      const db = database.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          const wasCutOff = isCutOff;
          isCutOff = false;
          if (wasCutOff) throw new DatabaseUnavailable(new Error('Connection terminated unexpectedly'));
          return result;
        },
      });
      const calls = new VendorCalls({
        database: { ...database, db },
        clock,
        vault,
        log,
        timeouts: vendorCalls.timeouts,
        guarded: [],
      });
      const pull = () =>
        calls.call({
          vendor: 'test',
          operation: 'do',
          key: 'cut-off',
          timeoutSeconds: 10,
          onUnknownOutcome: { rule: 'never-repeat' },
          perform: nextId,
        });
      const before = done;
      await expect(pull()).rejects.toThrow(DatabaseUnavailable);
      expect(done).toBe(before);
      expect(await pull()).toEqual({ id: before + 1 });
    });

    it('returns its response if the circuit breaker cannot be updated, which is logged', async () => {
      const { database, clock, vault } = world.product.services;
      const db = database.db.withPlugin({
        transformQuery: ({ node }) => {
          if (node.kind === 'UpdateQueryNode' && JSON.stringify(node).includes('"breaker"'))
            throw new Error('column "since" does not exist');
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const lines: string[] = [];
      const calls = new VendorCalls({
        database: { ...database, db },
        clock,
        vault,
        log: createLog('info', { write: (line) => lines.push(line) }),
        timeouts: vendorCalls.timeouts,
        guarded: ['test'],
      });
      const answer = await calls.call({
        vendor: 'test',
        operation: 'do',
        key: randomUUID(),
        timeoutSeconds: 10,
        onUnknownOutcome: { rule: 'repeat' },
        perform: nextId,
      });
      expect(answer).toEqual({ id: done });
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({ level: 50, msg: 'circuit breaker not updated' }),
      ]);
    });

    it('has a known outcome if a step before it failed or was killed', async () => {
      const key = randomUUID();
      const before = done;
      const signingIn = (prepare: () => Promise<void>) =>
        vendorCalls.call({
          vendor: 'test',
          operation: 'do',
          key,
          timeoutSeconds: 10,
          onUnknownOutcome: { rule: 'never-repeat' },
          prepare,
          perform: nextId,
        });
      signingIn(() => new Promise(() => {})).catch(() => {});
      const silent = signingIn(async () => {
        throw new OutcomeUnknown('silence');
      });
      await expect(silent).rejects.toThrow('silence');
      expect(await signingIn(async () => {})).toEqual({ id: before + 1 });
      // Once it has a response, it doesn't call the vendor.
      const broken = async () => {
        throw new OutcomeUnknown('not expected');
      };
      expect(await signingIn(broken)).toEqual({ id: before + 1 });
    });

    it('is not made once it is no longer needed, unless its response is stored already', async () => {
      const key = randomUUID();
      let isCalledOff = true;
      const before = done;
      const attempt = () =>
        vendorCalls.call({
          vendor: 'test',
          operation: 'do',
          key,
          timeoutSeconds: 10,
          onUnknownOutcome: { rule: 'never-repeat' },
          isCalledOff: async () => isCalledOff,
          perform: nextId,
        });
      await expect(attempt()).rejects.toThrow(CallCalledOff);
      expect(done).toBe(before);
      isCalledOff = false;
      const answer = await attempt();
      isCalledOff = true;
      expect(await attempt()).toEqual(answer);
    });

    it('with an unknown outcome stores a late response for the operator who settles it', async () => {
      const rule = { rule: 'never-repeat' } as const;
      const key = randomUUID();
      let answer = (_: { id: number }) => {};
      const slow = call(key, rule, () => new Promise((resolve) => (answer = resolve)));
      slow.catch(() => {});
      const row = () =>
        world.product.services.db
          .selectFrom('vendor_call')
          .select(['id', 'status', 'response'])
          .where('key', '=', key)
          .executeTakeFirst();
      await eventually(row);
      afterTheLease();
      await expect(call(key, rule)).rejects.toThrow(CallUnresolved);
      answer({ id: 4711 });
      await expect(slow).rejects.toThrow(CallUnresolved);
      const { id } = (await row()) as { id: string };
      expect(await row()).toMatchObject({
        status: 'unresolved',
        response: expect.stringMatching(/^dev-1\./),
      });
      const settled = () => transact(world.product.services.db, (tx) => settle(tx, id, false));
      expect(await settled()).toBe('completed');
      expect(await settled()).toBeUndefined();
      expect(await call(key, rule)).toEqual({ id: 4711 });
    });

    it('made by many at once is made once', async () => {
      const key = randomUUID();
      const before = done;
      const results = await Promise.allSettled(
        Array.from({ length: 8 }, () => call(key, { rule: 'never-repeat' })),
      );
      expect(done).toBe(before + 1);
      for (const result of results) {
        if (result.status === 'fulfilled') expect(result.value).toEqual({ id: done });
        else expect(result.reason).toBeInstanceOf(CallInProgress);
      }
    });

    it('is stored encrypted', async () => {
      const key = randomUUID();
      await call(key, { rule: 'repeat' }, async () => ({ id: 424242 }));
      const row = await world.product.services.db
        .selectFrom('vendor_call')
        .select('response')
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      expect(row.response).not.toContain('424242');
      expect(row.response).toMatch(/^dev-1\./);
    });
  });

  describe('a poll', () => {
    /** Set while a statement belongs to the counted requests rather than to background work. */
    const counted = new AsyncLocalStorage<string[]>();

    /** Statements that the requests of `during` send to the database. */
    async function statements(during: () => Promise<unknown>): Promise<string[]> {
      const { pool } = world.product.services.database;
      const seen: string[] = [];
      const client = await pool.connect();
      const prototype = Object.getPrototypeOf(client) as { query: (...given: unknown[]) => unknown };
      client.release();
      const own = prototype.query;
      prototype.query = function query(this: unknown, ...given: unknown[]) {
        const [first] = given;
        const text = typeof first === 'string' ? first : ((first as { text?: string })?.text ?? '');
        // The pool may hand a freed connection to a waiting query of the queue's within the request's own context.
        if (!/pgboss/.test(text)) counted.getStore()?.push(text);
        return own.apply(this, given);
      };
      try {
        await counted.run(seen, during);
      } finally {
        prototype.query = own;
      }
      return seen;
    }

    it('of a job, and the guard’s question, cost one read of the database', async () => {
      const { browser, job } = await decidedAs(world, 1);
      const poll = await statements(() => browser.get(job));
      expect(poll, poll.join('\n')).toHaveLength(1);
      const steps = await statements(() => browser.get('/api/v1/journey/allowed-steps'));
      expect(steps, steps.join('\n')).toHaveLength(1);
      const anonymous = await statements(() => world.browser().get('/api/v1/journey/allowed-steps'));
      expect(anonymous).toEqual([]);
    });

    it('that is held is woken by the response, long before it would end', async () => {
      await world.fault('bureau', { mode: 'slow', delayMs: 400 });
      const { browser, job } = await applyAs(world, 1);
      const began = performance.now();
      expect((await browser.get(job, { prefer: 'wait=20' })).json()).toMatchObject({ status: 'SUCCESS' });
      expect(performance.now() - began).toBeLessThan(15_000);
      await world.fault('bureau', { mode: 'none' });
    });

    it('that is held gets a response when it ends, and is dropped when the browser is gone', async () => {
      await world.fault('bureau', { mode: 'slow', delayMs: 600_000 });
      const { browser, job } = await applyAs(world, 1);
      const began = performance.now();
      const answer = await browser.get(job, { prefer: 'wait=1' });
      expect(answer.json().status).toBe('PENDING');
      expect(performance.now() - began).toBeGreaterThan(900);
      await world.fault('bureau', { mode: 'none' });
      expect((await browser.get(job, { prefer: 'wait=20' })).json().status).toBe('SUCCESS');
    });
  });
});

it('a queue that was just created takes a job from a transaction on the embedded database', async () => {
  const world = await createWorld({ database: 'embedded' });
  const { clock, database, db } = world.product.services;
  const log = createLog('silent');
  const jobs = new Jobs({ database, clock, log, auditExhausted: auditExhaustedJob(clock) });
  const declaration: JobDeclaration<object> = {
    name: 'new-test-job',
    payload: z.object({}),
    tries: 3,
    seconds: 20,
    concurrency: 1,
  };
  const handlers = [handle(declaration, { run: async () => async () => {} })];
  await jobs.start(handlers);
  const answer = (await world.browser().post('/api/v2/prequalifications/', form(1))).json();
  const id = await transact(db, (tx) => jobs.enqueue(tx, declaration, applicationOf(answer.href), {}));
  await jobs.work(handlers);
  await eventually(async () => {
    const row = await db.selectFrom('job').select('status').where('id', '=', id).executeTakeFirst();
    return row?.status === 'SUCCESS' || undefined;
  }, 20);
  await jobs.stop();
  await world.close();
});
