// Application form routes: submit, the resulting record, served states, address suggestions, and the emailed link.
import type { FastifyInstance } from 'fastify';
import { getBranch } from '#contract/branches.ts';
import { getFastPathOffer } from '#contract/fast-path.ts';
import { getAdverseActionPdf } from '#contract/notices.ts';
import { getLoanRequest } from '#contract/offers.ts';
import { getOutage } from '#contract/outage.ts';
import { getDeclinedPartner } from '#contract/partners.ts';
import {
  activate,
  getAddress,
  getPrequalification,
  getServedStates,
  getUser,
  prequalificationRequest,
  submitPrequalification,
  suggestAddresses,
} from '#contract/prequalification.ts';
import { askAboutZipCode } from '#contract/zip-code.ts';
import { requiredWording } from '#lender/state-requirements.ts';
import { stateOf } from '../../journey/chart.ts';
import { deadlineOf } from '../../journey/deadlines.ts';
import { isAllowed } from '../../journey/guard.ts';
import { hrefOf } from '../../journey/hrefs.ts';
import { serveStep } from '../../journey/step.ts';
import { activateEmail } from '../../messages/email-verification.ts';
import { spendLink } from '../../messages/resume-link.ts';
import { lenderToday } from '../../platform/clock.ts';
import { fail } from '../../platform/failure.ts';
import { parse, serve } from '../../platform/http/http.ts';
import { networkOf } from '../../platform/http/network.ts';
import { ifUnavailable } from '../../platform/jobs/vendor-calls.ts';
import { readApplicant } from '../../records/applicants.ts';
import { findNotice } from '../../records/notices.ts';
import type { Services } from '../../services.ts';
import { VendorRefused } from '../../vendors/http-client.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { bankCheckOf } from '../verification/step-up.ts';
import { inlineSeconds } from './admit.ts';
import { submit } from './service.ts';
import { questionAbout } from './submitted-form.ts';

export const prequalificationRoutes = [formRoutes, recordRoutes, addressRoutes];

function formRoutes(app: FastifyInstance, services: Services): void {
  const { lender, vendors } = services;

  const schema = prequalificationRequest(() => lenderToday(services));

  serve(app, getOutage, async () => {
    const outage = await vendors.core.recentOutage(vendors.timeouts.signal(inlineSeconds));
    return outage ? { outage } : {};
  });

  serve(app, submitPrequalification, ({ request, reply }) =>
    submit(services, parse(schema, request.body ?? {}), request, reply),
  );

  serve(app, getServedStates, async () =>
    lender.openStates.map(({ code, name, minimumAge }) => {
      const notices = requiredWording(lender, 'application', { state: code, on: lenderToday(services) });
      return { code, name, minimumAge, ...(notices.length === 0 ? {} : { notices: [...notices] }) };
    }),
  );
}

function recordRoutes(app: FastifyInstance, services: Services): void {
  const { lender, vault, db } = services;

  serveStep(app, services, getPrequalification, 'prequalification', async ({ context }) => {
    const { application } = context;
    const { id, state, branch_id, partner_id, accepted_term: accepted } = application;
    const partner = lender.partners.find(({ id: partnerId }) => partnerId === partner_id);
    const link = (endpoint: { path: string }) => hrefOf(endpoint, id);
    const { status, publicOutcome, heldFor } = stateOf(state);
    const stepUpEnd = deadlineOf(application, 'documents');
    const bankCheck = stepUpEnd ? await bankCheckOf(db, services, id) : undefined;
    const denial = isAllowed(application, 'adverseAction') ? await findNotice(db, id, 'denial') : undefined;
    return {
      status,
      outOfTrade: publicOutcome === 'out-of-trade-area',
      ...(branch_id === null ? {} : { branch: { href: link(getBranch) } }),
      ...(partner === undefined ? {} : { organizationLogo: `/lender/${partner.logo}` }),
      ...(isAllowed(application, 'loanRequest') ? { offers: { value: link(getLoanRequest) } } : {}),
      ...(isAllowed(application, 'fastPathOffer') ? { fastPathOfferHref: link(getFastPathOffer) } : {}),
      ...(denial ? { adverseActionAttachment: link(getAdverseActionPdf) } : {}),
      ...(isAllowed(application, 'partner') &&
        partner?.declinedLink && { partnerHref: link(getDeclinedPartner) }),
      ...(heldFor === 'check' ? { isHeld: true } : {}),
      ...(bankCheck ? { bankCheck } : {}),
      ...(stepUpEnd ? { stepUpExpiration: stepUpEnd.toISOString() } : {}),
      ...(accepted && {
        acceptedOffer: {
          loanAmount: accepted.amount,
          interestRate: accepted.interestRate,
          monthlyPayment: accepted.monthlyPayment,
          term: accepted.months,
        },
      }),
    };
  });

  serveStep(app, services, getUser, 'user', async ({ context }) => {
    const { email, firstName } = await readApplicant(db, vault, context.application.id);
    return { email, firstName };
  });

  serve(app, activate, async ({ params, request }) => {
    const status = await activateEmail(services, params.uidb64, params.token);
    if (!status) await spendLink(services, request);
    return { status };
  });
}

function addressRoutes(app: FastifyInstance, services: Services): void {
  const { lender, limiter, vault, vendors } = services;

  const served = new Set(lender.openStates.map((state) => state.code));

  serve(app, suggestAddresses, async ({ body, request }) => {
    await limiter.spend('suggest-address', vault.lookup('address', networkOf(request.ip)));
    const suggestions = await vendors.places
      .suggest(body.input, body.session, vendors.timeouts.signal(3))
      .catch(ifUnavailable(() => fail('try-again', errorMessages['try-again'].address)));
    // The service filters only by country; a suggestion ends with "City, ST, USA" or "City, ST 84101, USA".
    return {
      suggestions: suggestions.filter(({ text }) => {
        const state = /,\s*([A-Z]{2})(?:\s+\d{5})?(?:,\s*USA)?$/.exec(text)?.[1];
        return state !== undefined && served.has(state);
      }),
    };
  });

  serve(app, askAboutZipCode, async ({ body, request }) => {
    await limiter.spend('suggest-address', vault.lookup('address', networkOf(request.ip)));
    return questionAbout(services, body);
  });

  serve(app, getAddress, async ({ params, query, request }) => {
    await limiter.spend('suggest-address', vault.lookup('address', networkOf(request.ip)));
    const address = await vendors.places
      .details(params.placeId, query.session, vendors.timeouts.signal(3))
      .catch(
        ifUnavailable((error) => {
          const isUnknown = error instanceof VendorRefused && [400, 404].includes(error.status);
          return isUnknown ? undefined : fail('try-again', errorMessages['try-again'].address);
        }),
      );
    return address ?? fail('not-found', errorMessages['not-found'].address);
  });
}
