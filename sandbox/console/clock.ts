// The console's clock. The product moves the sandbox's with its own, so that text codes, links and due events stay in step.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Context } from '../context.ts';
import { refusal } from '../refusals.ts';
import { advanceClock } from '../state/clock-offset.ts';

export function clockRoutes(
  app: FastifyInstance,
  { db, clock, consoleEvents }: Context,
  productUrl: string | undefined,
): void {
  const notWhole = refusal('advanceSeconds must be a whole number of seconds, 0 or more.');
  const secondsOf = (body: unknown) =>
    z.object({ advanceSeconds: z.int().min(0) }).safeParse(body).data?.advanceSeconds;

  app.get('/clock', async () => ({ now: clock().toISOString() }));

  app.post('/clock', async (request, reply) => {
    const advanceSeconds = secondsOf(request.body);
    if (advanceSeconds === undefined) return reply.code(400).send(notWhole);
    advanceClock(db, advanceSeconds);
    consoleEvents.publish('everything');
    return { now: clock().toISOString() };
  });

  app.post('/clock/both', async (request, reply) => {
    const advanceSeconds = secondsOf(request.body);
    if (advanceSeconds === undefined) return reply.code(400).send(notWhole);
    const moved = await fetch(new URL('/dev/clock', productUrl ?? 'http://localhost:3000'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceSeconds }),
    }).catch(() => undefined);
    if (!moved?.ok)
      return reply
        .code(502)
        .send(refusal("The product isn't responding, so no clock was moved.", 'NO_ANSWER'));
    return { product: ((await moved.json()) as { now: string }).now, sandbox: clock().toISOString() };
  });
}
