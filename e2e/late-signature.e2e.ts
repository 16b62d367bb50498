// Returns after the session ended: from the signing page, the signing service, and a bank's own page.
// @module-tag full
import { expect } from 'vitest';
import { updateSignature } from '#contract/documents.ts';
import { pathOf } from '#contract/screens.ts';
import { person } from './applicant.ts';
import { withBank, withDocuments } from './by-calls.ts';
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

it('an account typed long after the text code is kept until a new one', async ({ visit, page, product }) => {
  visit.expectConsole(/40[19]/);
  const applicant = await withBank(visit, person(1));
  await visit.accept();
  await visit.follow(/^Continue with this offer/, 'deposit');
  await product.advance(16 * 60);
  await page.reload();
  await visit.arrive('session-ended');
  await visit.press('Text me a code');
  await visit.arrive('phone-check');
  await visit.enterCode(await product.textCode(applicant.phone, 2));
  await visit.arrive('deposit');
  await product.advance(9 * 60);
  await visit.open('/receive-funds/deposit?by=hand');
  await page.getByLabel('Bank name').waitFor();
  const answers = {
    'Bank name': 'Corner Bank',
    'Routing number': '021000021',
    'Account number': '000123456789',
    'Confirm account number': '000123456789',
  };
  const type = async () => {
    for (const [label, value] of Object.entries(answers))
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole('radio', { name: 'Checking' }).check();
  };
  await type();
  await product.advance(9 * 60);
  await visit.press('Confirm and continue');
  await visit.arrive('phone-check');
  await page
    .getByText('To keep your money safe, we ask for a new code before you change an account.')
    .waitFor();
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
  );
  expect(stored).not.toContain('000123456789');
  await visit.enterCode(await product.textCode(applicant.phone, 3));
  await visit.arrive('deposit');
  for (const [label, value] of Object.entries(answers))
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
  // The applicant may choose a connected account after all, and type one again.
  await page.getByRole('link', { name: 'Choose a connected account instead' }).click();
  await page
    .getByRole('radio', { name: /ending in/ })
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Enter account numbers instead' }).click();
  await type();
  await visit.press('Confirm and continue');
  await visit.arrive('confirm-email');
});
