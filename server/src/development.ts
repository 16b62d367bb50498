// What only development has: moving the product's clock on. Never back: what was written would lie in the future.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Parts } from './parts.ts';
import { MovableClock } from './platform/clock.ts';
import { parse } from './platform/http.ts';

export function developmentRoutes(app: FastifyInstance, { clock }: Parts): void {
  const move = z.strictObject({ advanceSeconds: z.number().min(0).max(1e9) });
  app.post('/dev/clock', async (request) => {
    const { advanceSeconds } = parse(move, request.body ?? {});
    if (clock instanceof MovableClock) clock.advance(advanceSeconds * 1000);
    return { now: clock.now().toISOString() };
  });
}
