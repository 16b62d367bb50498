// Sends first responses with the page, to save a reload two round trips, and redirects from steps that are not open.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressInstead, isSameStep } from '#contract/guard.ts';
import { type AllowedSteps, getAllowedSteps, getJourney, type Journey } from '#contract/journey.ts';
import type { LoanRequest } from '#contract/offers.ts';
import { getOutage } from '#contract/outage.ts';
import { screens } from '#contract/screens.ts';
import { amountToShow } from '#finance/amount-options.ts';
import type { With } from '../services.ts';
import type { PreloadedResponses } from './pages.ts';

export function preloadedResponsesOf(
  app: FastifyInstance,
  { sessions, vendors }: With<'sessions' | 'vendors'>,
): PreloadedResponses {
  /** What the landing page shows at once: an application to return to, a session that ended, or an outage. */
  const landingResponses = async (request: FastifyRequest) => {
    const hasSession = sessions.tokenHashOf(request) !== undefined;
    const steps = hasSession ? await readAsBrowser(app, request, getAllowedSteps.path) : undefined;
    const outage = vendors.core.knownOutage();
    if (steps === undefined && outage === undefined) return undefined;
    const responses = {
      ...(steps === undefined ? {} : { [getAllowedSteps.path]: steps }),
      ...(outage && { [getOutage.path]: { outage } }),
    };
    return { responses };
  };
  return async (request, screen) => {
    const { access, reads } = screens[screen];
    if (screen === 'landing') return landingResponses(request);
    // Without a session, such a page looks the same for everyone.
    const isPreloaded =
      access === 'step' ||
      screen === 'offline-error' ||
      (access === 'public' && reads !== undefined && sessions.tokenHashOf(request) !== undefined);
    if (!isPreloaded) return undefined;
    const responses: Record<string, unknown> = {};
    const read = async <T>(address: string): Promise<T | undefined> => {
      const response = await readAsBrowser(app, request, address);
      if (response !== undefined) responses[address] = response;
      return response as T | undefined;
    };
    const [journey, allowed] = await Promise.all([
      read<Journey>(getJourney.path),
      access === 'step' ? read<AllowedSteps>(getAllowedSteps.path) : undefined,
      screen === 'offline-error' && read(getOutage.path),
    ]);
    // The browser shows that the session has ended, so such a page is not redirected.
    if (journey === undefined) return { responses };
    // The application moved on between the two reads: the browser reads both again.
    if (allowed && !isSameStep(allowed, journey)) return undefined;
    const instead = allowed && addressInstead(screen, { allowed, links: journey.links });
    if (instead !== undefined) return { instead };
    await Promise.all(
      (reads ?? []).map(async (link) => {
        const address = journey.links[link];
        const response = address && (await read(address));
        if (link !== 'loanRequest' || !response) return;
        const { programs, getTerms, usualAmount, requested } = response as LoanRequest;
        const { loanAmount } = journey.choices;
        const amount = loanAmount ?? requested?.offered ?? amountToShow(programs, usualAmount);
        if (amount !== undefined) await read(`${getTerms.href}?amount=${amount}`);
      }),
    );
    return { responses };
  };
}

/** Makes one of our own calls for the browser that requests the page. Undefined if the call is refused or fails. */
async function readAsBrowser(app: FastifyInstance, request: FastifyRequest, url: string): Promise<unknown> {
  const { cookie = '', 'user-agent': userAgent = '' } = request.headers;
  const response = await app.inject({
    method: 'GET',
    url,
    headers: { cookie, 'user-agent': userAgent },
    remoteAddress: request.ip,
  });
  return response.statusCode === 200 ? response.json() : undefined;
}
