// What the core system reports to the lender's product: signed with a timestamp, and repeated until it is accepted.
import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { fields, refused, trimmedText as text } from '../../requests.ts';
import { postUntilAccepted } from '../../webhook-queue.ts';

export function signedEvent(event: object, key: string, now: Date) {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-core-timestamp': timestamp,
      'x-core-signature': signature,
    },
  };
}

/** The console's control of the core system: an event about a booked loan, or the vehicle of a signed one. */
export function coreEventRoutes(app: FastifyInstance, context: Context, productUrl: string): void {
  const { db, clock, credentials } = context;

  app.post('/core/events', async (request, reply) => {
    const body = fields(request.body);
    const [loanId, type] = [text(body.loanId), text(body.type)];
    const isKnown =
      type === 'vehicle-checked'
        ? db.one('select id from branch_case where application = ?', text(body.applicationId))
        : db.one('select id from loan where id = ?', loanId);
    if (type === '' || !isKnown)
      throw refused(400, 'Send type, and loanId of a booked loan; or applicationId of a case.');
    // As many systems write UTC.
    const occurredAt = clock().toISOString().replace('Z', '+00:00');
    const event = { id: `EV-${crypto.randomUUID()}`, occurredAt, ...body };
    void postUntilAccepted(context, () => ({
      url: `${productUrl}/webhooks/core`,
      ...signedEvent(event, credentials.CORE_WEBHOOK_KEY, clock()),
    }));
    return reply.code(201).send(event);
  });
}
