// From accepted terms to a funded loan with autopay: hard pull, deposit account, documents, signature.
import type { Route } from 'playwright-core';
import { expect } from 'vitest';
import type { Autopay } from '#contract/autopay.ts';
import { pathOf } from '#contract/screens.ts';
import { type Applicant, person } from './applicant.ts';
import { linkBank } from './bank.ts';
import { withBank, withDocuments } from './by-calls.ts';
import * as loan from './loan.ts';
import type { Product } from './product.ts';
import { it } from './test.ts';
import type { Visit } from './visit.ts';

async function removeBank(visit: Visit): Promise<void> {
  await visit.openChoices();
  await visit.page.getByRole('link', { name: 'Manage your bank account' }).click();
  await visit.arrive('verification-manage', { showing: 'First Platypus Bank' });
  await visit.button('Remove this bank').click();
  await visit.dialog().getByText('Your application stays where it is').waitFor();
  await visit.dialog().getByRole('button', { name: 'Remove', exact: true }).click();
}

it('an applicant signs on another device, with autopay', async ({ visit, visitWith, product }) => {
  const applicant = await withDocuments(visit, person(1));
  const other = await visitWith({});
  await other.open(await loan.documentsLink(product, applicant));
  await other.arrive('phone-check', { showing: applicant.phone.slice(-4) });
  await other.enterCode(await product.textCode(applicant.phone, 2));
  await other.button('Sign and finish').waitFor();
  await other.mustFit();
  await other.mustBeAccessible();
  expect(other.page.url()).not.toContain('token=');
  await showYesterdaysPlan(other);
  await loan.signDocuments(other);
  await other.press('Continue');
  await other.arrive('autopay', { showing: other.button('Skip autopay') });
  await other.page.getByRole('radio', { name: /^2 days before/ }).check();
  const authorization = other.page.getByRole('checkbox');
  await other.press('Continue with autopay');
  const boxMessage = 'Your authorization: This checkbox is required.';
  const unchecked = other.summary().getByRole('link', { name: boxMessage });
  await unchecked.waitFor();
  await authorization.check();
  await unchecked.waitFor({ state: 'detached' });
  await other.button('Continue with autopay').click();
  other.expectConsole(/409/);
  await other.page.getByText('Your authorization has changed.').first().waitFor();
  await other.page.getByText('The first debit has moved to').first().waitFor();
  expect(await authorization.isChecked()).toBe(false);
  await other.mustBeAccessible();
  await authorization.check();
  await other.follow('Continue with autopay', 'success', { showing: 'Your receipt' });

  // The first tab finds out at its next step.
  await visit.page.goto(pathOf('thank-you'));
  await visit.arrive('success', { showing: 'Your receipt' });
  await product.mail(applicant.email, /signed loan documents/i);
  await hearsOfTheLoan(visit, product, applicant);
});

async function hearsOfTheLoan(visit: Visit, product: Product, { ssn, email }: Applicant): Promise<void> {
  const entry = { trace: '021000020000777', originalTrace: '091000010000777', amountCents: 18_360 };
  await product.report(ssn, { type: 'entry-returned', what: 'debit', code: 'R01', ...entry });
  await product.mail(email, /Your bank returned your payment/);
  await visit.page.reload();
  await visit.page.getByRole('heading', { name: 'Your payment came back' }).waitFor();
  await visit.page.getByText('your bank returned your payment of $183.60').waitFor();
  await visit.mustBeAccessible();
  await product.report(ssn, { type: 'loan-paid', paidOn: '2030-03-05' });
  await product.mail(email, /Your loan is paid off/);
  await visit.page.reload();
  await visit.page.getByRole('heading', { name: 'Your loan is paid off' }).waitFor();
  await visit.mustBeAccessible();
}

const plan = /\/api\/.*\/autopay$/;

/** Until something is authorized, the payment plan as it was before its debit dates moved. */
async function showYesterdaysPlan({ page }: Visit): Promise<void> {
  let wasSent = false;
  const show = async (route: Route) => {
    wasSent ||= route.request().method() !== 'GET';
    if (wasSent) return route.continue();
    const answer = await route.fetch();
    const now = (await answer.json()) as Autopay;
    const days = now.days.map((one, at) => ({ ...one, firstDebit: `2026-01-${10 + at}` }));
    await route.fulfill({ response: answer, json: { ...now, days } });
  };
  await page.route(plan, show);
}

it('a decline at the hard pull has a page with the notice', { tags: ['full'] }, async ({ visit }) => {
  await withBank(visit, person(17));
  await visit.accept();
  await visit.arrive('approval-declined');
  expect(await visit.heading()).toBe('Sorry, we are not able to approve your application at this time.');
  const notice = visit.page.getByRole('link', { name: /notice/i }).first();
  expect(await notice.getAttribute('href')).toMatch(/^\/api\/v1\/applications\/.*adverse-action/);
});

it('signing is left, refused, resumed by email', { tags: ['full'] }, async ({ visit, product }) => {
  const applicant = await withDocuments(visit, person(1));
  const link = await loan.documentsLink(product, applicant);
  await removeBank(visit);
  await visit.arrive('thank-you', { showing: 'Your money goes to' });
  await visit.open(link);
  await visit.follow('Finish later', 'docusign-canceled');
  expect(await visit.heading()).toBe('Oops! It looks like you did not digitally sign your loan documents.');
  // Someone may open the return URL by hand; the app checks the envelope's status and leaves the page.
  await visit.open(`${pathOf('docusign-loading')}?event=ttl_expired`);
  await visit.arrive('docusign-expired');
  // The same link works any number of times and survives a network failure.
  visit.expectConsole(/ERR_FAILED/);
  await visit.page.route(/docusign-resume\/$/, (route) => route.abort(), { times: 1 });
  await visit.open(link);
  await visit.arrive('docusign-resume', { showing: visit.button('Try again') });
  await visit.press('Try again');
  await visit.button('Decline to sign').click();
  await visit.follow('Yes, decline', 'docusign-incomplete');
  await visit.open(link);
  await visit.arrive('docusign-incomplete');
});

it('a documents link opens again after Back', { tags: ['full'] }, async ({ visit, page, product }) => {
  const applicant = await withDocuments(visit, person(1));
  const link = await loan.documentsLink(product, applicant);
  const signing = '**/docusign/signing/**';
  const left = page.waitForRequest(signing);
  await page.route(signing, (route) => route.fulfill({ status: 204 }));
  await visit.open(link);
  await left;
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await visit.arrive('docusign-resume', { showing: visit.button('Try again') });
  await page.unroute(signing);
  await visit.press('Try again');
  await visit.button('Sign and finish').waitFor();
});

it('the fast path approves in one click, and sends documents after a bank login', async ({ visit }) => {
  await visit.apply(person(6));
  await loan.pressGetApproved(visit);
  await visit.arrive('fast-path-select-payment', { showing: 'How would you like to deposit your funds?' });
  const way = (name: RegExp) => visit.page.getByRole('radio', { name });
  await way(/Enter account numbers/).check();
  const bank = visit.page.getByLabel('Bank name', { exact: true });
  await bank.fill('First Bank');
  await way(/Log in to my bank/).check();
  await way(/Enter account numbers/).check();
  expect(await bank.inputValue()).toBe('First Bank');
  await way(/Log in to my bank/).check();
  await linkBank(visit);
  await visit.arrive('fast-path-deposit', { showing: visit.button('Confirm and continue') });
  expect(await visit.heading()).toBe('Success! Your account is connected.');
  await visit.button('Confirm and continue').click();
  await visit.arrive('fast-path-confirm-email', { showing: visit.button('Send my loan documents') });
  await removeBank(visit);
  await visit.arrive('fast-path-confirm-email', { showing: visit.button('Send my loan documents') });
  // A browser that shows PDFs in frames has the consent in place, without another tab.
  await visit.page.evaluate(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true }));
  await loan.openConsent(visit);
  await visit.page.locator('iframe[title="ESIGN Act Consent"]').waitFor();
  expect(visit.context.pages()).toHaveLength(1);
  await visit.follow('Send my loan documents', 'fast-path-thank-you');
  await visit.page.getByText('Your money goes to First Platypus Bank').waitFor();
});

it('a borrower cancels a signed loan by its status', { tags: ['full'] }, async ({ visit, product }) => {
  const applicant = await withDocuments(visit, person(1));
  await loan.readAndSignNow(visit, product, applicant);
  await visit.open('/status');
  await visit.arrive('status', { showing: visit.button('Cancel my loan') });
  await visit.button('Cancel my loan').click();
  await visit.dialog().getByText("We won't send your money").waitFor();
  await visit.dialog().getByRole('button', { name: 'Cancel my loan' }).click();
  const canceled = 'Your loan is canceled';
  await visit.arrive('withdrawn', { showing: canceled, title: canceled });
  await product.mail(applicant.email, /You canceled your loan/);
});

it('an account is confirmed by micro-entries meanwhile', { tags: ['full'] }, async ({ visit }) => {
  await loan.typeAccountOnFastPath(visit, person(6), '000111222');
  await visit.page.getByRole('link', { name: 'Enter the amounts' }).click();
  await visit.arrive('confirm-account', { showing: visit.button('Confirm my account') });
  await visit.page.getByLabel('First amount').fill('1.20');
  await visit.press('Confirm my account');
  await visit.summary().getByText('Please enter an amount under $1, like 0.12.').first().waitFor();
  await visit.followLink('Back to my loan', 'fast-path-confirm-email', { showing: 'two small deposits' });
});

it('a closed account is replaced after signing', { tags: ['full'] }, async ({ visit, product }) => {
  const applicant = person(6);
  await loan.typeAccountOnFastPath(visit, applicant, '000111444');
  await visit.page.getByText("We couldn't confirm the account you gave us").waitFor();
  await loan.sendDocuments(visit, 'fast-path');
  await visit.open(await loan.documentsLink(product, applicant));
  await loan.signDocuments(visit, "We couldn't confirm the account you gave us");
  await visit.page.getByText("We'll send your money once your account is confirmed.").waitFor();
  expect(await visit.page.getByText(/Funds arrive|You'll have|Your money goes to/).count()).toBe(0);
  const primary = visit.page.locator('main [class*=primary]');
  expect(await primary.allTextContents()).toEqual(['Use another account']);
  await primary.click();
  await visit.arrive('other-account', { showing: visit.button('Confirm and continue') });
  await loan.typeAccount(visit);
  await visit.arrive('docusign-success', {
    showing: visit.page.getByText(/Funds arrive in|You'll have/).first(),
  });
  await visit.press('Continue');
  await visit.arrive('autopay', { showing: visit.button('Skip autopay') });
  await visit.follow('Skip autopay', 'success', { showing: 'Your receipt' });
});

it('who declines a counteroffer has withdrawn', { tags: ['full'] }, async ({ visit }) => {
  await visit.apply(person(28));
  await loan.pressGetApproved(visit);
  await visit.arrive('fast-path-counteroffer', { showing: visit.button('Accept') });
  const result = visit.page.getByText(/^For a loan of \$/);
  const most = await result.textContent();
  const slider = visit.page.getByRole('slider', { name: 'Loan amount' });
  await slider.press('ArrowLeft');
  await expect.poll(() => result.textContent()).not.toBe(most);
  expect(await result.textContent()).toContain(await slider.getAttribute('aria-valuetext'));
  await visit.openChoices();
  await visit.page.getByRole('link', { name: 'Get my notices on paper' }).click();
  await visit.arrive('paper-notices', { showing: visit.button('Send my notices by mail') });
  await visit.button('Send my notices by mail').click();
  await visit.page.getByText('You withdrew your consent').waitFor();
  await visit.check('paper-notices');
  await visit.page.reload();
  await visit.page.getByText('You withdrew your consent').waitFor();
  await visit.page.getByRole('link', { name: 'Back to my application' }).click();
  await visit.arrive('fast-path-counteroffer', { showing: visit.button('Decline') });
  await visit.follow('Decline', 'withdrawn');
});

it('an applicant whom the fast path declines reads that there was a hard inquiry', {
  tags: ['full'],
}, async ({ visit }) => {
  await visit.apply(person(7));
  await loan.pressGetApproved(visit);
  await visit.arrive('fast-path-declined', { showing: 'We made a hard inquiry to decide.' });
});
