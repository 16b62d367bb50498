// Journey routes: the application's journey, the guard's allowed steps, job polling, and the session's lifetime.
import type { FastifyInstance } from 'fastify';
import { getJob, type Job } from '#contract/jobs.ts';
import { getAllowedSteps, getJourney, type Journey, type SelectedTerm } from '#contract/journey.ts';
import type { LoanSummary } from '#contract/loan-summary.ts';
import { endSession, extendSession, getPrequalification } from '#contract/prequalification.ts';
import { transact } from '../platform/db/database.ts';
import type { JobId } from '../platform/db/tables.ts';
import { serve } from '../platform/http/http.ts';
import { wasPerformed } from '../platform/jobs/job-records.ts';
import { longPoll, longPollSeconds } from '../platform/jobs/long-poll.ts';
import { type AccountValidation, findValidation } from '../records/account-validations.ts';
import { audit } from '../records/audit.ts';
import { codePhoneOf } from '../records/code-phone.ts';
import { depositOf } from '../records/deposit-accounts.ts';
import { institutionOf, linkedBankOf } from '../records/linked-banks.ts';
import { findNotice } from '../records/notices.ts';
import { reminderStatusOf } from '../records/reminders.ts';
import type { Services } from '../services.ts';
import type { Application } from './applications.ts';
import { takesBank } from './bank-linking.ts';
import { permissionsOf, stateOf } from './chart.ts';
import { allowedScreens, allowedSteps, codeEntry, effectivePermissions, stageMarkerOf } from './guard.ts';
import { hrefOf, linksOf } from './hrefs.ts';
import { offeredActions } from './offered-actions.ts';
import {
  findContext,
  findState,
  idleLimitOf,
  type RequestContext,
  refuseEnded,
  requireJob,
  requireSession,
} from './request-context.ts';
import { mayWithdraw } from './withdrawal.ts';

/** `loanSummaryOf` is injected, because it belongs to a stage, a higher layer. */
export function journeyRoutes(
  app: FastifyInstance,
  services: Services,
  loanSummaryOf: (application: Application) => Promise<LoanSummary>,
): void {
  const { sessions, jobs } = services;

  serve(app, getJourney, async ({ request }) => {
    const context = await findContext(services, request);
    if (context === 'over') refuseEnded();
    if (context === 'none' || context.application === undefined)
      return { allowed: [...allowedScreens(undefined)], links: {}, choices: { isLoanAutoSecured: false } };
    return journeyOf(services, { ...context, application: context.application }, loanSummaryOf);
  });

  serve(app, getAllowedSteps, async ({ request }) => {
    const found = await findState(services, request);
    if (found === 'over') return { ...allowedSteps(undefined), ended: true as const };
    return found === 'none' ? allowedSteps(undefined) : allowedSteps(found.position, found.requiresCode);
  });

  serve(app, getJob, async ({ request, params, query: { stages: shown } }) => {
    const id = params.jobId as JobId;
    const work = { id, seconds: longPollSeconds(request), includeStages: shown !== undefined };
    const { applicationId, status, isDelayed, stages } = await longPoll(
      jobs,
      request,
      work,
      () => requireJob(services, request, id),
      (now) => isFinal(now.status) || now.isDelayed || (shown !== undefined && now.stages.length > shown),
      (first, update) =>
        'status' in update ? { ...first, ...update } : { ...first, stages: [...first.stages, update.stage] },
    );
    return status === 'SUCCESS'
      ? { status, result: { href: hrefOf(getPrequalification, applicationId) } }
      : { status, stages: [...stages], ...(isDelayed ? { isDelayed } : {}) };
  });

  serve(app, extendSession, async ({ request }) => {
    const context = await requireSession(services, request);
    const { id, use, requiresCode } = context.session;
    const touched = await sessions.touch(id, use, idleLimitOf(context.application.state, requiresCode), true);
    return { sessionEndsIn: sessions.endsIn(touched) };
  });

  serve(app, endSession, async ({ request, reply }) => {
    const context = await findContext(services, request);
    if (typeof context !== 'string') {
      const { session, application } = context;
      await transact(services.db, async (tx) => {
        await sessions.end(tx, session.id, 'sign-out');
        const subject = { sessionId: session.id, ...(application && { applicationId: application.id }) };
        await audit(tx, services.clock, subject, { type: 'signed-out' });
      });
    }
    sessions.clear(reply);
    return { status: 'ended' as const };
  });
}

async function journeyOf(
  services: Services,
  { application, session, job }: RequestContext & { readonly application: Application },
  loanSummaryOf: (application: Application) => Promise<LoanSummary>,
): Promise<Journey> {
  const { requiresCode, mayEnterCode } = session;
  const { defaultScreen, phase, actions } = effectivePermissions(application, requiresCode);
  const partner = services.lender.partners.find(({ id }) => id === application.partner_id);
  const view = {
    defaultScreen,
    phase,
    stageMarker: stageMarkerOf(application, application.source, requiresCode),
    source: application.source,
    allowed: [...allowedScreens(application, requiresCode)],
    ...(partner && { organization: { name: partner.name, logo: `/lender/${partner.logo}` } }),
    ...((mayEnterCode || actions.has('verifyOtp')) && {
      phoneHint: `(•••) •••-${(await codePhoneOf(services, application.id, mayEnterCode)).phone.slice(-4)}`,
    }),
    sessionEndsIn: services.sessions.endsIn(session.use),
  };
  // Before a returning applicant enters the text code, we reveal nothing about the application.
  if (requiresCode)
    return {
      ...view,
      links: linksOf(actions, application.id, undefined),
      choices: { isLoanAutoSecured: false },
      isReturning: true,
    };
  const shown = await applicantView(services, application, job, loanSummaryOf);
  const entry = mayEnterCode ? linksOf(codeEntry, application.id, undefined) : {};
  return { ...view, ...shown, links: { ...shown.links, ...entry } };
}

/** What only the applicant sees, once the text code was accepted. */
async function applicantView(
  services: Services,
  application: Application,
  job: RequestContext['job'],
  loanSummaryOf: (application: Application) => Promise<LoanSummary>,
) {
  const { vault, db, vendors } = services;
  const { actions, phase, signing } = permissionsOf(application);
  const { tellsInquiry } = stateOf(application.state);
  const { id } = application;
  const [loan, deposit, validation, bank, denial, mayLinkBank, mayStillWithdraw] = await Promise.all([
    loanSummaryOf(application),
    actions.has('documents') ? depositOf(db, vault, id) : undefined,
    actions.has('accountValidation') ? findValidation(db, id) : undefined,
    actions.has('removeBank') ? linkedBankOf(db, id) : undefined,
    actions.has('adverseAction') ? findNotice(db, id, 'denial') : undefined,
    takesBank(services, application),
    actions.has('withdraw') && mayWithdraw(db, services, application),
  ]);
  const offered = offeredActions(services, application, {
    validation,
    hasDenial: denial !== undefined,
    takesBank: mayLinkBank,
    mayWithdraw: mayStillWithdraw,
  });
  const signingService = vendors.signatures.publicName;
  const hasHardPull = tellsInquiry && (await wasPerformed(db, id, 'hard-pull'));
  return {
    links: linksOf([...offered, 'status'], id, job?.id),
    loan,
    choices: choicesOf(application, deposit, validation, bank && institutionOf(vault, bank)),
    ...(signing === 'open' && signingService !== undefined ? { signingService } : {}),
    ...(job !== undefined && phase === 'waiting' ? { stages: [...job.stages] } : {}),
    ...factsShown(application),
    ...(hasHardPull ? { hardInquiry: true as const } : {}),
    ...(actions.has('reminders') ? { reminders: await reminderStatusOf(db, id) } : {}),
  };
}

/** What the browser gets of a state besides its screens and links. */
export function factsShown({
  state,
  prequalified_amount: amount,
}: Pick<Application, 'state' | 'prequalified_amount'>) {
  const { signing, offersPast, branchCalls, withdrawn } = stateOf(state);
  return {
    ...(amount !== null && signing !== 'completed' && { prequalifiedAmount: amount }),
    ...(offersPast !== 'none' && { offersPast }),
    ...((signing === 'completed' || withdrawn === 'loan') && { isSigned: true as const }),
    ...(branchCalls && { branchCalls: true as const }),
  };
}

const choicesOf = (
  application: Application,
  deposit: Awaited<ReturnType<typeof depositOf>>,
  validation: AccountValidation | undefined,
  bank: ReturnType<typeof institutionOf> | undefined,
): Journey['choices'] => ({
  isLoanAutoSecured: application.is_auto_secured ?? false,
  ...(application.requested_amount === null ? {} : { requestedAmount: application.requested_amount }),
  ...(application.requested_term === null ? {} : { requestedTerm: application.requested_term }),
  ...(application.loan_amount === null ? {} : { loanAmount: application.loan_amount }),
  ...(application.selected_term === null ? {} : { selectedTerm: shownTerm(application.selected_term) }),
  ...(bank && { linkedBank: { institutionName: bank.institutionName } }),
  ...(deposit && {
    depositAccount: {
      institutionName: deposit.institutionName,
      accountType: deposit.accountType,
      mask: deposit.mask,
      ...(validation && { validation: validation.status }),
    },
  }),
});

/** Applicants compare loans by the APR, so the contract rate is for computing only. */
function shownTerm({ interestRate: _, ...term }: NonNullable<Application['selected_term']>): SelectedTerm {
  return term;
}

const isFinal = (status: Job['status']) => status === 'SUCCESS' || status === 'FAILURE';
