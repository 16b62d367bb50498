// Loads a request's session, application and latest work in one database read.
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { JobStatus } from '#contract/jobs.ts';
import type { Db } from '../platform/db/database.ts';
import type { ApplicationId, SessionId, WorkId } from '../platform/db/tables.ts';
import { fail } from '../platform/failure.ts';
import type { Sessions } from '../platform/http/sessions.ts';
import { refusals } from '../wording/refusals.ts';
import { type Application, applicationOfJson } from './applications.ts';
import { refuseStep } from './policy.ts';

export interface RequestContext {
  readonly session: {
    readonly id: SessionId;
    readonly touchedAt: Date;
    /** The session started from a link, so the applicant must still enter the text code. */
    readonly requiresCode: boolean;
  };
  readonly application: Application | undefined;
  /** The requested work, or else the latest that an applicant waits for. */
  readonly work: { readonly id: WorkId; readonly job: string; readonly status: JobStatus } | undefined;
}

interface Row {
  session_id: SessionId;
  touched_at: Date;
  awaits_code: boolean;
  work_id: WorkId | null;
  work_job: string;
  work_status: JobStatus | null;
  application: Record<string, unknown> | null;
}

/** Undefined if the request has no session, or an expired one. */
export async function findContext(
  services: { db: Db; sessions: Sessions },
  request: FastifyRequest,
  workId?: WorkId,
): Promise<RequestContext | 'none' | 'over'> {
  const hash = services.sessions.tokenHashOf(request);
  if (hash === undefined) return 'none';
  const { rows } = await sql<Row>`
    select s.id as session_id, s.touched_at, s.awaits_code, w.id as work_id, w.job as work_job, w.status as work_status, to_jsonb(a) as application
    from session s
    left join application a on a.id = s.application_id
    left join lateral (
      select id, job, status from work
      where application_id = a.id and case when ${workId ?? null}::uuid is null then awaited else id = ${workId ?? null}::uuid end
      order by created_at desc limit 1
    ) w on true
    where s.token_hash = ${hash}`.execute(services.db);
  const row = rows[0];
  if (!row) return 'none';
  if (services.sessions.isOver(row.touched_at)) return 'over';
  const touchedAt = await services.sessions.touch(row.session_id, row.touched_at);
  return {
    session: { id: row.session_id, touchedAt, requiresCode: row.awaits_code },
    application: row.application === null ? undefined : applicationOfJson(row.application),
    work:
      row.work_id === null || row.work_status === null
        ? undefined
        : { id: row.work_id, job: row.work_job, status: row.work_status },
  };
}

/**
 * Returns the session and application of a request that needs both; `applicationId` is the one in the request's path. A
 * returning applicant must enter the text code first.
 */
export async function requireContext(
  services: { db: Db; sessions: Sessions },
  request: FastifyRequest,
  applicationId?: string,
  workId?: WorkId,
): Promise<RequestContext & { application: Application }> {
  const context = await requireSession(services, request, applicationId, workId);
  if (context.session.requiresCode) refuseStep();
  return context;
}

/** Like `requireContext`, for the few calls that are allowed before the text code. */
export async function requireSession(
  services: { db: Db; sessions: Sessions },
  request: FastifyRequest,
  applicationId?: string,
  workId?: WorkId,
): Promise<RequestContext & { application: Application }> {
  const context = await findContext(services, request, workId);
  if (context === 'over') fail('session-ended', refusals['session-ended'].idle);
  if (context === 'none' || context.application === undefined) {
    fail('no-session', refusals['no-session'].noApplication);
  }
  if (applicationId !== undefined && context.application.id !== (applicationId as ApplicationId)) {
    fail('not-found', refusals['not-found'].nothingHere);
  }
  return { ...context, application: context.application };
}
