// Slow decisions: a slow, a failing and an unresponsive bureau.
import { describe, expect } from 'vitest';
import { person } from './applicant.ts';
import { itEmbedded as it } from './test.ts';
import type { Visit } from './visit.ts';

async function waitWithWords(visit: Visit): Promise<void> {
  await visit.arrive('loading');
  expect(await visit.heading()).toBe('We are looking for your offers');
  await visit.page.getByText('This usually takes less than a minute. Please keep this page open.').waitFor();
  await visit.page.getByRole('status').getByText('Checking your information').waitFor();
}

/** The waiting message changes every five seconds. */
async function nextWords(visit: Visit): Promise<void> {
  await visit.page.getByRole('status').getByText('Reading your credit file').waitFor();
}

describe('while the decision is made', () => {
  it('a slow bureau is waited for with words that change, and offers come', { tags: ['full'] }, async ({
    visit,
    product,
  }) => {
    const applicant = person(1);
    await product.fault('bureau', { mode: 'slow', delayMs: 600_000 });
    await visit.apply(applicant);
    await waitWithWords(visit);
    await nextWords(visit);
    await product.fault('bureau', { mode: 'none' });
    await visit.arriveAtOffers();
    expect(await product.pulls(applicant.ssn)).toMatchObject([{ kind: 'soft' }]);
  });

  it('a bureau that fails twice is asked again, and offers come', { tags: ['full'] }, async ({
    visit,
    product,
  }) => {
    const applicant = person(20);
    await visit.apply(applicant);
    await waitWithWords(visit);
    await visit.arriveAtOffers();
    expect(await product.pulls(applicant.ssn)).toMatchObject([{ kind: 'soft' }]);
  });

  it('a reload while waiting goes on waiting, without a second inquiry', { tags: ['full'] }, async ({
    visit,
    product,
  }) => {
    const applicant = person(1);
    await product.fault('bureau', { mode: 'slow', delayMs: 600_000 });
    await visit.apply(applicant);
    await waitWithWords(visit);
    await visit.page.reload();
    await visit.arrive('loading');
    await product.fault('bureau', { mode: 'none' });
    await visit.arriveAtOffers();
    expect(await product.pulls(applicant.ssn)).toMatchObject([{ kind: 'soft' }]);
  });
});

it('a product killed in the middle of a decision comes to it after its restart, while the page waits', {
  tags: ['full'],
}, async ({ visit, product }) => {
  const applicant = person(1);
  await product.fault('bureau', { mode: 'slow', delayMs: 600_000 });
  await visit.apply(applicant);
  await visit.arrive('loading');
  await nextWords(visit);
  visit.expectConsole(/ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE/);
  await product.kill();
  await product.fault('bureau', { mode: 'none' });
  await product.start();
  await visit.arriveAtOffers();
  // The killed process may have been answered for nobody; a soft pull does no harm twice.
  const pulls = await product.pulls(applicant.ssn);
  expect(new Set(pulls.map(({ kind }) => kind))).toEqual(new Set(['soft']));
});
