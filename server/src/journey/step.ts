// Serves a call that belongs to an application: the session must be that application's, and the journey must allow it now.
import type { FastifyInstance } from 'fastify';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import { type Call, serve } from '../platform/http/http.ts';
import type { Parts } from '../services.ts';
import { require } from './policy.ts';
import { type Application, type Here, requireSession } from './request-context.ts';
import type { Action } from './states.ts';

export interface StepCall<E extends Endpoint> extends Call<E> {
  readonly here: Here & { application: Application };
}

export function serveStep<E extends Endpoint>(
  app: FastifyInstance,
  parts: Parts,
  endpoint: E,
  action: Action,
  handler: (call: StepCall<E>) => Promise<AnswerOf<E>>,
): void {
  serve(app, endpoint, async (call) => {
    const here = await requireSession(parts, call.request, call.params.applicationId ?? '');
    require(here.application.state, action, here.session.awaitsCode);
    return handler({ ...call, here });
  });
}
