// Accepting the hard pull, what it decided, and the approved offer that is chosen.
import type { FastifyInstance } from 'fastify';
import { chooseApprovedOffer, getApproval, submitApproval } from '#contract/approval.ts';
import { enterAccount, getAccounts } from '#contract/deposit.ts';
import { adverseActionFiles } from '#contract/notices.ts';
import { keepAgreement } from '../../journey/consents.ts';
import { hrefOf, jobHref } from '../../journey/hrefs.ts';
import { move } from '../../journey/move.ts';
import { refuse, require } from '../../journey/policy.ts';
import { requireHere } from '../../journey/request-context.ts';
import { beginOnce } from '../../journey/start-job-once.ts';
import { serveStep } from '../../journey/step.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApprovedTerm } from '../../platform/db/tables.ts';
import { fail } from '../../platform/failure.ts';
import { serve } from '../../platform/http/http.ts';
import type { Parts } from '../../services.ts';
import { mustHaveNoNewLoan, mustNotBeExpired } from '../offers/service.ts';
import { approvedOffers } from './decide.ts';
import { decideApproval } from './jobs.ts';

export function approvalRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock, jobs } = parts;

  serve(app, submitApproval, async ({ request, params, body }) => {
    const here = await requireHere(parts, request, params.applicationId ?? '');
    const { application, session } = here;
    const workId = await beginOnce(
      parts,
      request,
      here,
      { job: decideApproval.name, from: 'VERIFIED' },
      async () => {
        require(application.state, 'submitApproval');
        await mustNotBeExpired(parts, application);
        const isPartners = application.source === 'affiliate';
        if (isPartners && body.acceptLegal !== true)
          fail('invalid', 'This checkbox is required.', 'acceptLegal');
        await mustHaveNoNewLoan(parts, application.id);
        return transact(db, async (tx) => {
          const subject = { applicationId: application.id, sessionId: session.id };
          await move(tx, clock, subject, 'hardPullAccepted');
          await keepAgreement(
            tx,
            parts,
            request,
            subject,
            isPartners ? ['hardPull', 'disclosures'] : ['hardPull'],
          );
          return jobs.enqueue(tx, decideApproval, application.id, {});
        });
      },
    );
    if (workId === undefined) refuse();
    return { job: { href: jobHref(workId) } };
  });

  serveStep(app, parts, getApproval, 'approval', async ({ here }) => {
    const { id, state, accepted_term: accepted, approved_term: approved } = here.application;
    if (state === 'APPROVING') return { status: 'PENDING' as const };
    if (state === 'APPROVAL_DECLINED') {
      return {
        status: 'DECLINED' as const,
        adverseActionAttachment: hrefOf(adverseActionFiles.pdf, id),
      };
    }
    const offered = await approvedOffers(parts, id, accepted);
    if (offered === undefined) fail('not-found', 'There are no approved offers for this application.');
    const chosen = approved ?? accepted;
    const acceptedOffer = offered.terms.find(
      (term) => term.months === chosen?.months && term.isAutoSecured === chosen.isAutoSecured,
    );
    return {
      status: 'APPROVED' as const,
      amount: offered.amount,
      offers: [...offered.terms],
      selectOffer: { href: hrefOf(chooseApprovedOffer, id) },
      ...(acceptedOffer === undefined ? {} : { acceptedOffer }),
    };
  });

  serveStep(app, parts, chooseApprovedOffer, 'chooseOffer', async ({ here, body }) => {
    const { application, session } = here;
    const { id } = application;
    const offered = await approvedOffers(parts, id, application.accepted_term);
    const term = offered?.terms.find(
      (one) =>
        one.months === body.term &&
        (body.isAutoSecured === undefined || one.isAutoSecured === body.isAutoSecured),
    );
    if (offered === undefined || term === undefined) {
      fail('term-gone', 'This offer is no longer open. Please choose one of the offers shown.', 'term');
    }
    const approved: ApprovedTerm = {
      amount: offered.amount,
      months: term.months,
      apr: term.apr,
      interestRate: term.interestRate,
      monthlyPayment: term.monthlyPayment,
      isAutoSecured: term.isAutoSecured,
    };
    await transact(db, (tx) =>
      move(tx, clock, { applicationId: id, sessionId: session.id }, 'approvedOfferChosen', {
        approved_term: JSON.stringify(approved),
      }),
    );
    const served = (endpoint: { method: 'GET' | 'POST'; path: string }) =>
      app.hasRoute({ method: endpoint.method, url: endpoint.path });
    return {
      ...(served(getAccounts) ? { accountsHref: hrefOf(getAccounts, id) } : {}),
      ...(served(enterAccount) ? { directEntryHref: hrefOf(enterAccount, id) } : {}),
    };
  });
}
