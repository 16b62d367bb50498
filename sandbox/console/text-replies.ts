// Plays a person who replies to a text: STOP, START, HELP or anything else.
import type { FastifyInstance } from 'fastify';
import type { Context, Vendor } from '../context.ts';
import { noProduct, refusal } from '../refusals.ts';
import { fields, trimmedText as text } from '../request-fields.ts';

export function textReplyRoutes(
  app: FastifyInstance,
  context: Context,
  productUrl: string,
  vendors: readonly Vendor[],
): void {
  app.post('/texts/replies', async (request, reply) => {
    const given = fields(request.body);
    const [from, body] = [text(given.from), text(given.body)];
    if (!/^\+[1-9]\d{6,14}$/.test(from))
      return reply.code(400).send(refusal('from must be a phone such as +15125550100.'));
    if (body === '') return reply.code(400).send(refusal('body must not be empty.'));
    const receive = vendors.find(({ receiveReply }) => receiveReply)?.receiveReply;
    const response = await receive?.(context, productUrl, { from, body }).catch(() => undefined);
    if (response === undefined) return reply.code(502).send(noProduct(productUrl));
    return reply.code(response.status === 200 ? 201 : 502).send(response);
  });
}
