// Serves calls that belong to an application: checks that the session owns the application and that the journey allows
// the call now.
import type { FastifyInstance } from 'fastify';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { type Call, serve } from '../platform/http/http.ts';
import type { With } from '../services.ts';
import type { Application } from './applications.ts';
import { assertAllowed } from './guard.ts';
import { type RequestContext, requireSession } from './request-context.ts';
import type { Action } from './state-declaration.ts';

type StepEndpoint = Endpoint & { readonly path: `${string}/:applicationId${string}` };

interface StepCall<E extends StepEndpoint> extends Call<E> {
  readonly context: RequestContext & { application: Application };
}

export function serveStep<E extends StepEndpoint>(
  app: FastifyInstance,
  services: With<'db' | 'sessions'>,
  endpoint: E,
  action: Action,
  handler: (call: StepCall<E>) => Promise<ResponseOf<E>>,
): void {
  serve(app, endpoint, async (call) => {
    const { applicationId } = call.params as { readonly applicationId: string };
    const context = await requireSession(services, call.request, applicationId);
    assertAllowed(context.application, action, context.session.requiresCode);
    return handler({ ...call, context });
  });
}
