// Starts a job that the applicant waits for, only once: a second press or another tab gets the job that the first one
// started.
import type { FastifyRequest } from 'fastify';
import type { JobId } from '../platform/db/tables.ts';
import { Failure } from '../platform/failure.ts';
import type { With } from '../services.ts';
import type { Application } from './applications.ts';
import type { JourneyEvent } from './chart.ts';
import { canHappen, refuseStep } from './guard.ts';
import { type RequestContext, requireSession } from './request-context.ts';

/**
 * `begin` moves the application along `event` and enqueues the job in one transaction. Returns undefined if there is nothing to
 * wait for.
 */
export async function startJobOnce(
  services: With<'db' | 'sessions'>,
  request: FastifyRequest,
  context: RequestContext & { application: Application },
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
