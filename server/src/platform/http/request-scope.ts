// Runs requests in their context. Fastify loses it where a body is read and a response ends: it is entered again.
import { SpanKind } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contextOf, type ExecutionContext, endSpan, inContext, startSpan } from '../tracing.ts';

const contexts = new WeakMap<FastifyRequest, ExecutionContext>();

export function inRequest<T>(request: FastifyRequest, run: () => T): T {
  const context = contexts.get(request);
  return context ? inContext(context, run) : run();
}

const isFile = (route: string) => /^\/(?:assets|lender)\/|\.\w+$/.test(route);

/** Call this before any other hook is added. */
export function scopeRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    // A page asks for a dozen files, which do nothing worth a span.
    const span = isFile(route)
      ? undefined
      : startSpan(`${request.method} ${route}`, {
          kind: SpanKind.SERVER,
          attributes: { 'http.request.method': request.method, 'http.route': route },
        });
    const context = contextOf({ requestId: request.id }, span);
    contexts.set(request, context);
    inContext(context, done);
  });
  app.addHook('preValidation', (request, _reply, done) => inRequest(request, done));
  app.addHook('onResponse', (request, reply, done) => {
    const context = contexts.get(request);
    context?.span?.setAttributes({
      'http.response.status_code': reply.statusCode,
      'branchline.application': context.ids.applicationId,
    });
    endSpan(context?.span, { failed: reply.statusCode >= 500 });
    done();
  });
}
