// Sentry: the envelope endpoint of a project.
import type { FastifyInstance } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import { fields, text } from '../../requests.ts';

const project = '1';

function eventIn(envelope: string): Record<string, unknown> | string {
  try {
    const [header, item, event] = envelope.split('\n').map((line) => (line === '' ? {} : JSON.parse(line)));
    if (!/^[0-9a-f]{32}$/.test(text(fields(header).event_id))) return 'The envelope has no event_id.';
    if (fields(item).type !== 'event') return 'The item is no event.';
    const { event_id: id, exception, timestamp } = fields(event);
    if (id !== fields(header).event_id) return 'The event has another event_id.';
    if (typeof timestamp !== 'number') return 'The event has no timestamp.';
    const values = fields(exception).values;
    if (!Array.isArray(values) || values.length === 0) return 'The event has no exception.';
    for (const value of values) {
      const frames = fields(fields(value).stacktrace).frames;
      if (text(fields(value).type) === '' || !Array.isArray(frames))
        return 'An exception lacks type or frames.';
    }
    return fields(event);
  } catch {
    return 'The envelope is not JSON, line by line.';
  }
}

/** A client's report of dropped events, which is not stored. */
const isEmptyReport = (envelope: string): boolean =>
  /^\{\}\n\{"type":"client_report"\}\n\{"timestamp":\d+,"discarded_events":\[\]\}\n?$/.test(envelope);

function routes(app: FastifyInstance, { clock, credentials, db }: Context) {
  app.addContentTypeParser('application/x-sentry-envelope', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  app.post<{ Params: { project: string } }>('/api/:project/envelope/', async (request, reply) => {
    const key = /sentry_key=([^,\s]+)/.exec(text(request.headers['x-sentry-auth']))?.[1];
    if (request.params.project !== project || key !== credentials.SENTRY_KEY)
      return reply.code(403).send({ detail: 'The project or its key is wrong.' });
    if (isEmptyReport(text(request.body))) return {};
    const event = eventIn(text(request.body));
    if (typeof event === 'string') return reply.code(400).send({ detail: event });
    const id = text(event.event_id);
    if (db.readRecord('report', id) === undefined)
      db.saveRecord('report', id, { vendor: 'sentry', content: event, at: clock().toISOString() });
    return { id };
  });
}

export const sentry: Vendor = {
  name: 'sentry',
  failure: () => ({ status: 500, body: { detail: 'Internal error' } }),
  routes,
};
