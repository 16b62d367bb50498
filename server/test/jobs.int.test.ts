// Jobs and vendor calls under failures, retries and kills between steps; long polls; and many processes at once.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { type KyselyPlugin, sql } from 'kysely';
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
import { createLog, type Log } from '#server/platform/log.ts';
import { VendorTimeouts } from '#server/platform/vendor-timeouts.ts';
import { auditExhaustedJob } from '#server/records/audit.ts';
import { describeOnEachDatabase } from './databases.ts';
import { decidedAs } from './journeys.ts';
import { rowsOf, setRows } from './rows.ts';
import { jobsEnded } from './waits.ts';
import { applicationOf, applyAs, eventually, form, openWorld, type World } from './world.ts';

function jobsOf({ product }: World, log = createLog('silent')): Jobs {
  const { database, clock } = product.services;
  return new Jobs({ database, clock, log, auditExhausted: auditExhaustedJob(clock) });
}

describeOnEachDatabase('on the %s database', { repeats: true }, (database) => {
  const world = openWorld({ database });
  let applicationId: ApplicationId;
  beforeAll(async () => {
    const answer = (await world.browser().post('/api/v2/prequalifications/', form(1))).json();
    applicationId = applicationOf(answer.href);
  });

  describe('a job', () => {
    const payload = z.object({ name: z.string() });
    const ran: { name: string; attempt: number }[] = [];
    const ends: { name: string; how: 'done' | 'gave up' }[] = [];
    const failures = new Map<string, number | 'unresolved' | 'waits'>();
    const logged: string[] = [];
    let gate: Promise<void> | undefined;
    let jobs: Jobs;
    const declaration: JobDeclaration<z.output<typeof payload>> = {
      name: 'test-job',
      payload,
      tries: 3,
      seconds: 120,
      concurrency: 4,
      awaited: true,
      longestDelaySeconds: 1,
    };
    /** Checked so rarely that only its commit can have started it. */
    const urgent = { ...declaration, name: 'urgent-test-job', longestDelaySeconds: 120 };
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
          return async () => void ends.push({ name, how: 'done' });
        },
        onExhausted:
          ({ name }) =>
          async () =>
            void ends.push({ name, how: 'gave up' }),
      }),
      handle(urgent, { run: async () => async () => {} }),
    ];
    beforeAll(async () => {
      jobs = jobsOf(world, createLog('info', { write: (line) => logged.push(line) }));
      await jobs.start(handlers);
      // Without this, starting the embedded database would use up the app's own resources.
      await eventually(async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from pgboss.job where state = 'active'`.execute(world.db);
        return Number(rows[0]?.count) === 0;
      });
      await jobs.work(handlers);
    });
    afterAll(() => jobs?.stop());

    const enqueue = (name: string, one = declaration) =>
      transact(world.db, (tx) => jobs.enqueue(tx, one, applicationId, { name }));
    const statusOf = async (id: JobId) =>
      (await rowsOf(world, 'job', applicationId)).find((job) => job.id === id)?.status;
    const finished = (id: JobId, status: string) => eventually(async () => (await statusOf(id)) === status);
    const attemptsOf = (name: string) => ran.filter((one) => one.name === name).map((one) => one.attempt);
    const endsOf = (name: string) => ends.filter((one) => one.name === name).map((one) => one.how);

    it('runs beside others, as many as its declaration allows', async () => {
      const held = Promise.withResolvers<void>();
      gate = held.promise;
      const ids: JobId[] = [];
      for (let index = 0; index < 6; index += 1) ids.push(await enqueue(`beside ${index}`));
      const begun = () =>
        new Set(ran.map(({ name }) => name).filter((name) => name.startsWith('beside'))).size;
      await eventually(async () => begun() >= declaration.concurrency);
      expect(begun()).toBe(declaration.concurrency);
      held.resolve();
      gate = undefined;
      for (const id of ids) await finished(id, 'SUCCESS');
    });

    it('is enqueued together with its change, or not at all', async () => {
      const undone = transact(world.db, async (tx) => {
        await jobs.enqueue(tx, declaration, applicationId, { name: 'rolled back' });
        throw new Error('changed our mind');
      });
      await expect(undone).rejects.toThrow('changed our mind');
      await finished(await enqueue('after it'), 'SUCCESS');
      expect(ran.some((one) => one.name === 'rolled back')).toBe(false);
      const { rows } = await sql`select 1 from pgboss.job where data::text like '%rolled back%'`.execute(
        world.db,
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
      const retry = { level: 30, msg: 'job retries later', because: 'the bureau has not come', attempt: 1 };
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([retry]);
      expect(lines.join()).not.toContain('stack');
      expect(endsOf('the bureau')).toEqual(['done']);
    });

    it.each([
      ['fails is tried again, with its tries counted, and its outcome written once', 2, [1, 2, 3], 'done'],
      ['keeps failing is given up after its tries, for good', 100, [1, 2, 3], 'gave up'],
      ['has an unknown outcome is given up at once, without another try', 'unresolved', [1], 'gave up'],
    ] as const)('that %s', async (name, failure, attempts, end) => {
      failures.set(name, failure);
      await finished(await enqueue(name), end === 'done' ? 'SUCCESS' : 'FAILURE');
      expect(attemptsOf(name)).toEqual(attempts);
      expect(endsOf(name)).toEqual([end]);
    });

    /** Runs a job until another worker has begun it, too. */
    const begunTwice = async (name: string, before: number) => {
      const held = Promise.withResolvers<void>();
      gate = held.promise;
      const id = await enqueue(name);
      await eventually(async () => attemptsOf(name).length > 0);
      await sql`
        update pgboss.job set state = 'retry', retry_count = retry_count + ${before}, start_after = now()
        where name = 'test-job' and state = 'active'`.execute(world.db);
      await eventually(async () => attemptsOf(name).length > 1);
      held.resolve();
      gate = undefined;
      await finished(id, 'SUCCESS');
    };

    it('continues if its process is killed more often than it may fail, because those tries do not count', async () => {
      failures.set('killed', 2);
      // The state after several kills, once the heartbeats have stopped.
      await begunTwice('killed', 6);
      expect(endsOf('killed')).toEqual(['done']);
    });

    it('of a stopping worker goes back before its next vendor call, and another worker continues at once', async () => {
      const { db, vendorCalls } = world.services;
      const made: string[] = [];
      const answered = Promise.withResolvers<void>();
      const call = (key: string) =>
        vendorCalls.call({
          vendor: 'test',
          operation: 'do',
          key,
          timeoutSeconds: 10,
          onUnknownOutcome: { rule: 'never-repeat' },
          perform: async () => {
            made.push(key);
            await answered.promise;
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
        const one = jobsOf(world);
        await one.start([handle(relay, { run })]);
        await one.work([handle(relay, { run })]);
        return one;
      };
      const first = await worker();
      // By the one that knows the queue: the embedded database can't look it up within a transaction.
      const id = await transact(db, (tx) => first.enqueue(tx, relay, applicationId, { name: 'the baton' }));
      await eventually(async () => made.length > 0);
      const stopped = first.stop(60);
      answered.resolve();
      await stopped;
      expect(made).toEqual(['first leg']);
      const { rows } = await sql`select state from pgboss.job where name = 'relay-job'`.execute(db);
      expect(rows).toEqual([{ state: 'retry' }]);
      const second = await worker();
      await finished(id, 'SUCCESS');
      expect(made).toEqual(['first leg', 'second leg']);
      await second.stop();
    });

    it('run by two workers at once, because one is presumed lost, writes its outcome once', async () => {
      await begunTwice('twins', 0);
      await enqueue('after the twins').then((next) => finished(next, 'SUCCESS'));
      expect(endsOf('twins')).toEqual(['done']);
    });
  });

  describe('a call to a vendor', () => {
    let done = 0;
    interface Made {
      readonly id: number;
    }
    const nextId = async () => {
      done += 1;
      return { id: done };
    };
    const endless = () => new Promise<never>(() => {});
    const failing = (error: Error) => async () => {
      throw error;
    };
    const lookUp: UnknownOutcomeRule<Made> = { rule: 'look-up', find: async () => undefined };
    const once = { rule: 'never-repeat' } as const;
    const call = (
      key: string,
      onUnknownOutcome: UnknownOutcomeRule<Made>,
      changes: Partial<VendorCall<Made>> = {},
      calls = world.services.vendorCalls,
    ) =>
      calls.call({
        vendor: 'test',
        operation: 'do',
        key,
        applicationId,
        timeoutSeconds: 10,
        onUnknownOutcome,
        perform: nextId,
        ...changes,
      });
    const storedCall = async (key: string) =>
      (await rowsOf(world, 'vendor_call', applicationId)).find((row) => row.key === key);
    /** The database state when a process is killed during a vendor call. */
    const killedMeanwhile = async (key: string) => {
      call(key, { rule: 'repeat' }, { perform: endless }).catch(() => {});
      await eventually(async () => (await storedCall(key))?.status === 'intended');
    };
    const afterTheLease = () => setRows(world, 'vendor_call', applicationId, { leased_until: new Date(0) });
    const rules = [
      ['repeat', { rule: 'repeat' }],
      ['look-up', lookUp],
      ['never-repeat', once],
    ] as const;

    it.each(rules)('with a response is never made again (%s)', async (_, rule) => {
      const key = randomUUID();
      const first = await call(key, rule);
      expect(await call(key, rule)).toEqual(first);
      expect(done).toBe(first.id);
    });

    it.each(rules)('that did not reach the vendor is made again (%s)', async (_, rule) => {
      const key = randomUUID();
      const refused = call(key, rule, { perform: failing(new NotPerformed('no connection')) });
      await expect(refused).rejects.toThrow('no connection');
      expect(await call(key, rule)).toEqual({ id: done });
    });

    it('that is harmless is repeated after a kill, or without a response', async () => {
      const rule = { rule: 'repeat' } as const;
      const [killed, silent] = [randomUUID(), randomUUID()];
      await killedMeanwhile(killed);
      expect(await call(killed, rule)).toEqual({ id: done });
      const unanswered = call(silent, rule, { perform: failing(new OutcomeUnknown('silence')) });
      await expect(unanswered).rejects.toThrow('silence');
      expect(await call(silent, rule)).toEqual({ id: done });
    });

    it('that goes past its time without an end has an unknown outcome, and blocks nothing', async () => {
      const { database, clock, vault, log } = world.services;
      const timeouts = new VendorTimeouts(0.001);
      const calls = new VendorCalls({ database, clock, vault, log, timeouts, guarded: [] });
      const make = (key: string, changes: Partial<VendorCall<Made>>) =>
        call(key, { rule: 'look-up', find: endless }, changes, calls);
      await expect(make('endless', { perform: endless })).rejects.toThrow(OutcomeUnknown);
      await expect(make('endless', {})).rejects.toThrow(OutcomeUnknown);
      await expect(make('unprepared', { prepare: endless })).rejects.toThrow(OutcomeUnknown);
      expect(await make('unprepared', {})).toEqual({ id: done });
    });

    it('that can be looked up is, and is made again only where it is not found', async () => {
      const [happened, unanswered] = [randomUUID(), randomUUID()];
      await killedMeanwhile(happened);
      // Another process has a clock that is an hour ahead.
      world.clock.advance(3_600_000);
      await expect(call(happened, lookUp)).rejects.toThrow(CallInProgress);
      await afterTheLease();
      const before = done;
      expect(await call(happened, { rule: 'look-up', find: async () => ({ id: 77 }) })).toEqual({ id: 77 });
      expect(done).toBe(before);

      const silence = call(unanswered, lookUp, { perform: failing(new OutcomeUnknown('silence')) });
      await expect(silence).rejects.toThrow('silence');
      // The call finished, so nothing waits.
      expect(await call(unanswered, lookUp)).toEqual({ id: before + 1 });
    });

    it('that must not be repeated has an unknown outcome after a kill, or if the vendor broke off, for good', async () => {
      const [killed, broken] = [randomUUID(), randomUUID()];
      await killedMeanwhile(killed);
      // While the call may still be in progress, nothing is decided.
      await expect(call(killed, once)).rejects.toThrow(CallInProgress);
      await afterTheLease();
      const brokenOff = call(broken, once, { perform: failing(new OutcomeUnknown('broke off')) });
      await expect(brokenOff).rejects.toThrow(CallUnresolved);
      const before = done;
      for (const key of [killed, killed, broken])
        await expect(call(key, once)).rejects.toThrow(CallUnresolved);
      expect(done).toBe(before);
    });

    const callsThrough = (plugin: Partial<KyselyPlugin>, more: { log?: Log; guarded?: string[] } = {}) => {
      const { database, clock, vault, log, vendorCalls } = world.services;
      const db = database.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => result,
        ...plugin,
      });
      const { timeouts } = vendorCalls;
      const own = { clock, vault, log, timeouts, database: { ...database, db } };
      return new VendorCalls({ ...own, guarded: [], ...more });
    };

    it('is made after its claim was cut off by the database, whether the claim was written or not', async () => {
      let isCutOff = true;
      const calls = callsThrough({
        transformResult: async ({ result }) => {
          const wasCutOff = isCutOff;
          isCutOff = false;
          if (wasCutOff) throw new DatabaseUnavailable(new Error('Connection terminated unexpectedly'));
          return result;
        },
      });
      const before = done;
      await expect(call('cut-off', once, {}, calls)).rejects.toThrow(DatabaseUnavailable);
      expect(done).toBe(before);
      expect(await call('cut-off', once, {}, calls)).toEqual({ id: before + 1 });
    });

    it('returns its response if the circuit breaker cannot be updated, which is logged', async () => {
      const lines: string[] = [];
      const calls = callsThrough(
        {
          transformQuery: ({ node }) => {
            if (node.kind === 'UpdateQueryNode' && JSON.stringify(node).includes('"breaker"'))
              throw new Error('column "since" does not exist');
            return node;
          },
        },
        { log: createLog('info', { write: (line) => lines.push(line) }), guarded: ['test'] },
      );
      expect(await call(randomUUID(), { rule: 'repeat' }, {}, calls)).toEqual({ id: done });
      const expected = [{ level: 50, msg: 'circuit breaker not updated' }];
      expect(lines.map((line) => JSON.parse(line))).toMatchObject(expected);
    });

    it('has a known outcome if a step before it failed or was killed', async () => {
      const key = randomUUID();
      const before = done;
      const signingIn = (prepare: () => Promise<void>) => call(key, once, { prepare });
      signingIn(endless).catch(() => {});
      await expect(signingIn(failing(new OutcomeUnknown('silence')))).rejects.toThrow('silence');
      expect(await signingIn(async () => {})).toEqual({ id: before + 1 });
      // Once it has a response, it doesn't call the vendor.
      expect(await signingIn(failing(new OutcomeUnknown('not expected')))).toEqual({ id: before + 1 });
    });

    it('is not made once it is no longer needed, unless its response is stored already', async () => {
      const key = randomUUID();
      const before = done;
      const attempt = (isCalledOff: boolean) => call(key, once, { isCalledOff: async () => isCalledOff });
      await expect(attempt(true)).rejects.toThrow(CallCalledOff);
      expect(done).toBe(before);
      expect(await attempt(false)).toEqual({ id: before + 1 });
      expect(await attempt(true)).toEqual({ id: before + 1 });
    });

    it('with an unknown outcome stores a late response, encrypted, for the operator who settles it', async () => {
      const key = randomUUID();
      const answer = Promise.withResolvers<Made>();
      const slow = call(key, once, { perform: () => answer.promise });
      slow.catch(() => {});
      await eventually(() => storedCall(key));
      await afterTheLease();
      await expect(call(key, once)).rejects.toThrow(CallUnresolved);
      answer.resolve({ id: 4711 });
      await expect(slow).rejects.toThrow(CallUnresolved);
      const stored = await storedCall(key);
      expect(stored).toMatchObject({ status: 'unresolved', response: expect.stringMatching(/^dev-1\./) });
      const settled = () => transact(world.db, (tx) => settle(tx, stored?.id as number, false));
      expect(await settled()).toBe('completed');
      expect(await settled()).toBeUndefined();
      expect(await call(key, once)).toEqual({ id: 4711 });
    });

    it('made by many at once is made once', async () => {
      const key = randomUUID();
      const before = done;
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => call(key, once)));
      expect(done).toBe(before + 1);
      for (const result of results) {
        if (result.status === 'fulfilled') expect(result.value).toEqual({ id: done });
        else expect(result.reason).toBeInstanceOf(CallInProgress);
      }
    });
  });

  describe('a poll', () => {
    /** Set while a statement belongs to the counted requests rather than to background work. */
    const counted = new AsyncLocalStorage<string[]>();

    async function statements(during: () => Promise<unknown>): Promise<string[]> {
      const seen: string[] = [];
      const client = await world.services.database.pool.connect();
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
      const { browser, id, job } = await decidedAs(world, 1);
      await jobsEnded(world, { of: id });
      const poll = await statements(() => browser.get(job));
      expect(poll, poll.join('\n')).toHaveLength(1);
      const steps = await statements(() => browser.get('/api/v1/journey/allowed-steps'));
      expect(steps, steps.join('\n')).toHaveLength(1);
      expect(await statements(() => world.browser().get('/api/v1/journey/allowed-steps'))).toEqual([]);
    });

    it('that is held gets a response when it ends, and is woken by an earlier one', async () => {
      await world.fault('bureau', { mode: 'slow', delayMs: 600_000 });
      const { browser, job } = await applyAs(world, 1);
      const began = performance.now();
      expect((await browser.get(job, { prefer: 'wait=1' })).json().status).toBe('PENDING');
      expect(performance.now() - began).toBeGreaterThan(900);
      const held = browser.get(job, { prefer: 'wait=25' });
      const released = performance.now();
      await world.fault('bureau', { mode: 'none' });
      expect((await held).json().status).toBe('SUCCESS');
      expect(performance.now() - released).toBeLessThan(15_000);
    });
  });
});
