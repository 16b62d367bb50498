// Google Analytics 4: the Measurement Protocol. The real service responds with 204 to everything; this one refuses malformed requests.
import type { FastifyInstance } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import { fields, text } from '../../request-fields.ts';

const mostEvents = 25;

/** What is wrong with a body, or undefined. */
function mistakeIn(body: unknown): string | undefined {
  const { client_id: client, events, consent, ...others } = fields(body);
  if (Object.keys(others).length > 0) return `Unknown: ${Object.keys(others).join(', ')}`;
  if (text(client) === '') return 'client_id is missing';
  for (const grant of Object.values(fields(consent)))
    if (grant !== 'GRANTED' && grant !== 'DENIED') return 'consent takes GRANTED or DENIED';
  if (!Array.isArray(events) || events.length === 0 || events.length > mostEvents)
    return `events takes 1 to ${mostEvents}`;
  for (const event of events) {
    const { name, params } = fields(event);
    if (!/^[a-z][a-z0-9_]{0,39}$/i.test(text(name))) return 'An event has no valid name';
    for (const [key, value] of Object.entries(fields(params))) {
      if (!/^[a-z][a-z0-9_]{0,39}$/i.test(key)) return `${key} is no name of a parameter`;
      if (typeof value !== 'string' || value.length > 100) return `${key} takes up to 100 characters`;
    }
  }
  return undefined;
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
    db.insert('report', { vendor: 'ga4', content: JSON.stringify(request.body), at: clock().toISOString() });
    return reply.code(204).send();
  });
}

export const ga4: Vendor = {
  name: 'ga4',
  prefix: '/ga4',
  failure: () => ({ status: 500, body: { error: 'Internal error' } }),
  routes,
};
