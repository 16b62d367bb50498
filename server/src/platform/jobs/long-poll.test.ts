import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { JobStatus } from '#contract/jobs.ts';
import type { WorkId } from '../db/tables.ts';
import { longPoll } from './long-poll.ts';
import { newsOf, stageNews, type WorkNews, WorkWaits } from './work-waits.ts';

/** A poll of work whose status is read as PENDING, and the reads it cost. `told`: what the notification says. */
async function poll({ told, seconds = 20 }: { told?: WorkNews; seconds?: number }) {
  let reads = 0;
  const statuses: JobStatus[] = ['PENDING', 'SUCCESS'];
  const status = await longPoll(
    { news: async () => told } as never,
    { raw: new EventEmitter() } as never,
    { id: 'work' as never, seconds },
    async () => statuses[reads++] as JobStatus,
    (status) => status !== 'PENDING',
    (_first, news) => ('status' in news ? news.status : 'ACTIVE'),
  );
  return { status, reads };
}

describe('a held poll', () => {
  it('answers with the status that the notification brings, without another read', async () => {
    expect(await poll({ told: { status: 'FAILURE' } })).toEqual({ status: 'FAILURE', reads: 1 });
  });

  it('answers with the stage that the notification brings, without another read', async () => {
    expect(await poll({ told: { stage: 'report' } })).toEqual({ status: 'ACTIVE', reads: 1 });
  });

  it('reads again when its time is over, or when a notification may have been lost', async () => {
    expect(await poll({})).toEqual({ status: 'SUCCESS', reads: 2 });
  });

  it('reads once where it is not held', async () => {
    expect(await poll({ told: { status: 'SUCCESS' }, seconds: 0 })).toEqual({ status: 'PENDING', reads: 1 });
  });
});

describe('news of a job', () => {
  const id = '6f1c' as WorkId;

  it('says how it ended, which stage is done, or that it is to be read again', () => {
    expect(newsOf('6f1c SUCCESS')).toEqual({ id, news: { status: 'SUCCESS' } });
    expect(newsOf(stageNews(id, 'report'))).toEqual({ id, news: { stage: 'report' } });
    expect(newsOf('6f1c')).toEqual({ id });
  });

  it('wakes for a stage only whoever shows stages, and for the end everybody', async () => {
    const waits = new WorkWaits();
    const { signal } = new AbortController();
    const shown = waits.until(id, 60_000, signal, true);
    const plain = waits.until(id, 60_000, signal);
    waits.wake(id, { stage: 'identity' });
    expect(await shown).toEqual({ stage: 'identity' });
    waits.wake(id, { status: 'SUCCESS' });
    expect(await plain).toEqual({ status: 'SUCCESS' });
  });
});
