// What the small services have in common: a key in a header, and refusals as a code with a sentence.
import type { FastifyInstance } from 'fastify';
import type { Vendor } from './context.ts';

export function requireApiKey(app: FastifyInstance, key: string): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.headers['x-api-key'] !== key)
      return reply.code(401).send({ code: 'UNAUTHORIZED', message: 'X-Api-Key is missing or wrong.' });
  });
}

export const invalidRequest = (fields: readonly string[]) => ({
  code: 'INVALID_REQUEST',
  message: `Wrong or missing: ${fields.join(', ')}.`,
  fields,
});

export const failureOf =
  (service: string): Vendor['failure'] =>
  () => ({ status: 500, body: { code: 'INTERNAL', message: `The ${service} failed.` } });
