import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { JobStatus } from '#contract/jobs.ts';
import { longPoll } from './long-poll.ts';

/** A poll of work whose status is read as PENDING, and the reads it cost. `told`: what the notification says. */
async function poll({ told, seconds = 20 }: { told?: JobStatus; seconds?: number }) {
  let reads = 0;
  const statuses: JobStatus[] = ['PENDING', 'SUCCESS'];
  const status = await longPoll(
    { finished: async () => told } as never,
    { raw: new EventEmitter() } as never,
    { id: 'work' as never, seconds },
    async () => statuses[reads++] as JobStatus,
    (status) => status !== 'PENDING',
    (_first, status) => status,
  );
  return { status, reads };
}

describe('a held poll', () => {
  it('answers with the status that the notification brings, without another read', async () => {
    expect(await poll({ told: 'FAILURE' })).toEqual({ status: 'FAILURE', reads: 1 });
  });

  it('reads again when its time is over, or when a notification may have been lost', async () => {
    expect(await poll({})).toEqual({ status: 'SUCCESS', reads: 2 });
  });

  it('reads once where it is not held', async () => {
    expect(await poll({ told: 'SUCCESS', seconds: 0 })).toEqual({ status: 'PENDING', reads: 1 });
  });
});
