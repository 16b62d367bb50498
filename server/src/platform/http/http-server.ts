// The HTTP server that every route is registered on: its limits, security headers, Origin check and request log.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import cookie from '@fastify/cookie';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  LogController,
} from 'fastify';
import { declaredCalls } from '#contract/api.ts';
import type { Config } from '../config.ts';
import { fail, failAsSuspect } from '../failure.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { forwardedAddresses, trustOf } from '../trusted-proxies.ts';
import { databaseUnavailable, handleErrors, refuseUnreadable, refuseUnroutable } from './error-responses.ts';
import { inRequest, scopeRequests } from './request-scope.ts';

export async function createHttp(services: {
  config: Config;
  log: Log;
  metrics: Metrics;
  isStopping?: () => boolean;
  isDatabaseUnavailable?: () => boolean;
  /** The only routes whose responses browsers and proxies may store, where their handlers allow it. */
  publicRoutes?: ReadonlySet<string>;
}): Promise<FastifyInstance> {
  const { config, log, metrics, isStopping = () => false, isDatabaseUnavailable = () => false } = services;
  const { publicRoutes = new Set() } = services;
  const app = Fastify(serverOptions(config, log));
  scopeRequests(app);
  closeUnusedConnections(app, config.REQUEST_SECONDS);
  await app.register(cookie);
  // Hooks call back instead of returning promises, because a poll passes through each of them.
  readAddresses(app);
  refuseUnknownProxy(app, config, log);
  const { file, answer, page } = securityHeaders(config);
  app.addHook('onRequest', ({ url }, reply, done) => {
    reply.headers(url.startsWith('/assets/') ? file : /^\/(?:api|webhooks)\//.test(url) ? answer : page);
    done();
  });
  // Before anything is done, so that the browser can repeat any request.
  app.addHook('onRequest', (request, _reply, done) => {
    if (isDatabaseUnavailable() && /^\/(?:api|webhooks)\//.test(request.url)) throw databaseUnavailable();
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const isPublic = publicRoutes.has(request.routeOptions.url ?? '') && reply.hasHeader('cache-control');
    if (!isPublic) reply.header('cache-control', 'no-store');
    // Also for requests from before the stop: a connection that is kept alive would delay the exit.
    if (isStopping()) reply.header('connection', 'close');
    done();
  });
  allowOnlyDeclaredRoutes(app);
  refuseOtherOrigins(app, config);
  observeRequests(app, metrics);
  handleErrors(app, config, log, metrics);
  return app;
}

const neverCompiled = () => () => {
  throw new Error('Routes have no JSON schemas.');
};

const serverOptions = (config: Config, log: Log): FastifyHttpOptions<Server> => ({
  loggerInstance: log as FastifyBaseLogger,
  // We log the route pattern instead, because a URL may contain a token.
  logController: new LogController({ disableRequestLogging: true }),
  // The log adds the request's id by itself.
  childLoggerFactory: (logger) => logger,
  trustProxy: trustOf(config.TRUST_PROXY),
  bodyLimit: 64 * 1024,
  // Zod checks what comes in. By default, Fastify loads Ajv, which takes a tenth of a second of each start and 10 MB.
  schemaController: { compilersFactory: { buildValidator: neverCompiled, buildSerializer: neverCompiled } },
  genReqId: () => randomUUID(),
  // Requests in progress finish; `closeUnusedConnections` closes the rest.
  forceCloseConnections: 'idle',
  return503OnClosing: false,
  requestTimeout: config.REQUEST_SECONDS * 1000,
  http: {
    requestTimeout: config.REQUEST_SECONDS * 1000,
    headersTimeout: config.REQUEST_SECONDS * 500,
    connectionsCheckingInterval: 1000,
  },
  routerOptions: { ignoreTrailingSlash: true, maxParamLength: 400 },
  frameworkErrors: refuseUnroutable,
  clientErrorHandler: refuseUnreadable,
});

function readAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'x-forwarded-for': forwarded } = request.raw.headers;
    if (forwarded !== undefined)
      request.raw.headers['x-forwarded-for'] = forwardedAddresses(String(forwarded));
    // Node drops the address of a connection that closes before it is first read. Consents are stored with it, and limits count by it.
    if (request.socket.remoteAddress === undefined) fail('malformed', 'The connection closed.');
    done();
  });
}

/** Without TRUST_PROXY, all applicants behind a proxy look like one: limits and consents would be wrong. */
function refuseUnknownProxy(app: FastifyInstance, config: Config, log: Log): void {
  if (!config.isProduction || config.TRUST_PROXY !== undefined) return;
  let isLogged = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.raw.headers['x-forwarded-for'] === undefined) return done();
    if (!isLogged)
      log.error(
        'requests come through a proxy and are refused: set TRUST_PROXY to the number of proxies or to their networks (docs/behind-a-proxy.md), or to false if there are none',
      );
    isLogged = true;
    fail('unavailable', "Our systems aren't set up to answer yet. Nothing changed. Please try again later.");
  });
}

/** Pages set a policy of their own. Small files and answers would be half headers with those that only a page needs. */
function securityHeaders({ isProduction }: Config) {
  const file = {
    'cross-origin-resource-policy': 'same-origin',
    ...(isProduction && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
  };
  const answer = {
    ...file,
    'content-security-policy': `default-src 'none';base-uri 'none';frame-ancestors 'none'${isProduction ? ';upgrade-insecure-requests' : ''}`,
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
  };
  const page = {
    ...answer,
    'cross-origin-opener-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  };
  return { file, answer, page };
}

function allowOnlyDeclaredRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat())
      if (url.startsWith('/api/') && verb !== 'HEAD' && !declaredCalls.has(`${verb} ${url}`))
        throw new Error(`${verb} ${url} is not a call of the contract.`);
  });
}

function refuseOtherOrigins(app: FastifyInstance, { publicUrl, isDevelopment }: Config): void {
  const ownOrigin = new URL(publicUrl).origin;
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') return done();
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const isSameHost = origin !== undefined && isDevelopment && hostOf(origin) === request.headers.host;
    const isForeign =
      origin === undefined
        ? site !== undefined && site !== 'same-origin'
        : origin !== ownOrigin && !isSameHost;
    if (isForeign && !request.url.startsWith('/webhooks/'))
      failAsSuspect('other-origin', 'other-origin', "This request didn't come from our own pages.");
    done();
  });
}

const hostOf = (origin: string) => URL.parse(origin)?.host;

function observeRequests(app: FastifyInstance, metrics: Metrics): void {
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
}

/** How long a connection may take to send its request when the server closes. What clients just sent is read in less. */
const drainMs = 500;
/** On a busy machine, what was sent is still being read then: until nothing new came in so many turns of the event loop, or for so long. */
const quietTurns = 20;
const longestDrainMs = 5000;

/** On close, serves what was already sent, and closes connections without a request, later those with an incomplete one. */
function closeUnusedConnections(app: FastifyInstance, seconds: number): void {
  const open = new Map<Socket, IncomingMessage | undefined>();
  let arrivals = 0;
  app.server.on('connection', (socket: Socket) => {
    arrivals += 1;
    open.set(socket, undefined);
    socket.once('close', () => open.delete(socket));
  });
  app.server.on('request', (request: IncomingMessage) => {
    arrivals += 1;
    open.set(request.socket, request);
  });
  const drain = async () => {
    const until = performance.now() + longestDrainMs;
    await pause(drainMs);
    let seen = arrivals;
    for (let turns = 0; turns < quietTurns && performance.now() < until; turns += 1) {
      await nextTurn();
      if (arrivals !== seen) turns = 0;
      seen = arrivals;
    }
  };
  app.addHook('preClose', async () => {
    if (app.server.listening) await drain();
    for (const [socket, request] of open) if (!request && socket.bytesRead === 0) socket.destroy();
    // A server that is closing no longer enforces its request timeout.
    setTimeout(() => {
      for (const [socket, request] of open) if (!request?.complete) socket.destroy();
      app.server.closeIdleConnections();
    }, seconds * 1000).unref();
  });
}
