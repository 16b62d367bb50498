// What a notification costs processes that share a database: no statement, but one where its job or its poll is.
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Product } from '#server/app.ts';
import { decidePrequalification } from '#server/journey/jobs.ts';
import { jobChannel } from '#server/platform/jobs/job-waits.ts';
import { applyAs, Browser, createWorld, eventually, hasServer, type World } from './world.ts';

describe.runIf(hasServer)('a notification', () => {
  let world: World;
  let webs: readonly Product[];
  beforeAll(async () => {
    world = await createWorld({ database: 'server', role: 'web' });
    webs = [world.product, await world.another('web'), await world.another('web')];
    await world.another('worker');
    // Decisions wait.
    await world.fault('bureau', { mode: 'slow', delayMs: 600_000 });
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => world?.close());

  const statements = () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    return (like: RegExp) =>
      query.mock.calls.filter(([sent]) =>
        like.test(typeof sent === 'string' ? sent : String((sent as unknown as { text: string }).text)),
      ).length;
  };
  const polls = /left join job j on j\.id = \$2/;
  const notify = (payload: string, channel = jobChannel) =>
    sql`select pg_notify(${channel}, ${payload})`.execute(world.product.services.db);
  const at = (web: Product | undefined, session: Browser) =>
    new Browser(({ body: _, ...request }) => {
      if (!web?.app) throw new Error('This product answers no requests.');
      return web.app.inject(request);
    }).as(session);

  it('about a job is read from a map, and only the process that has its poll reads the job', async () => {
    const applied = await Promise.all([1, 1, 1, 1, 1, 1].map((person) => applyAs(world, person)));
    const count = statements();
    let answered = 0;
    const held = applied.map(async ({ browser, job }, index) => {
      const response = await at(webs[index % webs.length], browser).get(job, { prefer: 'wait=25' });
      answered += 1;
      return response.json() as { status: string };
    });
    await eventually(async () => count(polls) === applied.length || undefined);

    await notify('00000000-0000-4000-8000-000000000000 SUCCESS');
    const [first = '', second = ''] = applied.map(({ job }) => String(job.split('/').at(-1)));
    // Only the job's id, as when it is put off: it must be read.
    await notify(first);
    await held[0];
    expect([count(polls), answered]).toEqual([applied.length + 1, 1]);
    // With its status, nothing is read.
    await notify(`${second} SUCCESS`);
    expect((await held[1])?.status).toBe('SUCCESS');
    expect([count(polls), answered]).toEqual([applied.length + 1, 2]);

    // Decisions end the others' polls without another read.
    await world.fault('bureau', { mode: 'none' });
    const others = await Promise.all(held.slice(2));
    expect(others.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS']);
    expect(count(polls)).toBe(applied.length + 1);
  });

  it('about a queue makes one worker of each process look for a job, and no web process', async () => {
    await world.another('worker');
    const workers = 2;
    const { rows } = await sql<{ channel: string }>`
      select 'pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24) as channel`.execute(
      world.product.services.db,
    );
    const claims = new RegExp(`name = '${decidePrequalification.name}'.*skip locked`, 'is');
    // A worker process also queries for due jobs every second.
    await eventually(async () => {
      const count = statements();
      await notify(decidePrequalification.name, rows[0]?.channel);
      await eventually(async () => count(claims) >= workers || undefined);
      await new Promise((resolve) => setTimeout(resolve, 50));
      const made = count(claims);
      vi.restoreAllMocks();
      return made === workers || undefined;
    }, 30);
  });
});
