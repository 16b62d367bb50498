import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { JobStatus } from '#contract/jobs.ts';
import type { JobId } from '../db/tables.ts';
import { type JobUpdate, JobWaits, readPayload, stagePayload } from './job-updates.ts';
import { longPoll } from './long-poll.ts';

/** A poll of a job whose status is first read as PENDING, with the number of reads. */
async function poll({ update, seconds = 20 }: { update?: JobUpdate; seconds?: number }) {
  let reads = 0;
  const statuses: JobStatus[] = ['PENDING', 'SUCCESS'];
  const status = await longPoll(
    { update: async () => update } as never,
    { raw: new EventEmitter() } as never,
    { id: 'work' as never, seconds },
    async () => statuses[reads++] as JobStatus,
    (status) => status !== 'PENDING',
    (_first, update) => ('status' in update ? update.status : 'ACTIVE'),
  );
  return { status, reads };
}

describe('a long poll', () => {
  it('returns the status in the notification, without another read', async () => {
    expect(await poll({ update: { status: 'FAILURE' } })).toEqual({ status: 'FAILURE', reads: 1 });
  });

  it('returns the stage in the notification, without another read', async () => {
    expect(await poll({ update: { stage: 'report' } })).toEqual({ status: 'ACTIVE', reads: 1 });
  });

  it('reads again when its time is over, or when a notification may have been lost', async () => {
    expect(await poll({})).toEqual({ status: 'SUCCESS', reads: 2 });
  });

  it('reads once without a delay', async () => {
    const expected = { status: 'PENDING', reads: 1 };
    expect(await poll({ update: { status: 'SUCCESS' }, seconds: 0 })).toEqual(expected);
  });
});

describe('the update of a job', () => {
  const id = '6f1c' as JobId;

  it('is how it ended, which stage is done, or that it must be read again', () => {
    expect(readPayload('6f1c SUCCESS')).toEqual({ id, update: { status: 'SUCCESS' } });
    expect(readPayload(stagePayload(id, 'report'))).toEqual({ id, update: { stage: 'report' } });
    expect(readPayload('6f1c')).toEqual({ id });
  });

  it('resumes only polls with stages for a stage, and all polls for the end', async () => {
    const waits = new JobWaits();
    const { signal } = new AbortController();
    const shown = waits.until(id, 60_000, signal, true);
    const plain = waits.until(id, 60_000, signal);
    waits.wake(id, { stage: 'identity' });
    expect(await shown).toEqual({ stage: 'identity' });
    waits.wake(id, { status: 'SUCCESS' });
    expect(await plain).toEqual({ status: 'SUCCESS' });
  });
});
