// Fast path routes: the offer, its acceptance, and its status during and after the decision.
import type { FastifyInstance } from 'fastify';
import type { output } from 'zod/mini';
import { exchangePublicToken, getLinkToken } from '#contract/bank-link.ts';
import { enterAccount } from '#contract/deposit.ts';
import {
  acceptCounteroffer,
  acceptFastPath,
  chooseOtherOptions,
  type fastPathStatus,
  getCounteroffer,
  getFastPathOffer,
  getFastPathStatus,
} from '#contract/fast-path.ts';
import { acceptedAs, offeredFor, requestedOf, termLike } from '../../credit-policy/request.ts';
import type { Application } from '../../journey/applications.ts';
import { isBankLinkingOn } from '../../journey/bank-linking.ts';
import { stateOf } from '../../journey/chart.ts';
import { acceptedConsents, saveAgreement } from '../../journey/consents.ts';
import { assertAllowed, isAllowed, refuseStep } from '../../journey/guard.ts';
import { hrefOf } from '../../journey/hrefs.ts';
import { decideApproval } from '../../journey/jobs.ts';
import { move, tryMove } from '../../journey/move.ts';
import { requireContext } from '../../journey/request-context.ts';
import type { StateFacets } from '../../journey/state-declaration.ts';
import { serveStep, startJobOnce, whileWaiting } from '../../journey/step.ts';
import { counterofferReasonOf } from '../../notices/counteroffer.ts';
import { lenderToday } from '../../platform/clock.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId, ApprovedTerm } from '../../platform/db/tables.ts';
import { fail } from '../../platform/failure.ts';
import { serve } from '../../platform/http/http.ts';
import { audit } from '../../records/audit.ts';
import { newestDecision, readDecision } from '../../records/decisions.ts';
import type { Services, With } from '../../services.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { scheduleOf } from '../approval/loan-figures.ts';
import {
  approvedTermOf,
  assertNoRecentLoan,
  assertNotExpired,
  pricingToday,
  qualified,
  termsOf,
  vehicleOf,
} from '../offers/service.ts';

const statusOf: Record<Exclude<StateFacets['approval'], 'none'>, output<typeof fastPathStatus>> = {
  pending: 'FAST_PATH_PENDING',
  approved: 'FAST_PATH_APPROVED',
  declined: 'FAST_PATH_DECLINED',
  rejected: 'FAST_PATH_REJECTED',
  referred: 'FAST_PATH_REFER',
};

export const fastPathRoutes = [offerRoutes, acceptanceRoutes, statusRoutes, counterofferRoutes];

function offerRoutes(app: FastifyInstance, services: Services): void {
  const { db, vendors } = services;

  serveStep(app, services, getFastPathOffer, 'fastPathOffer', async ({ context }) => {
    await assertNotExpired(services, context.application);
    const [offer, outage] = await Promise.all([
      fastPathOfferOf(services, context.application),
      vendors.core.outage(vendors.timeouts.signal(2)),
    ]);
    if (offer === undefined) fail('not-found', errorMessages['not-found'].noFastPathOffer);
    return {
      loanAmount: offer.amount,
      monthlyPayment: offer.term.monthlyPayment,
      term: offer.term.months,
      apr: offer.term.apr,
      totalOfPayments: offer.term.totalOfPayments,
      ...(offer.term.fees && { fees: offer.term.fees }),
      isAutoSecured: offer.term.isAutoSecured,
      ...(offer.vehicle === undefined ? {} : { vehicle: offer.vehicle }),
      isOffline: outage !== undefined,
      ...(outage && { outage }),
      submitApplication: { href: hrefOf(acceptFastPath, context.application.id) },
      otherOptions: { href: hrefOf(chooseOtherOptions, context.application.id) },
    };
  });

  serve(app, chooseOtherOptions, async ({ request, params }) => {
    const { application, subject } = await requireContext(services, request, params.applicationId);
    // A repeated press, or another tab, finds the application already at its offers.
    if (isAllowed(application, 'chooseTerms') && !isAllowed(application, 'fastPathOffer')) return {};
    assertAllowed(application, 'fastPathOffer');
    await transact(db, (tx) => tryMove(tx, services, subject, 'fastPathLeft'));
    return {};
  });
}

function acceptanceRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock } = services;

  serve(app, acceptFastPath, async ({ request, params, body }) => {
    const context = await requireContext(services, request, params.applicationId);
    const { application, subject } = context;
    const started = { job: decideApproval.name, event: 'fastPathAccepted' } as const;
    await startJobOnce(services, request, context, started, async () => {
      assertAllowed(application, 'fastPathOffer');
      await assertNotExpired(services, application);
      const consents = acceptedConsents(application, body.acceptLegal, 'hardPull', 'terms');
      const offer = await fastPathOfferOf(services, application);
      if (offer === undefined) fail('term-gone', errorMessages['term-gone'].fastPathOffer);
      await assertNoRecentLoan(services, application.id);
      const accepted = approvedTermOf(offer.amount, offer.term);
      return transact(db, async (tx) => {
        const { jobId } = await move(tx, services, subject, 'fastPathAccepted', {
          // What was chosen among the offers before no longer counts.
          loan_amount: null,
          selected_term: null,
          is_auto_secured: accepted.isAutoSecured,
          prequalified_amount: offer.amount,
          accepted_term: JSON.stringify(accepted),
        });
        await saveAgreement(tx, services, request, subject, consents);
        await audit(tx, clock, subject, {
          type: 'terms-accepted',
          ...accepted,
          decision: offer.decision,
          as: offer.as,
        });
        return jobId;
      });
    });
    return { href: hrefOf(getFastPathStatus, application.id) };
  });
}

function statusRoutes(app: FastifyInstance, services: Services): void {
  serveStep(app, services, getFastPathStatus, 'fastPathStatus', async ({ context, request, query }) => {
    const now = await whileWaiting(
      services,
      request,
      context,
      query.stages,
      ({ application }) => stateOf(application.state).approval !== 'pending',
    );
    const { application } = now;
    const { id, state, approved_term: approved } = application;
    const { approval } = stateOf(state);
    if (approval === 'none') refuseStep();
    if (approval === 'approved') await assertNotExpired(services, application);
    const mayLink = isBankLinkingOn(services);
    return {
      status: isAllowed(application, 'counteroffer') ? 'FAST_PATH_COUNTEROFFER' : statusOf[approval],
      ...(approval === 'pending' && now.job ? { stages: [...now.job.stages] } : {}),
      ...(approval === 'approved' && approved !== null ? { approved } : {}),
      ...(mayLink &&
        isAllowed(application, 'linkToken') && { createPlaidLinkToken: hrefOf(getLinkToken, id) }),
      ...(mayLink &&
        isAllowed(application, 'exchange') && { exchangePlaidToken: hrefOf(exchangePublicToken, id) }),
      ...(isAllowed(application, 'directEntry') && { directEntryAccounts: hrefOf(enterAccount, id) }),
    };
  });
}

function counterofferRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, lender } = services;

  serveStep(app, services, getCounteroffer, 'counteroffer', async ({ context }) => {
    const { application } = context;
    await assertNotExpired(services, application);
    const { approved_term: term, accepted_term: requested, deadline: until } = application;
    if (term === null || requested === null || until === null) refuseStep();
    const today = lenderToday(services);
    const shown = (offer: ApprovedTerm) => ({
      loanAmount: offer.amount,
      monthlyPayment: offer.monthlyPayment,
      term: offer.months,
      apr: offer.apr,
      totalOfPayments: scheduleOf(offer, today).schedule.totalOfPayments,
    });
    return {
      requested: shown(requested),
      offers: (await counteroffersOf(services, application.id, term)).map(shown),
      reason:
        (await counterofferReasonOf(services, application.id)) ?? lender.policy.adverseAction.termsChanged,
      isAutoSecured: term.isAutoSecured,
      goodThrough: until.toISOString(),
    };
  });

  serveStep(app, services, acceptCounteroffer, 'counteroffer', async ({ context, body }) => {
    const { application, subject } = context;
    const { id, approved_term: approved } = application;
    await assertNotExpired(services, application);
    const made = await newestDecision(db, id);
    if (approved === null || made === undefined) refuseStep();
    const wanted = body.loanAmount ?? approved.amount;
    const term = (await counteroffersOf(services, id, approved)).find(({ amount }) => amount === wanted);
    if (term === undefined) fail('term-gone', errorMessages['term-gone'].fastPathOffer);
    const as = wanted === approved.amount ? 'counteroffer' : 'choice';
    await transact(db, async (tx) => {
      await move(tx, services, subject, 'counterofferAccepted', {
        // What was accepted before stays: the counteroffer answers it.
        approved_term: JSON.stringify(term),
        loan_amount: term.amount,
      });
      await audit(tx, clock, subject, { type: 'terms-accepted', ...term, decision: made.id, as });
    });
    return {};
  });
}

async function fastPathOfferOf(
  services: With<'clock' | 'db' | 'vault' | 'lender' | 'policies'>,
  application: Application,
) {
  const offered = await qualified(services, application.id);
  const all = offered.fastPath ?? [];
  const withoutVehicle = all.filter((program) => !program.isAutoSecured);
  const programs = withoutVehicle.length > 0 ? withoutVehicle : all;
  const requested_amount = application.requested_amount ?? services.lender.advertised.usualAmount;
  const requested = requestedOf('prequalification', { ...application, requested_amount });
  const context = pricingToday(services, offered);
  const lent = offeredFor(programs, requested, context);
  const term = lent && termLike(requested, lent.terms);
  if (lent === undefined || term === undefined) return undefined;
  const own = requestedOf('prequalification', application);
  return {
    amount: lent.amount,
    term,
    decision: offered.decisionId,
    // The request is answered by all offers, also those behind "See other options".
    as: acceptedAs(own, offeredFor(offered.programs, own, context), { ...lent, terms: [term] }),
    vehicle: term.isAutoSecured ? vehicleOf(offered)?.description : undefined,
  };
}

/** A counteroffer's amounts, ascending: what was approved, and less over the same months where the applicant needs less. */
async function counteroffersOf(
  services: With<'clock' | 'db' | 'vault' | 'policies'>,
  id: ApplicationId,
  approved: ApprovedTerm,
): Promise<ApprovedTerm[]> {
  const stored = await readDecision(services.db, services.vault, id, 'approval');
  if (stored?.decision.kind !== 'APPROVED') return [approved];
  const { lender } = await services.policies.of(stored.decision);
  const programs = stored.decision.programs.filter(
    ({ isAutoSecured }) => isAutoSecured === approved.isAutoSecured,
  );
  const listed = programs.flatMap(({ validAmounts }) => validAmounts);
  const lower = new Set(listed.filter((amount) => amount < approved.amount));
  return [...lower]
    .sort((a, b) => a - b)
    .flatMap((amount) =>
      termsOf(services, { programs, inputs: stored.inputs, lender }, amount)
        .filter(({ months }) => months === approved.months)
        .map((term) => approvedTermOf(amount, term)),
    )
    .concat(approved);
}
