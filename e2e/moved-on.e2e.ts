// An application that moves on, in another tab or by a job, between two calls of a page: the page leads to where it is now.
import { chooseApprovedOffer } from '#contract/approval.ts';
import { getSignature } from '#contract/documents.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { getJob } from '#contract/jobs.ts';
import { getJourney, type Journey } from '#contract/journey.ts';
import { getLoanRequest } from '#contract/offers.ts';
import { remindersText } from '#web/wording/reminders.ts';
import { person } from './applicant.ts';
import { linkBankElsewhere, withBank, withDocuments, withOffers } from './by-calls.ts';
import { eventually } from './product.ts';
import { it } from './test.ts';
import type { Visit } from './visit.ts';

const journeyOf = async ({ page }: Visit) =>
  (await (await page.request.get(getJourney.path)).json()) as Journey;

const addressOf = ({ path }: Endpoint) => `**${path.replaceAll(/:\w+/g, '*')}`;

/** Runs `meanwhile` before the page's next request to the endpoint arrives. */
const before = ({ page }: Visit, endpoint: Endpoint, meanwhile: () => Promise<unknown>) =>
  page.route(
    addressOf(endpoint),
    async (route) => {
      await meanwhile();
      await route.continue();
    },
    { times: 1 },
  );

it('offers that another tab withdrew lead to the page that says so', async ({ visit, product }) => {
  const applicant = await visit.submit(person(2));
  await visit.arrive('phone-check');
  await before(visit, getLoanRequest, async () => {
    const { links } = await journeyOf(visit);
    await visit.page.request.post(links.withdraw ?? '', { data: {} });
  });
  visit.expectConsole(/409.*loan-request/);
  await visit.enterCode(await product.textCode(applicant.phone));
  await visit.arrive('withdrawn');
});

it('a failed job leads to the approval made meanwhile', { tags: ['full'] }, async ({ visit }) => {
  await withBank(visit, person(1));
  await visit.page.route(`${addressOf(getJob)}?*`, async (route) => {
    await eventually('approval', async () => (await journeyOf(visit)).defaultScreen === 'approval-payment');
    await route.fulfill({ json: { status: 'FAILURE' } });
  });
  await visit.accept();
  await visit.arrive('approval-payment');
});

it('turning on reminders leaves the offers of a tab behind', { tags: ['full'] }, async ({ visit }) => {
  await withOffers(visit, person(1));
  await visit.openChoices();
  await visit.button(remindersText.start).waitFor();
  await linkBankElsewhere(visit);
  await visit.button(remindersText.start).click();
  await visit.page.getByText(remindersText.on).waitFor();
  await visit
    .button(/^Choose this offer/)
    .first()
    .waitFor();
});

it('a press answered late leads on from no other page', { tags: ['full'] }, async ({ visit, page }) => {
  await withBank(visit, person(1));
  await visit.accept();
  const go = visit.button(/^Continue with this offer/);
  await visit.arrive('approval-payment', { showing: go });
  const address = addressOf(chooseApprovedOffer);
  const release = await visit.hold(address);
  await go.click();
  await visit.followLink('My application', 'status');
  const late = page.waitForResponse(address);
  release();
  await (await late).finished();
  await page.waitForLoadState('networkidle');
  await visit.arrive('status');
});

it('a signing page that is late opens on no other page', { tags: ['full'] }, async ({ visit }) => {
  await withDocuments(visit, person(1));
  const address = `${addressOf(getSignature)}*`;
  const release = await visit.hold(address);
  await visit.button('Read and sign now').click();
  await visit.followLink('My application', 'status');
  const late = visit.page.waitForResponse(address);
  release();
  await (await late).finished();
  await visit.followLink('Go to my documents', 'thank-you');
});
