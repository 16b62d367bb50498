// What a partner's lead or link requests: an amount, and offers secured by the vehicle.
import { expect } from 'vitest';
import { fillForm, person } from './applicant.ts';
import { it } from './test.ts';

it('an amount chosen before any script ran is requested', { tags: ['full'] }, async ({ visit }) => {
  const { page } = visit;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/get-a-loan', { waitUntil: 'domcontentloaded' });
  await page.getByText('$183.60', { exact: true }).first().waitFor();
  await page.getByRole('radio', { name: '$7,500' }).check();
  const example = page.locator('#loan-7500');
  await example.getByText('$7,500 over 48 months at 31.22% APR').waitFor();
  expect(await page.locator('#loan-5000').isVisible()).toBe(false);
  release();
  await visit.arrive('landing', { showing: 'You chose $7,500.' });
  expect(await page.getByRole('radio', { name: '$7,500' }).isChecked()).toBe(true);

  const applicant = person(1);
  await fillForm(page, applicant);
  await visit.button('Check my offers').first().click();
  await visit.arrive('phone-check');
  // The amount is still chosen for an applicant who returns to correct an answer.
  await page.goBack();
  await visit.arrive('landing');
  expect(await page.getByRole('radio', { name: '$7,500' }).isChecked()).toBe(true);
  await page.goForward();
  await visit.arrive('phone-check');
  await visit.enterCode(await visit.product.textCode(applicant.phone));
  await visit.arriveAtOffers();
  expect(await visit.offers().first().textContent()).toContain('$7,500');
});
