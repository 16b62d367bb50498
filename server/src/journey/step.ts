// Serves calls that belong to the session's application and that the journey allows now.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import type { JobId } from '../platform/db/tables.ts';
import { Failure } from '../platform/failure.ts';
import { type Call, serve } from '../platform/http/http.ts';
import { longPoll, longPollSeconds } from '../platform/jobs/long-poll.ts';
import type { With } from '../services.ts';
import type { JourneyEvent } from './chart.ts';
import { assertAllowed, canHappen, refuseStep } from './guard.ts';
import {
  type ApplicationContext,
  type RequestContext,
  requireContext,
  requireSession,
} from './request-context.ts';
import type { Action } from './state-declaration.ts';

export function serveStep<E extends Endpoint & { readonly path: `${string}/:applicationId${string}` }>(
  app: FastifyInstance,
  services: With<'db' | 'sessions'>,
  endpoint: E,
  action: Action,
  handler: (call: Call<E> & { readonly context: ApplicationContext }) => Promise<ResponseOf<E>>,
): void {
  serve(app, endpoint, async (call) => {
    const { applicationId } = call.params as { readonly applicationId: string };
    const context = await requireSession(services, call.request, applicationId);
    assertAllowed(context.application, action, context.session);
    return handler({ ...call, context });
  });
}

/**
 * Starts the job once: a second press or tab gets the same one. `begin` moves along `event` and enqueues
 * the job in one transaction. Undefined if there is nothing to wait for.
 */
export async function startJobOnce(
  services: With<'db' | 'sessions'>,
  request: FastifyRequest,
  context: ApplicationContext,
  started: { readonly job: string; readonly event: JourneyEvent },
  begin: () => Promise<JobId | undefined>,
): Promise<JobId | undefined> {
  const startedJob = ({ application, job: latest }: RequestContext) =>
    application !== undefined && !canHappen(application, started.event) && latest?.name === started.job
      ? latest.id
      : undefined;
  const underway = startedJob(context);
  if (underway !== undefined) return underway;
  try {
    return await begin();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // The other tab's text code may have replaced this session meanwhile.
    const now = await requireSession(services, request, context.application.id, { includeReplaced: true });
    if (now.session.requiresCode && !now.session.isReplaced) refuseStep();
    const meanwhile = startedJob(now);
    if (meanwhile === undefined) throw error;
    return meanwhile;
  }
}

/** Delays a response while a job runs. `first`: what the request's own checks have read. */
export async function whileWaiting(
  services: With<'db' | 'sessions' | 'jobs'>,
  request: FastifyRequest,
  first: ApplicationContext,
  shown: number | undefined,
  isFinal: (context: ApplicationContext) => boolean,
): Promise<ApplicationContext> {
  const seconds = longPollSeconds(request);
  const { job, application } = first;
  const includeStages = shown !== undefined;
  const hasUpdate = (now: ApplicationContext) =>
    isFinal(now) || (includeStages && now.job !== undefined && now.job.stages.length > shown);
  if (job === undefined || seconds === 0 || hasUpdate(first)) return first;
  return longPoll(
    services.jobs,
    request,
    { id: job.id, seconds, includeStages },
    () => requireContext(services, request, application.id),
    hasUpdate,
    (now, update) =>
      'stage' in update && now.job
        ? { ...now, job: { ...now.job, stages: [...now.job.stages, update.stage] } }
        : undefined,
  );
}
