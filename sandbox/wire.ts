// Ways of ending a call that no vendor documents: not answering, and hanging up.
import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Outcome } from './requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** How the call ended when it ended without an answer. */
    ending?: Exclude<Outcome, 'answered'>;
    fault?: string;
    /** Puts the call into the console's log. */
    note?: (outcome: Outcome) => void;
  }
}

/** Leaves the client waiting until it goes. */
export async function noAnswer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  request.ending = 'unanswered';
  reply.hijack();
  if (!request.raw.socket.destroyed) await once(request.raw.socket, 'close');
  return reply;
}

export function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.ending = 'dropped';
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
