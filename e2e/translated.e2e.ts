// Pages whose texts the browser translates: its translator replaces them, so that React no longer finds its own.
import { expect } from 'vitest';
import { person } from './applicant.ts';
import { withOffers } from './by-calls.ts';
import { translateTexts } from './page-scripts.ts';
import { it } from './test.ts';

it('an applicant chooses and accepts an offer on translated pages', async ({ visit }) => {
  await withOffers(visit, person(1));
  await visit.hydrated();
  await visit.page.evaluate(translateTexts);
  await visit.choose();
  await visit.acceptTerms();
  expect(await visit.page.locator('h1 font').count()).toBe(1);
});
