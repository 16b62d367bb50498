// Two ways to end a call without a response: never respond, or drop the connection.
import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Outcome } from './requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    outcome?: Exclude<Outcome, 'responded'>;
    fault?: string;
    logCall?: (outcome: Outcome) => void;
  }
}

export async function neverRespond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  request.outcome = 'no response';
  reply.hijack();
  if (!request.raw.socket.destroyed) await once(request.raw.socket, 'close');
  return reply;
}

export function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.outcome = 'dropped';
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
