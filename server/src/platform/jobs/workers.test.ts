import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import type { Job, PgBoss } from 'pg-boss';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Workers } from './workers.ts';

type Handler = (jobs: Job<object>[]) => Promise<void>;

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));

const answer = () => new Promise<void>((resolve) => setImmediate(resolve));

async function turn(): Promise<void> {
  await answer();
  vi.advanceTimersByTime(1);
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A queue with the loop of pg-boss's workers: they fetch when they start and when they are notified, and otherwise not. */
class FakeBoss extends EventEmitter {
  readonly waiting: string[] = [];
  readonly errors: unknown[] = [];
  /** Ends the job that was fetched last, whose handler takes too long. */
  expire = () => {};
  fetches = 0;
  readonly #workers: { isNotified: boolean; wake: () => void }[] = [];

  async work(_queue: string, _options: object, handle: Handler): Promise<string> {
    const worker = { isNotified: false, wake: () => {} };
    this.#workers.push(worker);
    void this.#loop(worker, handle);
    return String(this.#workers.length - 1);
  }

  notifyWorker(id: string): void {
    const worker = this.#workers[Number(id)];
    if (worker === undefined) throw new Error(`There is no worker ${id}.`);
    worker.isNotified = true;
    worker.wake();
  }

  async #loop(worker: { isNotified: boolean; wake: () => void }, handle: Handler): Promise<void> {
    for (;;) {
      worker.isNotified = false;
      this.fetches += 1;
      await answer();
      const id = this.waiting.shift();
      if (id !== undefined) {
        const over = new AbortController();
        this.expire = () => over.abort();
        const { signal } = over;
        const handled = handle([{ id, name: 'queue', data: {}, signal } as Job<object>]).catch((error) =>
          this.errors.push(error),
        );
        await Promise.race([handled, aborted(signal)]);
      }
      if (!worker.isNotified)
        await new Promise<void>((resolve) => {
          worker.wake = resolve;
        });
    }
  }
}

function queueOf(concurrency: number, run: (id: string) => Promise<void>) {
  const boss = new FakeBoss();
  const workers = new Workers(boss as unknown as PgBoss);
  workers.register<Job<object>>('queue', { concurrency }, ({ id }) => run(id));
  const send = (id: string) => {
    boss.waiting.push(id);
    workers.notify('queue');
  };
  return { boss, workers, send };
}

const settled = async () => {
  for (let turns = 0; turns < 40; turns += 1) await turn();
};

describe('the workers of a queue', () => {
  it('start with its first job, and look again when it is done', async () => {
    const { boss, send } = queueOf(4, async () => {});
    expect(boss.fetches).toBe(0);
    send('1');
    await settled();
    expect([boss.waiting, boss.fetches]).toEqual([[], 2]);
    send('2');
    await settled();
    expect([boss.waiting, boss.fetches]).toEqual([[], 4]);
  });

  it.each([
    ['start', false],
    ['wait for jobs', true],
  ])('run jobs within milliseconds that come in quick succession while they %s, as many as may', async (_, isWarm) => {
    const gate = Promise.withResolvers<void>();
    const running: string[] = [];
    const { send } = queueOf(3, async (id) => {
      if (id === 'warm') return;
      running.push(id);
      await gate.promise;
    });
    if (isWarm) send('warm');
    await settled();
    for (const id of ['1', '2', '3', '4']) send(id);
    await settled();
    expect(running).toEqual(['1', '2', '3']);
    gate.resolve();
    await settled();
    expect(running).toEqual(['1', '2', '3', '4']);
  });

  it('look at once, and then at most once each 10 ms, for jobs that other processes take', async () => {
    const { boss, workers } = queueOf(8, async () => {});
    workers.notify('queue');
    await turn();
    expect(boss.fetches).toBe(1);
    for (let ms = 0; ms < 100; ms += 1) {
      for (let sent = 0; sent < 5; sent += 1) workers.notify('queue');
      await turn();
    }
    await settled();
    expect(boss.fetches).toBeGreaterThanOrEqual(10);
    expect(boss.fetches).toBeLessThanOrEqual(12);
    const { fetches } = boss;
    workers.notify('queue');
    await turn();
    expect(boss.fetches).toBe(fetches + 1);
  });

  it('run at once what a poll for due jobs finds', async () => {
    const gate = Promise.withResolvers<void>();
    let running = 0;
    const { boss, workers } = queueOf(3, async () => {
      running += 1;
      await gate.promise;
    });
    boss.waiting.push('1', '2', '3', '4', '5');
    workers.wake('queue', 'some');
    await settled();
    expect(running).toBe(3);
    gate.resolve();
    await settled();
    expect(running).toBe(5);
  });

  it('lose no job, whenever jobs come and end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.record({ pause: fc.nat(4), takes: fc.nat(6) }), { maxLength: 30 }),
        async (concurrency, jobs) => {
          const done: number[] = [];
          let running = 0;
          const { send } = queueOf(concurrency, async (id) => {
            running += 1;
            expect(running).toBeLessThanOrEqual(concurrency);
            for (let turns = jobs[Number(id)]?.takes ?? 0; turns > 0; turns -= 1) await turn();
            running -= 1;
            done.push(Number(id));
          });
          for (const [index, { pause }] of jobs.entries()) {
            for (let turns = pause; turns > 0; turns -= 1) await turn();
            send(String(index));
          }
          for (let turns = 0; turns < 400 && done.length < jobs.length; turns += 1) await turn();
          expect(done.sort((one, other) => one - other)).toEqual([...jobs.keys()]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('run the next job after one that took too long, and never more than may', async () => {
    const gate = Promise.withResolvers<void>();
    const running: string[] = [];
    const { boss, send } = queueOf(1, async (id) => {
      running.push(id);
      if (id === '1') await gate.promise;
    });
    send('1');
    await settled();
    boss.expire();
    await settled();
    send('2');
    await settled();
    expect(running).toEqual(['1', '2']);
    gate.resolve();
    await settled();
    const { fetches } = boss;
    send('3');
    await settled();
    expect(running).toEqual(['1', '2', '3']);
    // The worker was freed once: another one would have looked, too.
    expect(boss.fetches).toBe(fetches + 2);
  });

  it('give pg-boss no field of an error that may repeat a request', async () => {
    const { boss, send } = queueOf(1, async () => {
      throw Object.assign(new Error('bureau refused with 400'), { body: { ssn: '666-01-0001' } });
    });
    send('1');
    await settled();
    expect(boss.errors).toHaveLength(1);
    expect(boss.errors[0]).toMatchObject({ message: 'bureau refused with 400' });
    expect(Object.keys(boss.errors[0] as object)).not.toContain('body');
  });
});
