// Routes for accepting the hard pull, reading its decision, and choosing an approved offer.
import type { FastifyInstance } from 'fastify';
import { chooseApprovedOffer, getApproval, submitApproval } from '#contract/approval.ts';
import { enterAccount, getAccounts } from '#contract/deposit.ts';
import { getAdverseActionPdf } from '#contract/notices.ts';
import { acceptedAs, compare, requestedOf } from '../../credit-policy/request.ts';
import { stateOf } from '../../journey/chart.ts';
import { saveAgreement } from '../../journey/consents.ts';
import { assertAllowed, refuseStep } from '../../journey/guard.ts';
import { hrefOf, jobHref } from '../../journey/hrefs.ts';
import { decideApproval } from '../../journey/jobs.ts';
import { move } from '../../journey/move.ts';
import { requireContext } from '../../journey/request-context.ts';
import { serveStep, startJobOnce } from '../../journey/step.ts';
import { transact } from '../../platform/db/database.ts';
import { fail } from '../../platform/failure.ts';
import { serve } from '../../platform/http/http.ts';
import { audit } from '../../records/audit.ts';
import type { Services } from '../../services.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { approvedTermOf, assertNoRecentLoan, assertNotExpired } from '../offers/service.ts';
import { approvedOffers } from './decide.ts';

export const approvalRoutes = [hardPullRoutes, approvedOfferRoutes];

function hardPullRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  serve(app, submitApproval, async ({ request, params }) => {
    const context = await requireContext(services, request, params.applicationId);
    const { application } = context;
    const started = { job: decideApproval.name, event: 'hardPullAccepted' } as const;
    const jobId = await startJobOnce(services, request, context, started, async () => {
      assertAllowed(application, 'submitApproval');
      await assertNotExpired(services, application);
      await assertNoRecentLoan(services, application.id);
      return transact(db, async (tx) => {
        const { jobId } = await move(tx, services, context.subject, 'hardPullAccepted');
        await saveAgreement(tx, services, request, context.subject, ['hardPull']);
        return jobId;
      });
    });
    if (jobId === undefined) refuseStep();
    return { job: { href: jobHref(jobId) } };
  });
}

function approvedOfferRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock } = services;

  serveStep(app, services, getApproval, 'approval', async ({ context }) => {
    const { application } = context;
    const { id, state, accepted_term: accepted, approved_term: approved } = application;
    const { approval } = stateOf(state);
    if (approval === 'approved') await assertNotExpired(services, application);
    if (approval === 'pending') return { status: 'PENDING' as const };
    if (approval === 'declined')
      return { status: 'DECLINED' as const, adverseActionAttachment: hrefOf(getAdverseActionPdf, id) };
    const offered = await approvedOffers(services, application);
    if (offered === undefined) fail('not-found', errorMessages['not-found'].noApprovedOffers);
    const chosen = approved ?? accepted;
    const acceptedOffer = offered.terms.find(
      (term) => term.months === chosen?.months && term.isAutoSecured === chosen.isAutoSecured,
    );
    const { differences } = compare(requestedOf('approval', application), offered);
    return {
      status: 'APPROVED' as const,
      amount: offered.amount,
      ...(accepted && {
        accepted: { amount: accepted.amount, months: accepted.months, differences: [...differences] },
      }),
      offers: [...offered.terms],
      selectOffer: { href: hrefOf(chooseApprovedOffer, id) },
      ...(acceptedOffer === undefined ? {} : { acceptedOffer }),
    };
  });

  serveStep(app, services, chooseApprovedOffer, 'chooseOffer', async ({ context, body }) => {
    const { application, subject } = context;
    const { id } = application;
    await assertNotExpired(services, application);
    const offered = await approvedOffers(services, application);
    const term = offered?.terms.find(
      ({ months, isAutoSecured }) =>
        months === body.term && (body.isAutoSecured === undefined || isAutoSecured === body.isAutoSecured),
    );
    if (offered === undefined || term === undefined)
      fail('term-gone', errorMessages['term-gone'].approvedOffer, 'term');
    const chosen = approvedTermOf(offered.amount, term);
    const as = acceptedAs(requestedOf('approval', application), offered, { ...offered, terms: [term] });
    await transact(db, async (tx) => {
      await move(tx, services, subject, 'approvedOfferChosen', { approved_term: JSON.stringify(chosen) });
      await audit(tx, clock, subject, { type: 'terms-accepted', ...chosen, decision: offered.decision, as });
    });
    return { accountsHref: hrefOf(getAccounts, id), directEntryHref: hrefOf(enterAccount, id) };
  });
}
