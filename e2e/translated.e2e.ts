// Pages whose texts the browser translates: its translator replaces them, so that React no longer finds its own.
import { expect } from 'vitest';
import { fillForm, person } from './applicant.ts';
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

it('an applicant fills in the landing page that was translated before it was touched', async ({ visit }) => {
  const { page } = visit;
  visit.allowConsole(/Minified React error #418/);
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.evaluate(translateTexts);
  await page.getByLabel('First name', { exact: true }).focus();
  await visit.hydrated();
  await fillForm(page, person(3));
  await visit.button('Check my offers').first().click();
  await visit.arrive('phone-check');
});
