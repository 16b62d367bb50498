// Development only: advances the clock, and does what is due then. Never back, because stored times would be in the future.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { type Clock, MovableClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { parse } from './http.ts';

/** The sandbox has its own clock, by which text codes expire. Vendors that are not on this machine use real time. */
function sandboxClock({ RECAPTCHA_URL }: Pick<Config, 'RECAPTCHA_URL'>): URL | undefined {
  const url = new URL('/console/api/clock', RECAPTCHA_URL);
  return ['localhost', '127.0.0.1'].includes(url.hostname) ? url : undefined;
}

export function developmentRoutes(
  app: FastifyInstance,
  { clock, config }: { readonly clock: Clock; readonly config: Config },
  /** Does what is scheduled, and is due by the new time. */
  doScheduled: () => Promise<void>,
): void {
  const move = z.strictObject({ advanceSeconds: z.number().min(0).max(1e9) });
  const sandbox = sandboxClock(config);
  app.post('/dev/clock', async (request) => {
    const { advanceSeconds } = parse(move, request.body ?? {});
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
    return { now: clock.now().toISOString() };
  });
}
