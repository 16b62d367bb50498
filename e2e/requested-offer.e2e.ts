// What a partner's lead or link requests: an amount, and offers secured by the vehicle.
import { describe, expect } from 'vitest';
import { fillForm, person } from './applicant.ts';
import { it } from './test.ts';
import type { Visit } from './visit.ts';

/** Opens a lead of person 1, who owns a vehicle, and arrives at the offers. */
async function openLead(visit: Visit, loanAmount: number, search = ''): Promise<void> {
  const { ssn, email, phone, answers } = person(1);
  const link = await visit.product.lead({
    leadId: `lead-${ssn}`,
    firstName: 'Alex',
    lastName: 'Rivera',
    email,
    phone,
    dob: answers['Date of birth'],
    ssn,
    address: {
      streetAddress: '350 S Main St',
      city: 'Salt Lake City',
      state: 'UT',
      zipCode: '84101',
      residentialStatus: 'rent',
      monthlyPayment: 1200,
    },
    income: { mainIncome: 72_000 },
    loanAmount,
  });
  await visit.open(link + search);
  await visit.arrive('update-application-details', { showing: visit.button('Continue') });
  await visit.page.getByRole('checkbox', { name: /I have read and agreed to the: Terms of Use/ }).check();
  await visit.button('Continue').click();
  await visit.arrive('phone-check', { showing: phone.slice(-4) });
  await visit.enterCode(await visit.product.textCode(phone));
  await visit.arriveAtOffers();
}

it('the amount that a visitor chooses before any script has run is requested with the form', async ({
  visit,
}) => {
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

describe('the offers of a partner’s applicant', () => {
  it('feature one on the vehicle and its amount where the link requests it, until another is chosen', {
    tags: ['full'],
  }, async ({ visit }) => {
    await openLead(visit, 8000, '&is_auto_secured=true');
    const { page } = visit;
    const featured = visit.offers().first();
    await featured.getByText(/^Secured by your vehicle/).waitFor();
    expect(await featured.textContent()).toContain('$8,000');
    await page.reload();
    await visit.arriveAtOffers();
    expect(await featured.textContent()).toContain('Secured by your vehicle');
    const unsecured = visit.offers().filter({ hasNotText: 'your vehicle' }).first();
    await unsecured.getByRole('button', { name: /^Choose this offer/ }).click();
    await visit.arriveAtPreview();
    await page.goBack();
    await visit.arriveAtOffers();
    expect(await featured.textContent()).not.toContain('Secured by your vehicle');
  });

  it('show the two amounts nearest to one that is requested between two ranges', {
    tags: ['full'],
  }, async ({ visit }) => {
    await openLead(visit, 6200);
    await visit.page.getByText('You asked for $6,200.').waitFor();
    await visit.button('Choose $6,000').waitFor();
    await visit.button('Choose $6,500').click();
    await visit.page.getByText('For a loan of $6,500').waitFor();
  });
});
