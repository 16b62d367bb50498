// What a notification costs processes that share a database: no statement, but one where its poll is.
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Product } from '#server/app.ts';
import { jobChannel } from '#server/platform/jobs/job-updates.ts';
import { applyAs, Browser, eventually, hasServer, openWorld } from './world.ts';

describe.runIf(hasServer)('a notification', () => {
  const world = openWorld({ database: 'server', role: 'web' });
  let webs: readonly Product[];
  beforeAll(async () => {
    webs = [world.product, await world.another('web'), await world.another('web')];
    await world.another('worker');
    // Decisions wait.
    await world.fault('bureau', { mode: 'slow', delayMs: 600_000 });
  });
  afterEach(() => vi.restoreAllMocks());

  const textOf = (sent: unknown) => (typeof sent === 'string' ? sent : (sent as { text: string }).text);
  /** How many statements read the job of a poll, from now on. */
  const countReads = () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    return () =>
      query.mock.calls.filter(([sent]) => textOf(sent).includes('left join job j on j.id = $2')).length;
  };
  const notify = (payload: string) => sql`select pg_notify(${jobChannel}, ${payload})`.execute(world.db);
  const at = (web: Product | undefined, session: Browser) =>
    new Browser(({ body: _, ...request }) => {
      if (!web?.app) throw new Error('This product answers no requests.');
      return web.app.inject(request);
    }).as(session);

  it('about a job makes only the process that has its poll read the job, and none if it says how the job ended', async () => {
    const applied = await Promise.all([1, 1, 1, 1, 1, 1].map((person) => applyAs(world, person)));
    const reads = countReads();
    let answered = 0;
    const held = applied.map(async ({ browser, job }, index) => {
      const response = await at(webs[index % webs.length], browser).get(job, { prefer: 'wait=25' });
      answered += 1;
      return response.json() as { status: string };
    });
    await eventually(async () => reads() === applied.length);

    await notify('00000000-0000-4000-8000-000000000000 SUCCESS');
    const [first = '', second = ''] = applied.map(({ job }) => String(job.split('/').at(-1)));
    // Only the job's id, as when it is put off.
    await notify(first);
    await held[0];
    expect([reads(), answered]).toEqual([applied.length + 1, 1]);
    await notify(`${second} SUCCESS`);
    expect((await held[1])?.status).toBe('SUCCESS');
    expect([reads(), answered]).toEqual([applied.length + 1, 2]);

    // Decisions end the others' polls without another read.
    await world.fault('bureau', { mode: 'none' });
    const others = await Promise.all(held.slice(2));
    expect(others.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS']);
    expect(reads()).toBe(applied.length + 1);
  });

  it('is sent by itself, and in no transaction that writes', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const { browser, job } = await applyAs(world, 1);
    expect((await browser.get(job, { prefer: 'wait=25' })).json().status).toBe('SUCCESS');
    const open = new Set<unknown>();
    const notified: boolean[] = [];
    for (const [index, [sent]] of query.mock.calls.entries()) {
      const [client, text] = [query.mock.contexts[index], textOf(sent)];
      if (/^\s*(?:begin|start)\b/i.test(text)) open.add(client);
      else if (/^\s*(?:commit|rollback)\b/i.test(text)) open.delete(client);
      else if (/pg_notify/i.test(text)) notified.push(open.has(client));
    }
    expect(new Set(notified)).toEqual(new Set([false]));
  });

  it('of a job has one of three worker processes look for it', async () => {
    const { db, jobs } = world.services;
    for (const _ of [2, 3]) await world.another('worker');
    const name = 'end-sessions';
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const done = sql`select from pgboss.job where name = ${name} and state = 'completed'`;
    for (let sent = 1; sent <= 20; sent += 1) {
      await jobs.send(db, name, {});
      await eventually(async () => (await done.execute(db)).rows.length === sent);
    }
    const texts = query.mock.calls.map(([sent]) => textOf(sent));
    const looks = texts.filter((text) => text.includes('SKIP LOCKED') && text.includes(name)).length;
    // One takes it, and then looks for another. A poll may have found one, too.
    expect(looks).toBeGreaterThanOrEqual(20);
    expect(looks).toBeLessThan(50);
  });
});
