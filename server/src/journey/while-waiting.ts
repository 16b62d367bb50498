// Delays a response about an application while a job runs for it.
import type { FastifyRequest } from 'fastify';
import { longPoll, longPollSeconds } from '../platform/jobs/long-poll.ts';
import type { With } from '../services.ts';
import type { Application } from './applications.ts';
import { type RequestContext, requireContext } from './request-context.ts';

type Context = RequestContext & { application: Application };

/**
 * The context as read, or as it is once the response is final or more stages are done than the page shows. `first` is what the
 * request's own checks have read.
 */
export async function whileWaiting(
  services: With<'db' | 'sessions' | 'jobs'>,
  request: FastifyRequest,
  first: Context,
  shown: number | undefined,
  isFinal: (context: Context) => boolean,
): Promise<Context> {
  const seconds = longPollSeconds(request);
  const { job, application } = first;
  const includeStages = shown !== undefined;
  const hasUpdate = (now: Context) =>
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
