// Returns after the session ended: from the signing page, and from the signing service.
// @module-tag full
import { updateSignature } from '#contract/documents.ts';
import { pathOf } from '#contract/screens.ts';
import { person } from './applicant.ts';
import { withDocuments } from './by-calls.ts';
import { documentsLink } from './loan.ts';
import { eventually } from './product.ts';
import { itAlone as it } from './test.ts';

it('a late signature is confirmed by email, a late return by a code', async ({ visit, page, product }) => {
  const applicant = await withDocuments(visit, person(1));
  await page.clock.install();
  // The vendor's answers and webhooks change nothing for now.
  await page.route(`**${updateSignature.path.replace(':applicationId', '*')}`, (route) =>
    route.fulfill({ json: { job: { href: '/api/v1/jobs/00000000-0000-4000-8000-000000000000' } } }),
  );
  await page.route('**/api/v1/jobs/*', (route) => route.fulfill({ json: { status: 'PENDING' } }));
  await visit.open(`${pathOf('docusign-loading')}?event=signing_complete`);
  await visit.arrive('docusign-loading');
  const promise = page.getByText("We're confirming your signature; we'll email you.");
  await eventually('the promise of an email', async () => {
    await page.clock.fastForward(19_000);
    return await promise.isVisible();
  });
  await visit.mustBeAccessible();
  await page.unrouteAll();

  await visit.open(await documentsLink(product, applicant));
  await page.getByRole('checkbox').check();
  // The browser cannot return from the signing page for an hour.
  let back: URL | undefined;
  await page.route('**/docusign/signing/**', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const answer = await route.fetch({ maxRedirects: 0 });
    back = new URL(answer.headers().location ?? '', route.request().url());
    await route.abort();
  });
  await visit.button('Sign and finish').click();
  const { pathname, search } = await eventually('the return', async () => back);
  await page.unrouteAll();
  await product.advance(61 * 60);
  visit.expectConsole(/401/);
  await visit.open(`${pathname}${search}`);
  await visit.arrive('phone-check');
  await visit.enterCode(await product.textCode(applicant.phone, 2));
  await visit.arrive('docusign-success');
  await product.mail(applicant.email, /signed loan documents/i);
});
