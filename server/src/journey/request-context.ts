// Loads what a request needs of its session and application, and no more, in one database read.
import type { FastifyRequest } from 'fastify';
import { CompiledQuery, type Selectable } from 'kysely';
import type { JobStage } from '#contract/jobs.ts';
import {
  type ApplicationId,
  columnNames,
  type JobId,
  type SessionId,
  type Tables,
} from '../platform/db/tables.ts';
import { fail, failAsSuspect } from '../platform/failure.ts';
import type { IdleLimit, Use } from '../platform/http/sessions.ts';
import { setLogApplication } from '../platform/tracing.ts';
import type { With } from '../services.ts';
import { errorMessages } from '../wording/error-messages.ts';
import type { Application } from './applications.ts';
import { type Position, permissionsOf, type StateName, stateOf } from './chart.ts';
import { refuseStep } from './guard.ts';

export interface RequestContext {
  readonly session: {
    readonly id: SessionId;
    readonly use: Use;
    /** The session started from a link, so the applicant must still enter the text code. */
    readonly requiresCode: boolean;
    /** It may enter a code of the phone on file: it must, or a change takes one. */
    readonly mayEnterCode: boolean;
    /** A text code that was accepted a moment ago gave the browser another token, which it may have missed. */
    readonly isReplaced: boolean;
  };
  readonly application: Application | undefined;
  /** The latest job that an applicant waits for. */
  readonly job: Pick<Selectable<Tables['job']>, 'id' | 'name' | 'status' | 'stages'> | undefined;
}

export type ApplicationContext = RequestContext & {
  readonly application: Application;
  /** Who acts, for the audit log and the journey. */
  readonly subject: { readonly applicationId: ApplicationId; readonly sessionId: SessionId };
};

type Dependencies = With<'db' | 'sessions'>;

interface SessionRow {
  session_id: SessionId;
  application_id: ApplicationId | null;
  session_created_at: Date;
  touched_at: Date;
  ended_at: Date | null;
  ended_by: string | null;
  idle_seconds: number;
  awaits_code: boolean;
  code_sent_at: Date | null;
  /** The application's, where the query reads it. */
  state?: StateName | null;
}

type JobRow =
  | { job_id: JobId; job_name: string; job_status: Tables['job']['status']; job_stages: JobStage[] }
  | { job_id: null; job_name: null; job_status: null; job_stages: null };

// The texts are constant, so that each is compiled once and PostgreSQL plans it once.
const session =
  's.id as session_id, s.application_id, s.created_at as session_created_at, s.touched_at, s.ended_at, s.ended_by, s.idle_seconds, s.awaits_code, s.code_sent_at';

const stateQuery = `
  select ${session}, a.state, a.path
  from session s
  left join application a on a.id = s.application_id
  where s.token_hash = $1`;

const jobQuery = `
  select ${session}, j.status, j.delayed_at, j.stages
  from session s
  left join job j on j.id = $2 and j.application_id = s.application_id
  where s.token_hash = $1`;

const contextQuery = `
  select ${session}, j.id as job_id, j.name as job_name, j.status as job_status, j.stages as job_stages,
    ${columnNames.application.map((column) => `a.${column}`).join(', ')}
  from session s
  left join application a on a.id = s.application_id
  left join lateral (
    select id, name, status, stages from job where application_id = a.id and awaited order by created_at desc limit 1
  ) j on true
  where s.token_hash = $1`;

/** An applicant who reads and signs the documents elsewhere stays signed in for longer. */
export function idleLimitOf(state: StateName | null, requiresCode: boolean): IdleLimit {
  return state !== null && !requiresCode && stateOf(state).signing === 'open' ? 'signing' : 'usual';
}

/** Undefined if the request has no session, or an expired one. */
export async function findContext(
  services: Dependencies,
  request: FastifyRequest,
  options: { readonly includeReplaced?: boolean } = {},
): Promise<RequestContext | 'none' | 'over'> {
  const found = await findSession<JobRow & (Application | { id: null })>(
    services,
    request,
    { text: contextQuery },
    options,
  );
  if (typeof found === 'string') return found;
  const { row, use } = found;
  return {
    session: {
      id: row.session_id,
      use,
      requiresCode: row.awaits_code,
      // Where a state takes the code of a new phone, the session waits for this one first.
      mayEnterCode:
        row.awaits_code ||
        (row.code_sent_at !== null && row.id !== null && !permissionsOf(row).actions.has('verifyOtp')),
      isReplaced: row.ended_at !== null,
    },
    application: row.id === null ? undefined : row,
    job:
      row.job_id === null
        ? undefined
        : { id: row.job_id, name: row.job_name, status: row.job_status, stages: row.job_stages },
  };
}

/** What the guard responds from: the application's state and path, and whether the text code must be entered first. */
export async function findState(
  services: Dependencies,
  request: FastifyRequest,
): Promise<{ position: Position | undefined; requiresCode: boolean } | 'none' | 'over'> {
  const found = await findSession<Position | { state: null }>(services, request, { text: stateQuery });
  if (typeof found === 'string') return found;
  const { row } = found;
  return {
    position: row.state === null ? undefined : { state: row.state, path: row.path },
    requiresCode: row.awaits_code,
  };
}

/** What a poll responds from: the status of a job of this session's application. Refuses a job of any other. */
export async function requireJob(services: Dependencies, request: FastifyRequest, jobId: JobId) {
  const found = await findSession<
    | { status: Tables['job']['status']; delayed_at: Date | null; stages: JobStage[] }
    | { status: null; delayed_at: null; stages: null }
  >(services, request, { text: jobQuery, parameters: [jobId] });
  if (found === 'over') refuseEnded();
  if (found === 'none' || found.row.application_id === null) refuseWithoutApplication();
  const { application_id: applicationId, status, delayed_at, stages, awaits_code } = found.row;
  if (awaits_code) refuseStep();
  if (status === null) fail('other-application', errorMessages['other-application'].openNow);
  const isDelayed = delayed_at !== null && status !== 'SUCCESS' && status !== 'FAILURE';
  return { applicationId, status, isDelayed, stages };
}

/** Refuses an application other than the session's, and a returning applicant before the text code. */
export async function requireContext(
  services: Dependencies,
  request: FastifyRequest,
  applicationId?: string,
): Promise<ApplicationContext> {
  const context = await requireSession(services, request, applicationId);
  if (context.session.requiresCode) refuseStep();
  return context;
}

/** Like `requireContext`, for the few calls that are allowed before the text code. */
export async function requireSession(
  services: Dependencies,
  request: FastifyRequest,
  applicationId?: string,
  options: { readonly includeReplaced?: boolean } = {},
): Promise<ApplicationContext> {
  const context = await findContext(services, request, options);
  if (context === 'over') refuseEnded();
  if (context === 'none' || context.application === undefined) refuseWithoutApplication();
  if (applicationId !== undefined && context.application.id !== (applicationId as ApplicationId))
    failAsSuspect('foreign-id', 'other-application', errorMessages['other-application'].openNow);
  const { application, session } = context;
  return { ...context, application, subject: { applicationId: application.id, sessionId: session.id } };
}

/** Reads the session of the request's cookie with what the query joins to it, and records that it is in use. */
async function findSession<R>(
  { db, sessions }: Dependencies,
  request: FastifyRequest,
  { text, parameters = [] }: { readonly text: string; readonly parameters?: readonly string[] },
  { includeReplaced = false }: { readonly includeReplaced?: boolean } = {},
): Promise<{ row: SessionRow & R; use: Use } | 'none' | 'over'> {
  const hash = sessions.tokenHashOf(request);
  if (hash === undefined) return 'none';
  const { rows } = await db.executeQuery<SessionRow & R>(CompiledQuery.raw(text, [hash, ...parameters]));
  const row = rows[0];
  if (!row) return 'none';
  setLogApplication(row.application_id);
  const last = {
    createdAt: row.session_created_at,
    touchedAt: row.touched_at,
    idleSeconds: row.idle_seconds,
  };
  if (row.ended_at !== null) {
    const isReplaced = sessions.isJustReplaced(row.ended_at, row.ended_by);
    return includeReplaced && isReplaced ? { row, use: last } : 'over';
  }
  if (sessions.isOver(last)) {
    await sessions.end(db, row.session_id, 'time');
    return 'over';
  }
  // A poll doesn't read the state, and leaves the limit as it is.
  const idle = row.state === undefined ? undefined : idleLimitOf(row.state, row.awaits_code);
  return { row, use: await sessions.touch(row.session_id, last, idle) };
}

export function refuseEnded(): never {
  fail('session-ended', errorMessages['session-ended'].idle);
}

function refuseWithoutApplication(): never {
  fail('no-session', errorMessages['no-session'].noApplication);
}
