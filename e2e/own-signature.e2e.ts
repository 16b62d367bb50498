// Loan documents signed on the lender's own pages.
import { expect } from 'vitest';
import { person } from './applicant.ts';
import { withDocuments } from './by-calls.ts';
import { documentsLink } from './loan.ts';
import { itOwnSignature as it } from './test.ts';

it('offers signing on our own pages', { tags: ['full'] }, async ({ visit, page, product }) => {
  const applicant = await withDocuments(visit, person(1));
  await visit.open(await documentsLink(product, applicant));
  await visit.button('Sign and finish').waitFor();
  expect(new URL(page.url()).pathname).toBe('/sign');
  await visit.mustBeAccessible();
  // The disclosure alone is unfolded; each other document unfolds where it is.
  expect(await page.locator('article').count()).toBe(1);
  await page
    .locator('#document-2')
    .getByRole('button', { name: /^Read it here/ })
    .click();
  await page.locator('#document-2 .sections summary').click();
  await page.locator('a[href^="#document-2-section"]').nth(1).click();
  const bar = page.locator('#document-2 .progress');
  expect(await bar.innerText()).toMatch(/^\$[\d,]+ to ••\d{4}, \$[\d.,]+ a month\s+Document 2 of \d$/);
  await expect.poll(async () => (await bar.boundingBox())?.y).toBe(0);
  // On the narrowest phone no document or table is wider than the window.
  await page.setViewportSize({ width: 320, height: 640 });
  await visit.mustFit();
  const scrolling = page
    .locator('.scroll')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
  expect(await scrolling).toBe(0);
  visit.expectConsole(/422/);
  await visit.button('Sign and finish').click();
  await page.getByText('Something is missing.').waitFor();
  await visit.mustBeAccessible();
  await visit.follow('Finish later', 'docusign-canceled');
  await visit.button('Open my documents again').click();
  await visit.button('Sign and finish').waitFor();
  const unread = visit.button(/^Read it here/);
  for (let left = await unread.count(); left > 0; left -= 1) {
    await unread.first().click();
    await expect.poll(() => unread.count()).toBe(left - 1);
  }
  await page.getByRole('checkbox').check();
  await visit.follow('Sign and finish', 'docusign-success');
  await product.mail(applicant.email, /signed loan documents/i);
  const console = `${product.sandboxUrl}/console/api/envelopes?email=${encodeURIComponent(applicant.email)}`;
  expect(await (await fetch(console)).json()).toMatchObject([{ status: 'completed', to: applicant.email }]);
});
