// Receives vendors' webhooks. Their signatures cover the raw bytes of the body, so it is not parsed here.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail, failAsSuspect } from '../failure.ts';

/** Why a webhook's body is not read: it has no signature, another one than its sender's, or another shape. */
export type Unread = 'unsigned' | 'forged' | 'malformed';

/** Reports a request that the vendor did not sign. */
export function refuseWebhook(why: Unread): never {
  if (why === 'malformed') fail('malformed', "We can't read this message.");
  const event = why === 'forged' ? 'webhook-forged' : 'webhook-unsigned';
  failAsSuspect(event, 'invalid', "This message doesn't have the signature it needs.");
}

/** A response that the sender acts on. Most read only the status. */
export interface WebhookResponse {
  readonly type: string;
  readonly body: string;
}

const megabyte = 1024 * 1024;
/** DocuSign may send the documents with the status of an envelope. */
export const mostBytes = 10 * megabyte;
/** Of others: a form is parsed and sorted before its signature is checked, so a large one would block the process. */
const fewBytes = 64 * 1024;
/** A signature is checked only when the whole body is here, so strangers could fill the memory. A vendor sends again later. */
const mostBytesAtOnce = 64 * megabyte;

let bytesAtOnce = 0;

export function receiveWebhook(
  app: FastifyInstance,
  path: `/webhooks/${string}`,
  receive: (body: Buffer, request: FastifyRequest) => Promise<void> | Promise<WebhookResponse | undefined>,
  bodyLimit = fewBytes,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.addHook('onRequest', async ({ headers }, reply) => {
      const bytes = Math.min(Number(headers['content-length'] ?? bodyLimit), bodyLimit);
      if (bytes <= fewBytes) return;
      if (bytesAtOnce + bytes > mostBytesAtOnce) fail('try-again', 'Send this message again later.');
      bytesAtOnce += bytes;
      reply.raw.once('close', () => {
        bytesAtOnce -= bytes;
      });
    });
    scope.post(path, { bodyLimit }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const response = await receive(body, request);
      return response ? reply.type(response.type).send(response.body) : {};
    });
  });
}
