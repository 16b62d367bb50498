// Offer routes: programs, terms for an amount, the choices so far, and the accepted term.
import type { FastifyInstance } from 'fastify';
import { exchangePublicToken, getLinkToken } from '#contract/bank-link.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  acceptTerms,
  getAllTerms,
  getLoanRequest,
  getTerms,
  type LoanRequest,
  type OfferTerm,
  saveOfferChoices,
} from '#contract/offers.ts';
import { summaryOf } from '#contract/offers-summary.ts';
import { mergeRanges } from '#finance/amount-options.ts';
import { acceptedAs, answerTo, offeredFor, requestedOf } from '../../credit-policy/request.ts';
import { type Application, transactOn, updateApplication } from '../../journey/applications.ts';
import { canLinkBank } from '../../journey/bank-linking.ts';
import { acceptedConsents, saveAgreement } from '../../journey/consents.ts';
import { assertAllowed } from '../../journey/guard.ts';
import { hrefOf } from '../../journey/hrefs.ts';
import { verifyFromBank } from '../../journey/jobs.ts';
import { move } from '../../journey/move.ts';
import { serveStep } from '../../journey/step.ts';
import { transact } from '../../platform/db/database.ts';
import { fail } from '../../platform/failure.ts';
import { audit } from '../../records/audit.ts';
import { accessTokenOf, linkedBankOf } from '../../records/linked-banks.ts';
import type { Services, With } from '../../services.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import {
  allTermsOf,
  approvedTermOf,
  assertNoRecentLoan,
  assertNotExpired,
  pricingToday,
  type Qualified,
  qualified,
  termsOf,
  vehicleOf,
} from './service.ts';

export const offersRoutes = [offeredRoutes, savingRoute, acceptingRoute];

function offeredRoutes(app: FastifyInstance, services: Services): void {
  const { clock, lender } = services;

  serveStep(app, services, getLoanRequest, 'loanRequest', async ({ context }) => {
    const { id, deadline: expires } = context.application;
    await assertNotExpired(services, context.application);
    const offered = await qualified(services, id);
    const { programs } = offered;
    const vehicle = vehicleOf(offered);
    const terms = hrefOf(getTerms, id);
    return {
      programs: programs.map((program) => ({
        programName: program.name,
        amountRanges: [{ min: program.minCents, max: program.maxCents }],
        validAmounts: program.validAmounts.map((amount) => ({
          amount,
          isAutoSecured: program.isAutoSecured,
        })),
        href: hrefOf(getLoanRequest, id),
        getTerms: { href: `${terms}?program=${program.name}` },
      })),
      amountRanges: mergeRanges(programs.map(({ minCents, maxCents }) => ({ min: minCents, max: maxCents }))),
      ...summaryOf(
        programs,
        offered.lender.policy.programs.map(({ name }) => name),
      ),
      getTerms: { href: terms },
      allTerms: { href: hrefOf(getAllTerms, id) },
      ...requestOf(context.application, services, offered),
      usualAmount: lender.advertised.usualAmount,
      choices: { href: hrefOf(saveOfferChoices, id) },
      expires: (expires ?? clock.now()).toISOString(),
      ...(vehicle === undefined ? {} : { vehicle }),
      ...(vehicle === undefined && context.application.vehicle_search === 'unavailable'
        ? { isVehicleUnknown: true as const }
        : {}),
      ...(offered.inputs.militaryCovered && {
        militaryLendingAct: { capPercent: Number(lender.policy.mla.capPercent) },
      }),
    };
  });

  serveStep(app, services, getTerms, 'loanRequest', async ({ context, query }) => {
    await assertNotExpired(services, context.application);
    const { id } = context.application;
    const terms = termsOf(services, await qualified(services, id), query.amount, query.program);
    if (terms.length === 0) fail('not-found', errorMessages['not-found'].amountNotOffered, 'amount');
    return { amount: query.amount, terms, submitApplication: { href: hrefOf(acceptTerms, id) } };
  });

  serveStep(app, services, getAllTerms, 'loanRequest', async ({ context }) => {
    await assertNotExpired(services, context.application);
    const { id } = context.application;
    return {
      amounts: await allTermsOf(services, await qualified(services, id)),
      submitApplication: { href: hrefOf(acceptTerms, id) },
    };
  });
}

function savingRoute(app: FastifyInstance, services: Services): void {
  const { db, clock } = services;

  serveStep(app, services, saveOfferChoices, 'chooseTerms', async ({ context, body }) => {
    const { application, subject } = context;
    await assertNotExpired(services, application);
    const amount = body.loanAmount ?? application.loan_amount;
    const secured = body.isLoanAutoSecured ?? application.is_auto_secured ?? false;
    const isNew = amount !== application.loan_amount || secured !== (application.is_auto_secured ?? false);
    if (amount === null) fail('invalid', errorMessages.invalid.amountMissing, 'loanAmount');
    const offered = await qualified(services, application.id);
    const terms = termsOf(services, offered, amount);
    if (terms.length === 0) fail('invalid', errorMessages.invalid.amountNotOffered, 'loanAmount');
    const selected = selectedTerm(application, terms, { amount, wanted: body.selectedTerm, isNew });
    await transactOn(db, application.id, async (tx, current) => {
      // Another tab may have accepted terms or linked the bank since this request was read.
      assertAllowed(current, 'chooseTerms');
      if (isNew) {
        const { decisionId: decision } = offered;
        await audit(tx, clock, subject, { type: 'amount-chosen', amount, isAutoSecured: secured, decision });
        // Choosing another amount cancels the accepted terms.
        await move(tx, services, subject, 'amountChosen');
      }
      await updateApplication(tx, application.id, {
        loan_amount: amount,
        is_auto_secured: secured,
        selected_term: selected === null ? null : JSON.stringify(selected),
      });
    });
    return { loanAmount: amount, isLoanAutoSecured: secured };
  });
}

function acceptingRoute(app: FastifyInstance, services: Services): void {
  const { db, clock, vault, jobs } = services;

  serveStep(app, services, acceptTerms, 'acceptTerms', async ({ context, body, request }) => {
    const { application, subject } = context;
    await assertNotExpired(services, application);
    const consents = acceptedConsents(application, body.acceptLegal, 'authorization', 'disclosures');
    const offered = await qualified(services, application.id);
    const terms = termsOf(services, offered, body.amount).filter(({ months }) => months === body.term);
    const term =
      terms.find(({ isAutoSecured }) => isAutoSecured === (body.isAutoSecured ?? false)) ??
      (body.isAutoSecured === undefined ? terms[0] : undefined);
    if (
      term === undefined ||
      (body.monthlyPayment !== undefined && body.monthlyPayment !== term.monthlyPayment)
    ) {
      fail('term-gone', errorMessages['term-gone'].offerChanged, 'term');
    }
    // Documents name the vehicle by it (12 CFR 1026.18(m)).
    if (term.isAutoSecured && offered.inputs.vehicle?.vin == null)
      fail('invalid', errorMessages.invalid.vinMissing, 'term');
    await assertNoRecentLoan(services, application.id);
    const selected = approvedTermOf(body.amount, term);
    const requested = requestedOf('prequalification', application);
    const lent = offeredFor(offered.programs, requested, pricingToday(services, offered));
    const as = acceptedAs(requested, lent, { amount: body.amount, terms: [term] });
    await transact(db, async (tx) => {
      await move(tx, services, subject, 'termsAccepted', {
        loan_amount: body.amount,
        is_auto_secured: term.isAutoSecured,
        prequalified_amount: body.amount,
        selected_term: JSON.stringify(selected),
        accepted_term: JSON.stringify(selected),
      });
      await saveAgreement(tx, services, request, subject, consents);
      const { decisionId: decision } = offered;
      await audit(tx, clock, subject, { type: 'terms-accepted', ...selected, decision, as });
      // The bank of a step-up confirmed the identity. The verification reads it, too.
      const bank = await linkedBankOf(tx, application.id);
      if (bank === undefined || accessTokenOf(vault, bank) === undefined) return;
      await move(tx, services, subject, 'bankKept');
      await jobs.enqueue(tx, verifyFromBank, application.id, { linkedBankId: bank.id });
    });
    if (!(await canLinkBank(services))) return {};
    return {
      createPlaidLinkToken: hrefOf(getLinkToken, application.id),
      exchangePlaidToken: hrefOf(exchangePublicToken, application.id),
    };
  });
}

/** What was requested, and how the offers shown first differ from it. */
function requestOf(
  application: Application,
  services: With<'clock'>,
  offered: Qualified,
): Pick<LoanRequest, 'requested'> {
  const requested = requestedOf('prequalification', application);
  if (requested.kind !== 'submitted') return {};
  const { offered: lent, differences } = answerTo(
    requested,
    offered.programs,
    pricingToday(services, offered),
  );
  const { amount, months, isAutoSecured } = requested;
  return {
    requested: {
      ...(amount !== undefined && { amount, offered: lent?.amount ?? amount }),
      ...(months !== undefined && { months }),
      ...(isAutoSecured !== undefined && { isAutoSecured }),
      differences: [...differences],
    },
  };
}

/** The term to save: the one chosen now, the earlier one if nothing else changed, or none. */
function selectedTerm(
  application: Application,
  terms: readonly OfferTerm[],
  { amount, wanted, isNew }: { amount: number; wanted: Wanted | null | undefined; isNew: boolean },
): Application['selected_term'] {
  if (wanted === undefined && !isNew) return application.selected_term;
  if (wanted == null) return null;
  const term = terms.find(
    ({ months, isAutoSecured }) => months === wanted.months && isAutoSecured === wanted.isAutoSecured,
  );
  return approvedTermOf(amount, term ?? fail('term-gone', errorMessages['term-gone'].term, 'selectedTerm'));
}

type Wanted = NonNullable<BodyOf<typeof saveOfferChoices>['selectedTerm']>;
