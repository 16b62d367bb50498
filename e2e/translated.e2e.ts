// Pages whose texts the browser translates: its translator replaces them, so that React no longer finds its own.
import { expect } from 'vitest';
import { person } from './applicant.ts';
import { withBank, withOffers } from './by-calls.ts';
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

it('an applicant chooses another offer at its final price on translated pages', async ({ visit }) => {
  await withBank(visit, person(1));
  await visit.hydrated();
  await visit.page.evaluate(translateTexts);
  await visit.accept();
  await visit.arrive('approval-payment', { showing: visit.button(/^Continue with this offer/) });
  await visit.unfold('other offer');
  await visit
    .button(/^Choose this offer/)
    .first()
    .click();
  await visit.arrive('deposit', { showing: visit.button('Confirm and continue') });
});
