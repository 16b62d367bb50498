// Development only: advances the clock. Never back, because stored times would be in the future.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { type Clock, MovableClock } from '../clock.ts';
import { parse } from './http.ts';

export function developmentRoutes(app: FastifyInstance, { clock }: { readonly clock: Clock }): void {
  const move = z.strictObject({ advanceSeconds: z.number().min(0).max(1e9) });
  app.post('/dev/clock', async (request) => {
    const { advanceSeconds } = parse(move, request.body ?? {});
    if (clock instanceof MovableClock) clock.advance(advanceSeconds * 1000);
    return { now: clock.now().toISOString() };
  });
}
