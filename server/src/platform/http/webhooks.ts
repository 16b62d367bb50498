// Receives vendors' webhooks. Their signatures cover the raw bytes of the body, so it is not parsed here.
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A response that the sender acts on. Most read only the status. */
interface WebhookResponse {
  readonly type: string;
  readonly body: string;
}

export function receiveWebhook(
  app: FastifyInstance,
  path: `/webhooks/${string}`,
  receive: (body: Buffer, request: FastifyRequest) => Promise<void> | Promise<WebhookResponse | undefined>,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(path, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const response = await receive(body, request);
      return response ? reply.type(response.type).send(response.body) : {};
    });
  });
}
