// Routes that take pieces of files.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../failure.ts';

/** Allows pieces of files in the routes of this scope. Other routes refuse such a body before it is read. */
export function acceptBinaryBodies(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    (_request: FastifyRequest, body: Buffer, done: (error: null, body: Buffer) => void) => done(null, body),
  );
}

export function assertBytes(body: unknown): void {
  if (!Buffer.isBuffer(body)) fail('malformed', 'Send a part of the file as application/octet-stream.');
}
