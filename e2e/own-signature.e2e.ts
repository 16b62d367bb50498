// Loan documents signed on the lender's own pages.
import { expect } from 'vitest';
import { person } from './applicant.ts';
import { documentsLink, toDocuments } from './loan.ts';
import { itOwnSignature as it } from './test.ts';

it('has the documents signed on pages of our own, which time out without naming a service', {
  tags: ['full'],
}, async ({ visit, product }) => {
  const applicant = person(1);
  const { page } = visit;
  await toDocuments(visit, applicant);
  await visit.open(await documentsLink(product, applicant));
  await visit.button('Sign and finish').waitFor();
  expect(new URL(page.url()).pathname).toBe('/sign');
  await visit.mustBeAccessible();
  await visit.button('Sign and finish').click();
  await page.getByText('Something is missing.').waitFor();
  await visit.mustBeAccessible();
  await product.advance(59 * 60);
  await visit.button('Finish later').click();
  await visit.arrive('docusign-canceled');
  await visit.button('Open my documents again').click();
  await page.getByRole('checkbox').check();
  await page.getByLabel('Full name').fill(`${applicant.firstName} ${applicant.lastName}`);
  await visit.button('Sign and finish').click();
  await visit.arrive('docusign-success');
  await product.mail(applicant.email, /signed loan documents/i);
  const envelopes = await product.console<{ status: string }[]>(`envelopes?email=${applicant.email}`);
  expect(envelopes.map(({ status }) => status)).toEqual(['completed']);
});
