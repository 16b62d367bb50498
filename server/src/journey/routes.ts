// Journey routes: the application's journey, the guard's allowed steps, job polling, and the session's lifetime.
import type { FastifyInstance } from 'fastify';
import { getJob, type Job } from '#contract/jobs.ts';
import { getAllowedSteps, getJourney, type Journey, type SelectedTerm } from '#contract/journey.ts';
import type { LoanSummary } from '#contract/loan-summary.ts';
import { endSession, extendSession, getPrequalification } from '#contract/prequalification.ts';
import { transact } from '../platform/db/database.ts';
import type { WorkId } from '../platform/db/tables.ts';
import { fail } from '../platform/failure.ts';
import { serve } from '../platform/http/http.ts';
import { longPoll, longPollSeconds } from '../platform/jobs/long-poll.ts';
import { wasPerformed } from '../platform/jobs/performed-calls.ts';
import { type AccountValidation, findValidation } from '../records/account-validations.ts';
import { readPhoneToConfirm } from '../records/applicants.ts';
import { audit } from '../records/audit.ts';
import { depositOf } from '../records/deposit-accounts.ts';
import { type LinkedBank, linkedBankOf } from '../records/linked-banks.ts';
import { findNotice } from '../records/notices.ts';
import { reminderStatusOf } from '../records/reminders.ts';
import type { Services } from '../services.ts';
import { refusals } from '../wording/refusals.ts';
import type { Application } from './applications.ts';
import { mayUpdateDetails } from './details-updates.ts';
import { hrefOf, linksOf } from './hrefs.ts';
import { allowedScreens, allowedSteps, effectiveState, markerOf } from './policy.ts';
import {
  findContext,
  findState,
  idleLimitOf,
  type RequestContext,
  requireSession,
  requireWork,
} from './request-context.ts';
import type { StateDeclaration } from './state-declaration.ts';
import { type StateName, stateOf } from './states.ts';
import { mayEnterVehicle } from './vehicle-entry.ts';

/** `loanSummaryOf` belongs to a stage, which knows of the journey and not the other way round. */
export function journeyRoutes(
  app: FastifyInstance,
  services: Services,
  loanSummaryOf: (application: Application) => Promise<LoanSummary>,
): void {
  const { sessions, jobs } = services;

  serve(app, getJourney, async ({ request }) => {
    const context = await findContext(services, request);
    if (context === 'over') {
      fail('session-ended', refusals['session-ended'].idle);
    }
    if (context === 'none' || context.application === undefined) {
      return { allowed: [...allowedScreens(undefined)], links: {}, choices: { isLoanAutoSecured: false } };
    }
    return journeyOf(services, { ...context, application: context.application });
  });

  serve(app, getAllowedSteps, async ({ request }) => {
    const found = await findState(services, request);
    if (found === 'over') return { ...allowedSteps(undefined), ended: true as const };
    return found === 'none' ? allowedSteps(undefined) : allowedSteps(found.state, found.requiresCode);
  });

  serve(app, getJob, async ({ request, params, query: { stages: shown } }) => {
    const id = params.jobId as WorkId;
    const work = { id, seconds: longPollSeconds(request), evenStages: shown !== undefined };
    const { applicationId, status, isDelayed, stages } = await longPoll(
      jobs,
      request,
      work,
      () => requireWork(services, request, id),
      (now) => isFinal(now.status) || now.isDelayed || (shown !== undefined && now.stages.length > shown),
      (first, news) =>
        'status' in news ? { ...first, ...news } : { ...first, stages: [...first.stages, news.stage] },
    );
    return status === 'SUCCESS'
      ? { status, result: { href: hrefOf(getPrequalification, applicationId) } }
      : { status, stages: [...stages], ...(isDelayed ? { isDelayed } : {}) };
  });

  serve(app, extendSession, async ({ request }) => {
    const context = await requireSession(services, request);
    const { id, use, requiresCode } = context.session;
    const touched = await sessions.touch(id, use, idleLimitOf(context.application.state, requiresCode), true);
    return { sessionEnds: sessions.endsAt(touched).toISOString() };
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

  async function journeyOf(
    services: Services,
    context: RequestContext & { application: Application },
  ): Promise<Journey> {
    const { vault, lender, db, vendors } = services;
    const signingService = vendors.signatures.publicName;
    const { application, session, work } = context;
    const { requiresCode } = session;
    const { rest, course, marker, signing, actions = [] } = effectiveState(application.state, requiresCode);
    const offersPast = requiresCode ? undefined : offersPastIn(application.state);
    const partner = lender.partners.find((one) => one.id === application.partner_id);
    const [loan, deposit, validation, bank, denial] = await Promise.all([
      // Before a returning applicant enters the text code, we reveal nothing about the application.
      requiresCode ? undefined : loanSummaryOf(application),
      actions.includes('documents') ? depositOf(db, vault, application.id) : undefined,
      actions.includes('accountValidation') ? findValidation(db, application.id) : undefined,
      actions.includes('removeBank') ? linkedBankOf(db, application.id) : undefined,
      actions.includes('adverseAction') ? findNotice(db, application.id, 'denial') : undefined,
    ]);
    return {
      rest,
      course,
      marker: markerOf(application.state, application.source, requiresCode),
      source: application.source,
      allowed: [...allowedScreens(application.state, requiresCode)],
      links: linksOf(
        // Some partners don't take the people we decline, and some applicants don't live near a branch.
        [...actions, ...(requiresCode ? [] : (['status'] as const))].filter(
          (action) =>
            (action !== 'partner' || partner?.declinedLink) &&
            (action !== 'partners' || lender.partners.some((one) => one.declinedLink)) &&
            // After signing, another account is taken only where the first one did not work.
            ((action !== 'accounts' && action !== 'directEntry') ||
              signing !== 'completed' ||
              validation?.status === 'INVALID') &&
            // What a person has to decide may never be denied.
            (action !== 'adverseAction' || denial !== undefined) &&
            (action !== 'branch' || application.branch_id !== null) &&
            (action !== 'updateLead' || mayUpdateDetails(services, application)) &&
            (action !== 'vehicle' || mayEnterVehicle(services, application)),
        ),
        application.id,
        work?.id,
      ),
      ...(loan && { loan }),
      choices: requiresCode
        ? { isLoanAutoSecured: false }
        : choicesOf(application, deposit, validation, bank),
      ...(signing === 'open' && signingService !== undefined ? { signingService } : {}),
      ...(requiresCode ? { isReturning: true } : {}),
      ...(actions.includes('verifyOtp')
        ? { phoneHint: phoneHint(await readPhoneToConfirm(db, vault, application.id, requiresCode)) }
        : {}),
      ...(work === undefined || requiresCode || course !== 'waiting' ? {} : { stages: [...work.stages] }),
      ...(application.prequalified_amount === null || requiresCode
        ? {}
        : { prequalifiedAmount: application.prequalified_amount }),
      ...(offersPast === undefined ? {} : { offersPast }),
      ...(marker === 'error' && (await wasPerformed(db, application.id, 'hard-pull'))
        ? { hardInquiry: true as const }
        : {}),
      ...(partner === undefined
        ? {}
        : { organization: { name: partner.name, logo: `/lender/${partner.logo}` } }),
      ...(actions.includes('reminders') ? { reminders: await reminderStatusOf(db, application.id) } : {}),
      sessionEnds: sessions.endsAt(session.use).toISOString(),
    };
  }
}

/** Why there are no offers anymore. Partners are told less about an approval than its applicant. */
function offersPastIn(state: StateName): Journey['offersPast'] {
  if (state === 'APPROVAL_EXPIRED') return 'approval-expired';
  if (state === 'APPROVAL_WITHDRAWN') return 'approval-withdrawn';
  return offersPastBy[stateOf(state).publicOutcome];
}

const offersPastBy: Record<StateDeclaration['publicOutcome'], Journey['offersPast']> = {
  none: undefined,
  captured: undefined,
  duplicate: undefined,
  'present-borrower': undefined,
  'out-of-trade-area': undefined,
  'offer-expired': 'expired',
  'offer-void': 'void',
};

function choicesOf(
  application: Application,
  deposit: Awaited<ReturnType<typeof depositOf>>,
  validation: AccountValidation | undefined,
  bank: LinkedBank | undefined,
): Journey['choices'] {
  return {
    isLoanAutoSecured: application.is_auto_secured ?? false,
    ...(application.requested_amount === null ? {} : { requestedAmount: application.requested_amount }),
    ...(application.requested_term === null ? {} : { requestedTerm: application.requested_term }),
    ...(application.loan_amount === null ? {} : { loanAmount: application.loan_amount }),
    ...(application.selected_term === null ? {} : { selectedTerm: shownTerm(application.selected_term) }),
    ...(bank && { linkedBank: { institutionName: bank.institution_name } }),
    ...(deposit && {
      depositAccount: {
        institutionName: deposit.institutionName,
        accountType: deposit.accountType,
        mask: deposit.mask,
        ...(validation && { validation: validation.status }),
      },
    }),
  };
}

/** Applicants compare loans by the APR, so the contract rate is kept for computing only. */
function shownTerm({ interestRate: _, ...term }: NonNullable<Application['selected_term']>): SelectedTerm {
  return term;
}

const isFinal = (status: Job['status']) => status === 'SUCCESS' || status === 'FAILURE';

const phoneHint = (phone: string) => `(•••) •••-${phone.slice(-4)}`;
