// Development only: advances the clock, and does what comes due on the way. Never back, because stored times would be in the future.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Lender } from '#lender/load.ts';
import { type Clock, endOfDayAfter, MovableClock, secondsAfter } from '../clock.ts';
import type { Config } from '../config.ts';
import { parse } from './http.ts';

/** The sandbox has its own clock, by which text codes expire. Vendors that are not on this machine use real time. */
function sandboxClock({ BUREAU_URL }: Pick<Config, 'BUREAU_URL'>): URL | undefined {
  const url = new URL('/console/api/clock', BUREAU_URL);
  return ['localhost', '127.0.0.1'].includes(url.hostname) ? url : undefined;
}

/** Further ahead, the clock moves at once, because each stop takes a moment. */
const mostDays = 100;

/** Where the clock stops: late on each day and as the next begins, so that what a day brings is done on it. */
function stopsUntil(lender: Pick<Lender, 'brand'>, from: Date, until: Date): readonly Date[] {
  const ends = Array.from({ length: mostDays }, (_, days) => endOfDayAfter(lender, from, days));
  return [
    ...ends.flatMap((end) => [secondsAfter(end, -1800), secondsAfter(end, 1)]).filter((stop) => stop < until),
    until,
  ];
}

export function developmentRoutes(
  app: FastifyInstance,
  {
    clock,
    config,
    lender,
  }: { readonly clock: Clock; readonly config: Config; readonly lender: Pick<Lender, 'brand'> },
  /** Does what is scheduled, and is due by the new time. */
  doScheduled: () => Promise<void>,
): void {
  const move = z.strictObject({ advanceSeconds: z.number().min(0).max(1e9) });
  const sandbox = sandboxClock(config);
  app.post('/dev/clock', async (request) => {
    const now = clock.now();
    const until = secondsAfter(now, parse(move, request.body ?? {}).advanceSeconds);
    for (const stop of stopsUntil(lender, now, until)) {
      // Real time passes at each stop.
      const advanceSeconds = Math.max(0, Math.ceil((stop.getTime() - clock.now().getTime()) / 1000));
      if (clock instanceof MovableClock) clock.advance(advanceSeconds * 1000);
      if (sandbox && advanceSeconds > 0) {
        const body = JSON.stringify({ advanceSeconds });
        // Without a sandbox, only the product's clock moves.
        await fetch(sandbox, {
          method: 'POST',
          redirect: 'manual',
          headers: { 'content-type': 'application/json' },
          body,
          signal: AbortSignal.timeout(5000),
        }).catch(() => {});
      }
      await doScheduled();
    }
    return { now: clock.now().toISOString() };
  });
}
