// What an applicant does up to a step, by calls in the visit's browser. Other tests go through those screens.
import { pathOf, type ScreenName } from '#contract/screens.ts';
import { acceptTerms, linkBank } from '../server/test/bank.ts';
import { acceptedAs, approvalDecidedAs, decidedAs, linkedAs } from '../server/test/journeys.ts';
import { chooseDeposit, sendDocuments } from '../server/test/receive-funds.ts';
import { Browser, consoleOf, type Surroundings } from '../server/test/world.ts';
import type { Applicant } from './applicant.ts';
import type { Visit } from './visit.ts';

function callsOf({ context, product }: Visit): Surroundings {
  return {
    ...consoleOf(product.sandboxUrl),
    browser: () =>
      // Cookies stay in the visit's browser.
      new Browser(async ({ method, url, headers: { cookie: _, ...headers }, body }) => {
        const answer = await context.request.fetch(url, { method, headers, ...(body && { data: body }) });
        const rawPayload = await answer.body();
        return {
          statusCode: answer.status(),
          headers: answer.headers(),
          body: rawPayload.toString(),
          rawPayload,
          json: () => JSON.parse(rawPayload.toString()),
          cookies: [],
        };
      }),
  };
}

type Walk = (calls: Surroundings, person: number, own: Record<string, string>) => Promise<unknown>;

async function walkTo(visit: Visit, { ssn, phone, email }: Applicant, screen: ScreenName, walk: Walk) {
  await walk(callsOf(visit), Number(ssn.slice(-4)), { ssn, phone, email });
  await visit.open(pathOf(screen));
}

export async function withDecision(visit: Visit, applicant: Applicant, screen: ScreenName) {
  await walkTo(visit, applicant, screen, decidedAs);
  await visit.arrive(screen);
  return applicant;
}

export async function withOffers(visit: Visit, applicant: Applicant): Promise<Applicant> {
  await walkTo(visit, applicant, 'offers', decidedAs);
  await visit.arriveAtOffers();
  await visit.hydrated();
  return applicant;
}

export async function withTerms(visit: Visit, applicant: Applicant): Promise<Applicant> {
  await walkTo(visit, applicant, 'bank-link', acceptedAs);
  await visit.arrive('bank-link', { showing: visit.button('Connect my bank') });
  return applicant;
}

/** At the consent to the hard pull, with the applicant's own bank linked. */
export async function withBank(visit: Visit, applicant: Applicant): Promise<Applicant> {
  const linked: Walk = (calls, person, own) => linkedAs(calls, 'user_good', person, own);
  await walkTo(visit, applicant, 'approval-submit', linked);
  await visit.arrive('approval-submit', { showing: visit.button('Accept and continue') });
  return applicant;
}

/** From the offers to the end of verification, as in another tab. */
export async function linkBankElsewhere(visit: Visit): Promise<void> {
  const calls = callsOf(visit);
  const browser = calls.browser();
  await linkBank(calls, browser, await acceptTerms(browser));
  await browser.arriveAt('verification-success');
}

/** At the emailed documents, with the money going to the linked account. */
export async function withDocuments(visit: Visit, applicant: Applicant): Promise<Applicant> {
  await walkTo(visit, applicant, 'thank-you', async (calls, person, own) => {
    const { browser } = await approvalDecidedAs(calls, person, 1, own);
    await chooseDeposit(browser, 'linked');
    await sendDocuments(browser, applicant.email);
  });
  await visit.arrive('thank-you');
  return applicant;
}
