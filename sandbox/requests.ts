// Requests to the sandbox: their fields, refusals, endings without a response, and the console's list of the latest calls to vendors.
import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** `held`: the call took effect, but its response is withheld. */
export type Outcome = 'responded' | 'dropped' | 'no response' | 'held';
export type LoggedRequest = {
  id: string;
  at: string;
  vendor: string;
  method: string;
  path: string;
  status: number | null;
  outcome: Outcome;
  milliseconds: number;
};

const maxEntries = 200;
const secretNames = /([?&](?:key|secret|response|token|k|sdkKey)=)[^&]*/gi;
const longDigits = /\d{9,}/g;

const maskPath = (path: string): string =>
  path.replace(secretNames, '$1•••').replace(longDigits, (digits) => `•••${digits.slice(-4)}`);

/** Bodies and headers are not stored, and keys in URLs are masked. */
export class RequestLog {
  #requests: LoggedRequest[] = [];

  add(request: Omit<LoggedRequest, 'id'>): void {
    const logged = { id: crypto.randomUUID(), ...request, path: maskPath(request.path) };
    this.#requests = [logged, ...this.#requests].slice(0, maxEntries);
  }

  list(): LoggedRequest[] {
    return this.#requests;
  }

  clear(): void {
    this.#requests = [];
  }
}

/** What a body or query holds, whose types are not known. */
export type Fields = Record<string, unknown>;

export const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const trimmedText = (value: unknown): string => text(value).trim();

/** Thrown while a call is handled, ends it with this answer. */
export class Refused<Body extends object | string = object | string> extends Error {
  readonly status: number;
  readonly body: Body;

  constructor(status: number, body: Body) {
    super();
    this.status = status;
    this.body = body;
  }
}

/** The console's errors have one shape. */
export const refused = (status: number, message: string, code = 'INVALID') =>
  new Refused(status, { errors: [{ code, message }] });

/** For paths that belong to neither the console nor a vendor. */
export const notFound = refused(404, 'The sandbox has nothing at this address.', 'NOT_FOUND');

export const noProduct = (productUrl: string) =>
  refused(502, `The product isn't responding at ${productUrl}.`, 'NO_ANSWER');

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
