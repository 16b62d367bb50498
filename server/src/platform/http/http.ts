// HTTP server setup: security headers, Origin checks, the error format, and routes from the contract.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { $ZodError, $ZodErrorMap } from 'zod/v4/core';
import { callOf, errorsOf, isDeclared } from '#contract/api.ts';
import type { AnswerOf, BodyOf, Endpoint, FileEndpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts';
import type { ApiError, ErrorAnswer, ErrorCode } from '#contract/errors.ts';
import { parametersOf } from '#contract/parameters.ts';
import { isPlainText, plainTextMessage } from '#contract/plain-text.ts';
import type { Config } from '../config.ts';
import { DatabaseAway } from '../db/reachability.ts';
import { Failure, fail, nothingHere } from '../failure.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Tracer } from '../tracing.ts';
import { forwardedAddresses, trustOf } from '../trusted-proxies.ts';
import { assertBytes } from './bytes.ts';
import { inRequest, scopeRequests } from './request-scope.ts';
import { validationMessage } from './validation-messages.ts';

export interface FileCall<E extends { readonly path: string }> {
  readonly params: ParamsOf<E>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface Call<E extends Endpoint> extends FileCall<E> {
  readonly body: BodyOf<E>;
  readonly query: QueryOf<E>;
}

export async function createHttp(services: {
  config: Config;
  log: Log;
  metrics: Metrics;
  tracer?: Tracer | undefined;
  isStopping?: () => boolean;
  isDatabaseAway?: () => boolean;
}): Promise<FastifyInstance> {
  const { config, log, metrics, tracer, isStopping = () => false, isDatabaseAway = () => false } = services;
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // We log the route pattern instead, because a URL may contain a token.
    logController: new LogController({ disableRequestLogging: true }),
    // The log adds the request's id by itself.
    childLoggerFactory: (logger) => logger,
    trustProxy: trustOf(config.TRUST_PROXY),
    bodyLimit: 64 * 1024,
    genReqId: () => randomUUID(),
    // What is in flight ends; `letGo` closes the rest.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: config.REQUEST_SECONDS * 1000,
    http: {
      requestTimeout: config.REQUEST_SECONDS * 1000,
      headersTimeout: config.REQUEST_SECONDS * 500,
      connectionsCheckingInterval: 1000,
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 400 },
    // Errors before any route or hook: a URL that is malformed or too long, a request that is not HTTP.
    frameworkErrors: (_error, _request, reply) => {
      answerErrors(reply, 404, [{ code: 'not-found', message: nothingHere }]);
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
      const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
      const message = isLate ? 'The request took too long to arrive.' : "We can't read the request.";
      const body = JSON.stringify({ errors: [{ code: 'malformed', message }] } satisfies ErrorAnswer);
      socket.end(
        `HTTP/1.1 ${isLate ? '408 Request Timeout' : '400 Bad Request'}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      );
    },
  });

  scopeRequests(app, tracer);
  letGo(app, config.REQUEST_SECONDS);
  await app.register(cookie);
  const headers = await securityHeaders(config);
  // Hooks call back instead of returning promises, because a poll passes through each of them.
  app.addHook('onRequest', (request, reply, done) => {
    const { 'x-forwarded-for': forwarded } = request.raw.headers;
    if (forwarded !== undefined)
      request.raw.headers['x-forwarded-for'] = forwardedAddresses(String(forwarded));
    // Node remembers the address of a connection that closes meanwhile only once it was read. A consent is kept with it.
    void request.socket.remoteAddress;
    reply.headers(headers);
    done();
  });
  // Before anything is done, so that the browser may send the same again, whatever it was.
  app.addHook('onRequest', (request, _reply, done) => {
    if (isDatabaseAway() && /^\/(?:api|webhooks)\//.test(request.url)) throw away();
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    // Of requests that began before the stop too: a connection that is kept would keep the process. The proxy opens its next
    // one to another process.
    if (isStopping()) reply.header('connection', 'close');
    done();
  });

  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) {
      if (url.startsWith('/api/') && one !== 'HEAD' && !isDeclared(one, url))
        throw new Error(`${one} ${url} is not a call of the contract.`);
    }
  });

  const ownOrigin = new URL(config.publicUrl).origin;
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') return done();
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const sameHost = origin !== undefined && config.isDevelopment && hostOf(origin) === request.headers.host;
    const foreign =
      origin === undefined ? site !== undefined && site !== 'same-origin' : origin !== ownOrigin && !sameHost;
    if (foreign && !isWebhook(request.url))
      fail('other-origin', "This request didn't come from our own pages.");
    done();
  });

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const seconds = reply.elapsedTime / 1000;
    metrics.requests.observe({ method: request.method, route, status: String(reply.statusCode) }, seconds);
    if (route.startsWith('/api/')) {
      const ms = Math.round(reply.elapsedTime);
      inRequest(request, () =>
        request.log.info({ method: request.method, route, status: reply.statusCode, ms }, 'request'),
      );
    }
    done();
  });

  app.setNotFoundHandler((_request, reply) => {
    answerErrors(reply, 404, [{ code: 'not-found', message: nothingHere }]);
  });
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Failure) {
      if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
      return answerErrors(reply, error.status, error.errors);
    }
    if (error instanceof DatabaseAway) {
      const { method } = request;
      const { status, errors } = method === 'GET' || method === 'HEAD' ? away() : cutOff();
      return answerErrors(reply.header('retry-after', awaySeconds), status, errors);
    }
    const status = statusOfFastify(error);
    if (status !== undefined) {
      const message =
        status === 413
          ? 'The request is too large.'
          : status === 415
            ? 'Send JSON with the header content-type: application/json.'
            : "We can't read the request. Send JSON as the form does.";
      return answerErrors(reply, status, [{ code: 'malformed', message }]);
    }
    inRequest(request, () => request.log.error({ err: error, route: request.routeOptions.url }, 'fault'));
    return answerErrors(reply, 500, [
      {
        code: 'internal',
        message: `Something went wrong on our end. If you call us, mention ${request.id}.`,
      },
    ]);
  });
  return app;
}

/** Seconds after which to ask again. The database is found within two of its return. */
const awaySeconds = 2;

const away = () =>
  new Failure(
    [
      {
        code: 'unavailable',
        message: "Our systems aren't answering right now. Nothing changed. Please try again in a moment.",
      },
    ],
    awaySeconds,
  );

/** The database went away while the request was at work, so that nobody knows how far it came. */
const cutOff = () =>
  new Failure([
    { code: 'try-again', message: 'Our systems stopped answering. Please submit this again in a moment.' },
  ]);

/** Closes the connections that keep a server from ending: those that never sent a request, or whose request doesn't arrive. */
function letGo(app: FastifyInstance, seconds: number): void {
  const open = new Map<Socket, IncomingMessage | undefined>();
  app.server.on('connection', (socket: Socket) => {
    open.set(socket, undefined);
    socket.once('close', () => open.delete(socket));
  });
  app.server.on('request', (request: IncomingMessage) => open.set(request.socket, request));
  app.addHook('preClose', (done) => {
    for (const [socket, request] of open) if (!request && socket.bytesRead === 0) socket.destroy();
    // A server that closes no longer watches how long requests take to arrive.
    setTimeout(() => {
      for (const [socket, request] of open) if (!request?.complete) socket.destroy();
      app.server.closeIdleConnections();
    }, seconds * 1000).unref();
    done();
  });
}

/** The same headers for every response, asked of helmet once, because it builds them anew for each request. */
async function securityHeaders(config: Config): Promise<Readonly<Record<string, string>>> {
  const app = Fastify();
  await app.register(helmet, {
    // The policy for everything that is not a page. Pages set their own.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
        ...(config.isProduction ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: config.isProduction ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  });
  app.get('/', (_request, reply) => reply.send(reply.raw.getHeaders()));
  const answer = await app.inject('/');
  await app.close();
  return {
    ...answer.json<Record<string, string>>(),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  };
}

/** Registers a route of the contract. Parses the request, and strips from the answer what the contract does not name. */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<AnswerOf<E>>,
): void {
  const refusals = errorsOf(callOf(endpoint));
  const paramsOf = paramsReader(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.bytes && { bodyLimit: endpoint.bytes.most }),
    handler: async (request, reply) => {
      try {
        if (endpoint.bytes) assertBytes(request.body);
        const call = {
          body: endpoint.body ? parse(endpoint.body, request.body ?? {}) : request.body,
          query: endpoint.query ? parse(endpoint.query, request.query) : undefined,
          params: paramsOf(request),
          request,
          reply,
        } as Call<E>;
        return endpoint.answer.parse(await handler(call));
      } catch (error) {
        assertDeclared(endpoint, refusals, error);
        throw error;
      }
    },
  });
}

/** Serves one of the contract's files. `asErrorPage` answers a failure to a browser that shows it in a window. */
export function serveFile<F extends FileEndpoint>(
  app: FastifyInstance,
  file: F,
  handler: (call: FileCall<F>) => Promise<FastifyReply>,
  asErrorPage?: (failure: Failure, request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined,
): void {
  const refusals = errorsOf(callOf(file));
  const paramsOf = paramsReader(file);
  app.get(file.path, async (request, reply) => {
    try {
      return await handler({ params: paramsOf(request), request, reply });
    } catch (error) {
      assertDeclared(file, refusals, error);
      const answer = error instanceof Failure ? asErrorPage?.(error, request, reply) : undefined;
      if (answer === undefined) throw error;
      return answer;
    }
  });
}

/** Reads the parameters of a path. A value that cannot be right is answered as an address with nothing behind it. */
function paramsReader<E extends { readonly path: string }>({
  path,
}: E): (request: FastifyRequest) => ParamsOf<E> {
  const schema = parametersOf(path);
  return (request) => {
    const result = schema.safeParse(request.params);
    if (!result.success) fail('not-found', nothingHere);
    return result.data as ParamsOf<E>;
  };
}

/**
 * Lets out only refusals that the contract declares for the call; any other is an error of ours, as an answer of another
 * shape would be.
 */
function assertDeclared(
  { method, path }: Endpoint | FileEndpoint,
  declared: ReadonlySet<ErrorCode>,
  error: unknown,
): void {
  if (!(error instanceof Failure)) return;
  for (const { code } of error.errors) {
    if (!declared.has(code as ErrorCode))
      throw new Error(`${method} ${path} refused with "${code}", which contract/api.ts does not declare.`, {
        cause: error,
      });
  }
}

interface Parser<T> {
  safeParse(
    value: unknown,
    words: { error: $ZodErrorMap },
  ): { success: true; data: T } | { success: false; error: $ZodError };
}

/** Throws a failure that names each invalid field and how to fix it. */
export function parse<T>(schema: Parser<T>, value: unknown): T {
  const result = schema.safeParse(value, { error: validationMessage });
  if (result.success) {
    const [first, ...others] = notPlain(result.data).map((path) => ({
      ...fieldOf(path),
      code: 'invalid' as const,
      message: plainTextMessage,
    }));
    if (first === undefined) return result.data;
    throw new Failure([first, ...others]);
  }
  const errors = result.error.issues.flatMap((issue): ApiError[] => {
    const path = issue.path.map(String);
    if (issue.code !== 'unrecognized_keys')
      return [{ ...fieldOf(path), code: 'invalid', message: issue.message }];
    return issue.keys.slice(0, 10).map((key) => ({
      ...fieldOf([...path, key.slice(0, 40)]),
      code: 'invalid',
      message: "This field isn't part of the request.",
    }));
  });
  const [first, ...rest] = errors;
  throw new Failure([
    { ...(first ?? { message: "The request isn't valid." }), code: 'invalid' },
    ...rest.slice(0, 49),
  ]);
}

/** The paths of strings that aren't plain text, or that PostgreSQL cannot store: those with a lone surrogate. */
function notPlain(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value === 'string') return isPlainText(value) && value.isWellFormed() ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => notPlain(inner, [...path, key]));
}

const fieldOf = (path: readonly string[]) =>
  path.length === 0 ? {} : { field: path.join('.').slice(0, 200) };

export function answerErrors(reply: FastifyReply, status: number, errors: readonly ApiError[]): FastifyReply {
  const body: ErrorAnswer = { errors: [...errors] };
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

function statusOfFastify(error: unknown): number | undefined {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}

/** The token in the Authorization header: an emailed link's token or a partner's API key. */
export function tokenOf(request: FastifyRequest): string {
  return (request.headers.authorization ?? '').replace(/^(?:Bearer|Token)\s+/i, '');
}

const isWebhook = (url: string) => url.startsWith('/webhooks/');

function hostOf(origin: string): string | undefined {
  try {
    return new URL(origin).host;
  } catch {
    return undefined;
  }
}
