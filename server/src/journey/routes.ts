// Where an application stands: the journey, the guard's allowed steps, the poll of a job, and the session's life.
import type { FastifyInstance } from 'fastify';
import { getJob, type Job } from '#contract/jobs.ts';
import { getAllowedSteps, getJourney, type Journey } from '#contract/journey.ts';
import { extendSession, getPrequalification } from '#contract/prequalification.ts';
import { pathOf } from '#contract/screens.ts';
import type { Db } from '../platform/db/database.ts';
import type { ApplicationId, WorkId } from '../platform/db/tables.ts';
import { fail } from '../platform/failure.ts';
import { serve } from '../platform/http/http.ts';
import { holdOf } from '../platform/http/long-poll.ts';
import { readApplicantField } from '../records/applicants.ts';
import { depositOf } from '../records/deposit-accounts.ts';
import type { Parts } from '../services.ts';
import { hrefOf, linksOf } from './hrefs.ts';
import { allowedPaths, allowedScreens, markerOf, standingOf } from './policy.ts';
import { type Application, findHere, type Here, requireHere, requireSession } from './request-context.ts';
import type { StateName } from './states.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function journeyRoutes(app: FastifyInstance, parts: Parts): void {
  const { sessions, jobs } = parts;

  serve(app, getJourney, async ({ request }) => {
    const here = await findHere(parts, request);
    if (here === 'over') {
      fail('session-ended', 'You were away for a while, so we ended your session. Your application is kept.');
    }
    if (here === 'none' || here.application === undefined) {
      return { allowed: [...allowedScreens(undefined)], links: {}, choices: { isLoanAutoSecured: false } };
    }
    return journeyOf(app, parts, { ...here, application: here.application });
  });

  serve(app, getAllowedSteps, async ({ request }) => {
    const here = await findHere(parts, request);
    const state = typeof here === 'string' ? undefined : here.application?.state;
    const awaitsCode = typeof here !== 'string' && here.session.awaitsCode;
    return {
      steps: allowedPaths(state, awaitsCode),
      ...(state === undefined ? {} : { rest: pathOf(standingOf(state, awaitsCode).rest) }),
    };
  });

  serve(app, getJob, async ({ request, params }) => {
    const id = params.jobId ?? '';
    if (!uuid.test(id)) fail('not-found', 'There is nothing at this address.');
    const workId = id as WorkId;
    const hold = holdOf(request.headers.prefer);
    // Listening begins before reading, so that a job finished in between is not missed.
    const gone = new AbortController();
    request.raw.once('close', () => gone.abort());
    const finished = hold > 0 ? jobs.finished(workId, hold * 1000, gone.signal) : undefined;
    try {
      const first = await requireHere(parts, request, undefined, workId);
      if (first.work === undefined) fail('not-found', 'There is nothing at this address.');
      if (finished === undefined || isFinal(first.work.status)) return jobOf(first);
      await finished;
      return jobOf(await requireHere(parts, request, undefined, workId));
    } finally {
      gone.abort();
    }
  });

  serve(app, extendSession, async ({ request }) => {
    const here = await requireSession(parts, request);
    const touched = await sessions.touch(here.session.id, here.session.touchedAt, true);
    return { sessionEnds: sessions.endsAt(touched).toISOString() };
  });

  function jobOf(here: Here & { application: Application }): Job {
    const status = here.work?.status ?? 'PENDING';
    return status === 'SUCCESS'
      ? { status, result: { href: hrefOf(getPrequalification, here.application.id) } }
      : { status };
  }

  async function journeyOf(
    server: FastifyInstance,
    { vault, lender, db }: Parts,
    here: Here & { application: Application },
  ): Promise<Journey> {
    const { application, session, work } = here;
    const { awaitsCode } = session;
    const { rest, course, marker, may = [] } = standingOf(application.state, awaitsCode);
    const offersPast = awaitsCode ? undefined : whyPast[application.state];
    const partner = lender.partners.find((one) => one.id === application.partner_id);
    const deposit = may.includes('documents') ? await depositOf(db, vault, application.id) : undefined;
    const served = (url: string) =>
      (['GET', 'POST', 'PUT'] as const).some((method) => server.hasRoute({ method, url }));
    return {
      rest,
      course,
      marker: markerOf(application.state, application.source, awaitsCode),
      source: application.source,
      allowed: [...allowedScreens(application.state, awaitsCode)],
      links: linksOf(
        // Not every partner takes those whom we decline, and not everybody lives near a branch.
        may.filter(
          (action) =>
            (action !== 'partner' || partner?.declinedLink) &&
            (action !== 'branch' || application.branch_id !== null),
        ),
        application.id,
        work?.id,
        served,
      ),
      // Before the text code of somebody who came back, nothing of the application is told.
      choices: awaitsCode ? { isLoanAutoSecured: false } : choicesOf(application, deposit),
      ...(awaitsCode ? { isReturning: true } : {}),
      ...(may.includes('verifyOtp')
        ? { phoneHint: phoneHint(await readApplicantField(db, vault, application.id, 'phone')) }
        : {}),
      ...(application.prequalified_amount === null || awaitsCode
        ? {}
        : { prequalifiedAmount: application.prequalified_amount }),
      ...(offersPast === undefined ? {} : { offersPast }),
      ...(marker === 'error' && (await wasPulled(db, application.id)) ? { hardInquiry: true as const } : {}),
      ...(partner === undefined
        ? {}
        : { organization: { name: partner.name, logo: `/lender/${partner.logo}` } }),
      sessionEnds: sessions.endsAt(session.touchedAt).toISOString(),
    };
  }
}

const whyPast: { readonly [state in StateName]?: Journey['offersPast'] } = {
  OFFER_EXPIRED: 'expired',
  OFFER_VOID: 'void',
};

/** Whether the hard inquiry was made, whatever came of it. */
async function wasPulled(db: Db, id: ApplicationId): Promise<boolean> {
  const pull = await db
    .selectFrom('outside_call')
    .select('id')
    .where('application_id', '=', id)
    .where('operation', '=', 'hard-pull')
    .where('status', 'in', ['answered', 'lost'])
    .executeTakeFirst();
  return pull !== undefined;
}

function choicesOf(
  application: Application,
  deposit: Awaited<ReturnType<typeof depositOf>>,
): Journey['choices'] {
  return {
    isLoanAutoSecured: application.is_auto_secured ?? false,
    ...(application.requested_amount === null ? {} : { requestedAmount: application.requested_amount }),
    ...(application.requested_term === null ? {} : { requestedTerm: application.requested_term }),
    ...(application.loan_amount === null ? {} : { loanAmount: application.loan_amount }),
    ...(application.selected_term === null ? {} : { selectedTerm: application.selected_term }),
    ...(deposit && {
      depositAccount: {
        institutionName: deposit.institutionName,
        accountType: deposit.accountType,
        mask: deposit.mask,
      },
    }),
  };
}

const isFinal = (status: Job['status']) => status === 'SUCCESS' || status === 'FAILURE';

const phoneHint = (phone: string) => `(•••) •••-${phone.slice(-4)}`;
