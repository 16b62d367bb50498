// The one way in which an answer is held back until the job behind it has finished.
import type { FastifyRequest } from 'fastify';
import type { JobStatus } from '#contract/jobs.ts';
import type { WorkId } from '../db/tables.ts';
import type { Jobs } from './jobs.ts';

/** The longest that any answer is held back. */
const mostSeconds = 25;

/** How long the request asks its answer to be held back: `Prefer: wait=20` asks for 20 seconds (RFC 7240). */
export function longPollSeconds(request: FastifyRequest): number {
  const seconds = Number(/(?:^|[\s,;])wait=(\d{1,4})/.exec(String(request.headers.prefer ?? ''))?.[1] ?? 0);
  return Math.min(seconds, mostSeconds);
}

/**
 * Reads once, and where the answer is not final waits until the job has finished or the time is over. Listening begins
 * before the first read, so that a job that finishes in between is not missed. `finished` makes the answer of the first
 * one and the job's status; without it, and where nothing tells the status, the answer is read again.
 */
export async function longPoll<T>(
  jobs: Jobs,
  request: FastifyRequest,
  work: { readonly id: WorkId; readonly seconds: number },
  read: () => Promise<T>,
  isFinal: (answer: T) => boolean,
  finished?: (first: T, status: JobStatus) => T,
): Promise<T> {
  if (work.seconds <= 0) return read();
  const gone = new AbortController();
  request.raw.once('close', () => gone.abort());
  const ended = jobs.finished(work.id, work.seconds * 1000, gone.signal);
  try {
    const first = await read();
    if (isFinal(first)) return first;
    const status = await ended;
    return finished && status !== undefined ? finished(first, status) : await read();
  } finally {
    gone.abort();
  }
}
