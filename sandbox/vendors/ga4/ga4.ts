// Google Analytics 4: the Measurement Protocol. The real service responds with 204 to everything; this one refuses malformed requests.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Context, Vendor } from '../../context.ts';

const name = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/i);
const collected = z.strictObject({
  client_id: z.string().min(1),
  events: z
    .array(z.object({ name, params: z.record(name, z.string().max(100)).optional() }))
    .min(1)
    .max(25),
  consent: z.record(z.string(), z.enum(['GRANTED', 'DENIED'])).optional(),
});

function mistakeIn(body: unknown): string | undefined {
  const issue = collected.safeParse(body).error?.issues[0];
  return issue && `${issue.path.join('.')}: ${issue.message}`;
}

function routes(app: FastifyInstance, { clock, credentials, db }: Context) {
  // Validates without recording. The real service does not check the secret.
  app.post('/debug/mp/collect', async (request) => {
    const { measurement_id: id, api_secret: secret } = request.query as Record<string, string | undefined>;
    const wrong = (fieldPath: string, description: string) => ({
      validationMessages: [{ fieldPath, description, validationCode: 'VALUE_INVALID' }],
    });
    if (id !== credentials.GA4_MEASUREMENT_ID) return wrong('measurement_id', 'Unknown measurement id.');
    if (secret === undefined) return wrong('api_secret', 'The API secret is missing.');
    const mistake = mistakeIn(request.body);
    return mistake ? wrong('events', mistake) : { validationMessages: [] };
  });

  app.post('/mp/collect', async (request, reply) => {
    const { measurement_id: id, api_secret: secret } = request.query as Record<string, string | undefined>;
    if (id !== credentials.GA4_MEASUREMENT_ID || secret !== credentials.GA4_API_SECRET)
      return reply.code(403).send({ error: 'The measurement id or the API secret is wrong.' });
    const mistake = mistakeIn(request.body);
    if (mistake) return reply.code(400).send({ error: mistake });
    const report = { vendor: 'ga4', content: request.body, at: clock().toISOString() };
    db.saveRecord('report', crypto.randomUUID(), report);
    return reply.code(204).send();
  });
}

export const ga4: Vendor = {
  name: 'ga4',
  failure: () => ({ status: 500, body: { error: 'Internal error' } }),
  routes,
};
