// The one way in which an answer is held back until there is news of the job behind it.
import type { FastifyRequest } from 'fastify';
import type { WorkId } from '../db/tables.ts';
import type { Jobs } from './jobs.ts';
import type { WorkNews } from './work-waits.ts';

/** The longest that any answer is held back. */
const mostSeconds = 25;

/** How long the request asks its answer to be held back: `Prefer: wait=20` asks for 20 seconds (RFC 7240). */
export function longPollSeconds(request: FastifyRequest): number {
  const seconds = Number(/(?:^|[\s,;])wait=(\d{1,4})/.exec(String(request.headers.prefer ?? ''))?.[1] ?? 0);
  return Math.min(seconds, mostSeconds);
}

/**
 * Reads once, and where the answer says nothing new waits until the job has finished or the time is over, with `evenStages` also
 * until a stage is done. Listening begins before the first read, so that a job that finishes in between is not missed. `withNews`
 * makes the answer of the first one and the news; without it, or where it can't, and where nothing tells the news, the answer is
 * read again.
 */
export async function longPoll<T>(
  jobs: Jobs,
  request: FastifyRequest,
  work: { readonly id: WorkId; readonly seconds: number; readonly evenStages?: boolean },
  read: () => Promise<T>,
  isNews: (answer: T) => boolean,
  withNews?: (first: T, news: WorkNews) => T | undefined,
): Promise<T> {
  if (work.seconds <= 0) return read();
  const gone = new AbortController();
  request.raw.once('close', () => gone.abort());
  const told = jobs.news(work.id, work.seconds * 1000, gone.signal, work.evenStages);
  try {
    const first = await read();
    if (isNews(first)) return first;
    const news = await told;
    return (news && withNews?.(first, news)) ?? (await read());
  } finally {
    gone.abort();
  }
}
