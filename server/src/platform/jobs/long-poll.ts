// Delays a response until the job behind it has an update.
import type { FastifyRequest } from 'fastify';
import type { JobId } from '../db/tables.ts';
import type { JobUpdate } from './job-updates.ts';
import type { Jobs } from './jobs.ts';

const mostSeconds = 25;

/** The delay that the request accepts: `Prefer: wait=20` is 20 seconds (RFC 7240). */
export function longPollSeconds(request: FastifyRequest): number {
  const seconds = Number(/(?:^|[\s,;])wait=(\d{1,4})/.exec(String(request.headers.prefer ?? ''))?.[1] ?? 0);
  return Math.min(seconds, mostSeconds);
}

/**
 * Reads once. If that is nothing new, waits until the job has finished or the time is over, with `includeStages` also until a stage
 * is done. Listening begins before the first read, so that a job that finishes in between is not missed. `withUpdate` makes the
 * response of the first read and the update; without it, if it returns undefined, or without an update, it is read again.
 */
export async function longPoll<T>(
  jobs: Jobs,
  request: FastifyRequest,
  work: { readonly id: JobId; readonly seconds: number; readonly includeStages?: boolean },
  read: () => Promise<T>,
  isNew: (response: T) => boolean,
  withUpdate?: (first: T, update: JobUpdate) => T | undefined,
): Promise<T> {
  if (work.seconds <= 0) return read();
  const gone = new AbortController();
  request.raw.once('close', () => gone.abort());
  const updated = jobs.update(work.id, work.seconds * 1000, gone.signal, work.includeStages);
  try {
    const first = await read();
    if (isNew(first)) return first;
    const update = await updated;
    return (update && withUpdate?.(first, update)) ?? (await read());
  } finally {
    gone.abort();
  }
}
