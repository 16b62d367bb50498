// Receives vendors' webhooks. Their signatures cover the raw bytes of the body, so it is not parsed here.
import type { FastifyInstance, FastifyRequest } from 'fastify';

export function receiveWebhook(
  app: FastifyInstance,
  path: `/webhooks/${string}`,
  receive: (body: Buffer, request: FastifyRequest) => Promise<void>,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(path, async (request) => {
      await receive(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), request);
      return {};
    });
  });
}
