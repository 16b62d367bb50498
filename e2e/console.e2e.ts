// The sandbox's console, with which people try the product on their own machine.
import { expect } from 'vitest';
import { it } from './test.ts';

it('one press on the console fills in a form', { tags: ['full'] }, async ({ visit, page, product }) => {
  await page.goto(`${product.sandboxUrl}/console#people`);
  await page.getByLabel('Middle number').fill('71');
  // One primary action: the person for whom everything succeeds.
  await expect.poll(() => page.locator('.primary').allTextContents()).toEqual(['Apply as Alex Rivera']);
  await page
    .getByRole('row', { name: /Bianca/ })
    .getByText('Prequalified for small only')
    .waitFor();
  const link = page.getByRole('link', { name: 'Apply as Bianca', exact: true });
  await expect.poll(() => link.getAttribute('href')).toContain('666-71-0002');
  // In this tab, which is watched for what goes wrong.
  await visit.open((await link.getAttribute('href')) ?? '');
  await visit.arrive('landing', { showing: visit.button('Check my offers') });
  await expect.poll(() => page.getByLabel('Social Security number').inputValue()).toBe('666-71-0002');
  expect(await page.getByLabel('First name').inputValue()).toBe('Bianca');
  await visit.follow('Check my offers', 'phone-check');
  await visit.enterCode(await product.textCode('+18015557102'));
  await visit.arriveAtOffers();
});
