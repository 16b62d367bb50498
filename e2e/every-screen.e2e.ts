// Screens that appear only when something is slow, late or unanswered, each reached as a person reaches it.
// @module-tag full
import { expect } from 'vitest';
import { promiseAfterSeconds } from '#contract/jobs.ts';
import { unsubscribe } from '#contract/notices.ts';
import { pathOf } from '#contract/screens.ts';
import { pageTitles } from '#web/wording/titles.ts';
import { person } from './applicant.ts';
import { linkBank } from './bank.ts';
import { withBank, withDecision, withDocuments, withOffers, withTerms } from './by-calls.ts';
import { scheduledTestMs, scheduledWaitMs } from './limits.ts';
import { documentsLink } from './loan.ts';
import { itEmbedded as it } from './test.ts';
import type { Visit } from './visit.ts';

const hours = 3_600_000;
const slow = { mode: 'slow', delayMs: 600_000 };
const working = { mode: 'none' };

/** The phone and the identity are ticked, and the page says what it waits for. */
async function waitAtCreditReport(visit: Visit): Promise<void> {
  await visit.arrive('loading');
  expect(await visit.heading()).toBe("We're looking for your offers");
  await visit.page.getByText('This usually takes less than a minute.').waitFor();
  for (const done of ['Phone confirmed (done)', 'Identity (done)'])
    await visit.page.getByRole('listitem').filter({ hasText: done }).waitFor();
  const expected = /^Credit report(Reading your credit report|Waiting for the credit bureau|Still waiting)/;
  expect(await visit.page.locator('[aria-current="step"]').last().textContent()).toMatch(expected);
}

it('a waiting page continues after the product was killed and started again', async ({ visit, product }) => {
  await product.fault('bureau', slow);
  const applicant = await visit.apply(person(1));
  await waitAtCreditReport(visit);
  visit.allowConsole(/ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE/);
  await product.kill();
  await product.fault('bureau', working);
  await product.start();
  await visit.arriveAtOffers();
  const kinds = (await product.pulls(applicant.ssn)).map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(['soft']));
});

it('stages are ticked as a slow bureau answers, also after a reload', async ({ visit, product }) => {
  await visit.page.clock.install();
  await product.fault('bureau', slow);
  const applicant = await visit.apply(person(1));
  await waitAtCreditReport(visit);
  await visit.page.reload();
  await waitAtCreditReport(visit);
  await visit.page.clock.fastForward(promiseAfterSeconds * 1000);
  await visit.page.getByText("We'll text or email you; you can close this page.").waitFor();
  await visit.mustBeAccessible();
  await product.fault('bureau', working);
  await visit.arriveAtOffers();
  expect(await product.pulls(applicant.ssn)).toMatchObject([{ kind: 'soft' }]);
});

it('an applicant who waits for the bank, our system or the bureau sees that', async ({ visit, product }) => {
  const applicant = await withTerms(visit, person(1));
  await linkBank(visit, 'user_good', 'First Platypus Bank', undefined, () =>
    product.fault('plaid', { ...slow, path: '/identity/get' }),
  );
  await visit.arrive('verification-loading');
  // With nothing to press, it loads its scripts again by itself.
  await visit.reloadWithFailingScripts();
  await visit.hydrated();
  await visit.arrive('verification-loading');
  await product.fault('plaid', working);
  await visit.arrive('verification-success');
  await visit.press('Continue');
  await visit.arrive('approval-submit');
  await product.core({ online: false });
  visit.expectConsole(/503/);
  await visit.accept();
  await visit.page.getByText("Our system isn't answering right now").waitFor();
  expect(await visit.page.getByText(/6:30am|maintenance|resubmit/).count()).toBe(0);
  await visit.mustBeAccessible();
  await product.core({ online: true });
  await product.fault('bureau', slow);
  await visit.follow('Accept and continue', 'approval-loading');
  await product.fault('bureau', working);
  await visit.arrive('approval-payment');
  const kinds = (await product.pulls(applicant.ssn)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'hard')).toHaveLength(1);
});

it('a signer waits on a page that explains that the signing service is slow', async ({ visit, product }) => {
  const applicant = await withDocuments(visit, person(1));
  await visit.open(await documentsLink(product, applicant));
  await visit.page.getByRole('checkbox').check();
  await product.fault('docusign', { ...slow, path: '/envelopes' });
  await visit.follow('Sign and finish', 'docusign-loading');
  await product.fault('docusign', working);
  await visit.arrive('docusign-success');
});

it('a signer who leaves the documents open sees that the session timed out', async ({ visit, product }) => {
  const applicant = await withDocuments(visit, person(1));
  await visit.page.clock.install();
  await visit.open(await documentsLink(product, applicant));
  await visit.button('Sign and finish').waitFor();
  // Longer than a signing session, and shorter than ours.
  await visit.page.clock.fastForward('21:00');
  await visit.arrive('docusign-expired');
  expect(await visit.heading()).toBe('Your session with DocuSign has timed out.');
});

it('a hard inquiry of unknown outcome leads to how to contact the branch', async ({ visit, product }) => {
  const applicant = await withBank(visit, person(1));
  await product.fault('bureau', { mode: 'twice', times: 1 });
  await visit.accept();
  await visit.arrive('contact');
  expect(await visit.heading()).toBe('Please contact us');
  const kinds = (await product.pulls(applicant.ssn)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'hard')).toHaveLength(1);
});

it('the fast path shows that it is deciding, until the bureau answers', async ({ visit, product }) => {
  await withDecision(visit, person(6), 'fast-path-options');
  await visit.button('Get approved').waitFor();
  for (const box of await visit.page.getByRole('main').getByRole('checkbox').all()) await box.check();
  await product.fault('bureau', slow);
  await visit.follow('Get approved', 'fast-path-loading');
  await product.fault('bureau', working);
  await visit.arrive('fast-path-select-payment');
});

it('a link lost to a poor connection opens on another try', async ({ visit, visitWith, product }) => {
  const applicant = await withOffers(visit, person(2));
  await visit.openChoices();
  await visit.button('Email me a link to finish later').click();
  const link = await product.emailedLink(applicant.email);
  const other = await visitWith({});
  other.expectConsole(/ERR_FAILED .*resume/);
  const exchange = '**/leads/resume/';
  await other.page.route(exchange, (route) => route.abort());
  await other.open(link);
  await other.arrive('resume', { showing: "We couldn't connect." });
  await other.page.unroute(exchange);
  await other.button('Try again').click();
  await other.arrive('phone-check', { showing: "Next, we'll take you back to where you left off." });
});

// The last two, because they move the product's clock.
it('a documents link that is opened after two weeks shows that it expired', async ({ visit, product }) => {
  const applicant = await withDocuments(visit, person(1));
  const link = await documentsLink(product, applicant);
  await product.advance((15 * 24 * hours) / 1000);
  visit.expectConsole(/410 .*docusign-resume/);
  visit.expectConsole(/401 .*journey/);
  // The page may ask once more before it is left.
  visit.allowConsole(/401 .*documents/);
  await visit.open(link);
  await visit.arrive('docusign-resume-expired');
  expect(await visit.heading()).toBe('Sorry, this documents link has expired.');
});

it('an applicant stops reminders by the link in the first one', {
  timeout: scheduledTestMs,
}, async ({ visit, visitWith, product }) => {
  const applicant = await withOffers(visit, person(2));
  await visit.openChoices();
  await visit.button('Remind me').click();
  await visit.page.getByText("We'll remind you after a day").waitFor();
  await product.advance((25 * hours) / 1000);
  const { text } = await product.mail(applicant.email, /Stop these reminders/, scheduledWaitMs);
  const link = /http\S*\/unsubscribe\?token=\S+/.exec(text)?.[0] ?? '';
  // On another device, where a reload repeats what failed. Reloaded and opened again, the outcome stays.
  const other = await visitWith({});
  other.expectConsole(/ERR_FAILED.*unsubscribe/);
  await other.page.route(`**${unsubscribe.path}`, (route) => route.abort(), { times: 1 });
  await other.open(link);
  await other.arrive('unsubscribe', { showing: 'Try again', title: pageTitles.unsubscribeFailed });
  const reload = () => other.page.reload();
  for (const again of [reload, reload, () => other.open(link)]) {
    await again();
    await other.arrive('unsubscribe', { showing: "You're unsubscribed", title: pageTitles.unsubscribed });
    expect(other.path).toBe(pathOf('unsubscribe'));
  }
});
