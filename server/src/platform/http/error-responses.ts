// The one shape in which requests are refused, whether by a handler, an outage of the database, Fastify or Node.
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError, ErrorResponse } from '#contract/errors.ts';
import type { Config } from '../config.ts';
import { DatabaseUnavailable } from '../db/reachability.ts';
import { Failure, nothingHere, type SecurityEvent } from '../failure.ts';
import { isOutage } from '../jobs/vendor-calls.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { inRequest } from './request-scope.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws in development and tests. In production, logs the mistake, so that the caller still gets the refusal. */
    reportUndeclaredRefusal: (endpoint: string, code: string) => void;
  }
}

export function handleErrors(app: FastifyInstance, { isProduction }: Config, log: Log, metrics: Metrics) {
  app.decorate('reportUndeclaredRefusal', (endpoint: string, code: string) => {
    if (!isProduction)
      throw new Error(`${endpoint} refused with "${code}", which contract/api.ts does not declare.`);
    log.error({ endpoint, code }, 'undeclared refusal');
  });
  app.addHook('onRoute', ({ url: route }) => {
    for (const [event, prefix] of Object.entries(alerting))
      if (route.startsWith(prefix)) metrics.securityEvents.inc({ event, route }, 0);
  });
  app.setNotFoundHandler((_request, reply) => sendErrors(reply, 404, notFound));
  app.setErrorHandler((error, request, reply) => {
    const failure = outageAsFailure(error, request);
    if (failure instanceof Failure) {
      const { securityEvent: event } = failure;
      if (event !== undefined) {
        const route = request.routeOptions.url ?? 'none';
        metrics.securityEvents.inc({ event, route });
        inRequest(request, () => request.log.warn({ securityEvent: event, route }, 'security event'));
      }
      if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
      return sendErrors(reply, failure.status, failure.errors);
    }
    const status = clientErrorStatus(error);
    if (status !== undefined) {
      const message =
        status === 413
          ? 'The request is too large.'
          : status === 415
            ? 'Send JSON with the header content-type: application/json.'
            : "We can't read the request. Send JSON as the form does.";
      return sendErrors(reply, status, [{ code: 'malformed', message }]);
    }
    inRequest(request, () =>
      request.log.error({ err: error, route: request.routeOptions.url }, 'unhandled error in a request'),
    );
    const message = `Something went wrong on our end. If you call us, mention ${request.id}.`;
    return sendErrors(reply, 500, [{ code: 'internal', message }]);
  });
}

/** Events whose first one alerts, by the routes that have them. Their counts begin at zero: an alert sees no increase to a first 1. */
const alerting: Partial<Record<SecurityEvent, string>> = {
  'webhook-forged': '/webhooks/',
  'wrong-key': '/api/v1/partners/:partner/',
};

const notFound: readonly ApiError[] = [{ code: 'not-found', message: nothingHere }];

/** For errors before any route or hook, such as a URL that is malformed or too long. */
export function refuseUnroutable(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  sendErrors(reply.header('cache-control', 'no-store'), 404, notFound);
}

/** For what is not HTTP, or does not arrive in time. */
export function refuseUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  // A request refused by its head is answered before its body turns out to be unreadable, and gets no second response.
  if (socket.bytesWritten > 0) return void socket.end();
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const message = isLate ? 'The request took too long to arrive.' : "We can't read the request.";
  const body = JSON.stringify({ errors: [{ code: 'malformed', message }] } satisfies ErrorResponse);
  socket.end(
    `HTTP/1.1 ${isLate ? '408 Request Timeout' : '400 Bad Request'}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Seconds until the caller should retry. The database is reached again within two of its return. */
const retrySeconds = 2;

export function databaseUnavailable(): Failure {
  const message = "Our systems aren't answering right now. Nothing changed. Please try again in a moment.";
  return new Failure([{ code: 'unavailable', message }], retrySeconds);
}

/** What an outage that no route answers itself becomes: the database's, or that of the store with the documents. */
export const outageAsFailure = (error: unknown, request: FastifyRequest): unknown =>
  error instanceof DatabaseUnavailable || isOutage(error) ? databaseUnavailableDuring(request) : error;

/** The database failed during the request. Whether a request that writes took effect is unknown. */
function databaseUnavailableDuring({ method }: FastifyRequest): Failure {
  if (method === 'GET' || method === 'HEAD') return databaseUnavailable();
  const message = 'Our systems stopped answering. Please submit this again in a moment.';
  return new Failure([{ code: 'try-again', message }], retrySeconds);
}

export function sendErrors(reply: FastifyReply, status: number, errors: readonly ApiError[]): FastifyReply {
  const body: ErrorResponse = { errors: [...errors] };
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

/** The status of an error with which Fastify refuses a request that the client made wrong. */
function clientErrorStatus(error: unknown): number | undefined {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}
