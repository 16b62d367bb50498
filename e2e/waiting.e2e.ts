// Slow decisions: a slow, a failing and an unresponsive bureau.
// @module-tag full
import { describe, expect } from 'vitest';
import { promiseAfterSeconds } from '#contract/jobs.ts';
import { person } from './applicant.ts';
import { itEmbedded as it } from './test.ts';
import type { Visit } from './visit.ts';

/** The phone is ticked, and the stage that is under way is said to be. */
async function waitWithStages(visit: Visit): Promise<void> {
  await visit.arrive('loading');
  expect(await visit.heading()).toBe("We're looking for your offers");
  await visit.page.getByText('This usually takes less than a minute.').waitFor();
  await visit.page.getByRole('listitem').filter({ hasText: 'Phone confirmed (done)' }).waitFor();
}

/** The identity is ticked as it is checked, and the page says what it waits for. */
async function atCreditReport(visit: Visit): Promise<void> {
  await visit.page.getByRole('listitem').filter({ hasText: 'Identity (done)' }).waitFor();
  const expected = /^Credit report(Reading your credit report|Waiting for the credit bureau|Still waiting)/;
  expect(await visit.page.locator('[aria-current="step"]').last().textContent()).toMatch(expected);
}

describe('while the decision is made', () => {
  it('stages are ticked as a slow bureau answers, also after a reload', async ({ visit, product }) => {
    await visit.page.clock.install();
    await product.fault('bureau', { mode: 'slow', delayMs: 600_000 });
    const applicant = await visit.apply(person(1));
    await waitWithStages(visit);
    await atCreditReport(visit);
    await visit.page.reload();
    await waitWithStages(visit);
    await atCreditReport(visit);
    await visit.page.clock.fastForward(promiseAfterSeconds * 1000);
    await visit.page.getByText("We'll text or email you; you can close this page.").waitFor();
    await visit.mustBeAccessible();
    await product.fault('bureau', { mode: 'none' });
    await visit.arriveAtOffers();
    expect(await product.pulls(applicant.ssn)).toMatchObject([{ kind: 'soft' }]);
  });
});

it('a product killed during a decision finishes it once it is restarted', async ({ visit, product }) => {
  await product.fault('bureau', { mode: 'slow', delayMs: 600_000 });
  const applicant = await visit.apply(person(1));
  await visit.arrive('loading');
  await atCreditReport(visit);
  visit.expectConsole(/ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE/);
  await product.kill();
  await product.fault('bureau', { mode: 'none' });
  await product.start();
  await visit.arriveAtOffers();
  // The killed process may have lost the bureau's response; a second soft pull does no harm.
  const pulls = await product.pulls(applicant.ssn);
  expect(new Set(pulls.map(({ kind }) => kind))).toEqual(new Set(['soft']));
});
