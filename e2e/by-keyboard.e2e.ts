// The journey by keyboard alone: each control is reached, seen and marked.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { photo } from '../server/test/photo.ts';
import { type Applicant, person } from './applicant.ts';
import { widgetFrame } from './bank.ts';
import { pressToRemove } from './frame-removal.ts';
import { eventually, type Product } from './product.ts';
import { it } from './test.ts';
import { desktop, type Visit } from './visit.ts';

it('the form to accepted terms can be passed by keyboard alone', ({ visit, product }) =>
  toAcceptedTermsByKeyboard(visit, product, person(1)));

it('a loan is paid out and back by keyboard alone', { tags: ['full'] }, async ({ visitWith, product }) => {
  const visit = await visitWith({ viewport: desktop });
  const { page } = visit;
  const { keyboard } = page;
  const press = (name: string | RegExp, key?: string) => pressOn(page, name, key);
  await toAcceptedTermsByKeyboard(visit, product, person(1));

  await press('Connect my bank');
  await headed(page, /uses Plaid to link your bank/);
  await press('Continue');
  await headed(page, 'Choose your bank');
  await press('First Platypus Bank');
  await headed(page, /^Log in to/);
  await tabTo(page, 'Username');
  await keyboard.type('user_good');
  await tabTo(page, 'Password');
  await keyboard.type('pass_good');
  await keyboard.press('Enter');
  await headed(page, 'Choose accounts to share');
  await press('Continue');
  await headed(page, /^Share with/);
  await tabTo(page, 'Finish');
  await pressToRemove(widgetFrame(visit), 'Enter');

  await visit.arrive('verification-success');
  await press('Continue');
  await visit.arrive('approval-submit', { showing: visit.button('Accept and continue') });
  await press(/^I authorize/, 'Space');
  await press('Accept and continue');
  const offer = visit.button(/^(?:Choose|Continue with) this offer/).first();
  await visit.arrive('approval-payment', { showing: offer });
  await press(/^(?:Choose|Continue with) this offer/);
  await visit.arrive('deposit', { showing: visit.button('Confirm and continue') });
  await press('Confirm and continue');
  await visit.arrive('confirm-email', { showing: visit.button('Send my loan documents') });
  const opened = visit.context.waitForEvent('response', (response) =>
    response.url().endsWith('/esign-consent'),
  );
  await press(/^Open the ESIGN Act Consent/);
  await opened;
  for (const other of visit.context.pages()) if (other !== page) await other.close();
  await press('Send my loan documents');
  await visit.arrive('thank-you', { showing: visit.button('Read and sign now') });

  await press('Read and sign now');
  await visit.button('Sign and finish').waitFor();
  await press('Skip to the documents');
  await press(/electronic/, 'Space');
  await press('Sign and finish');
  await visit.arrive('docusign-success');
  await press('Continue');
  await visit.arrive('autopay', { showing: visit.button('Skip autopay') });
  await press(/^On the due date/, 'ArrowDown');
  await press(/^I authorize/, 'Space');
  await press('Continue with autopay');
  await visit.arrive('success', { showing: 'Your receipt' });
});

async function toAcceptedTermsByKeyboard(visit: Visit, product: Product, applicant: Applicant) {
  const { page } = visit;
  const { keyboard } = page;
  await visit.openForm();
  await keyboard.press('Tab');
  expect((await focused(page)).name).toBe('Skip to content');
  await keyboard.press('Enter');
  for (const [name, answer] of Object.entries(applicant.answers)) {
    await tabTo(page, name === 'Residence type' ? answer : name);
    await (name === 'Residence type' ? keyboard.press('Space') : keyboard.type(answer));
  }
  await pressOn(page, /^I have read and agreed/, 'Space');
  await pressOn(page, 'Check my offers');
  await visit.arrive('phone-check');
  const everyTerm = page.waitForResponse('**/all-terms');
  await tabTo(page, 'Code');
  await keyboard.type(await product.textCode(applicant.phone));
  await keyboard.press('Enter');
  await visit.arriveAtOffers();
  // The sliders answer from the offers that are already here.
  await everyTerm;
  await page.getByRole('slider', { name: 'Loan amount', disabled: false }).waitFor();
  const asked: string[] = [];
  const hear = (request: { url(): string }) => asked.push(request.url());
  page.on('request', hear);
  await pressOn(page, 'Payment term', 'Home');
  await keyboard.press('Shift+Tab');
  await keyboard.press('ArrowRight');
  await page
    .getByText(/^For a loan of \$5,500 over 24 months: \$[\d.]+ a month, [\d.]+% APR, total of/)
    .waitFor();
  expect(await visit.offers().first().textContent()).toMatch(/\$5,500.*24 months/);
  page.off('request', hear);
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
  await pressOn(page, /^(?:Choose|Continue with) this offer/);
  await visit.arriveAtPreview();
  await pressOn(page, /^I authorize you/, 'Space');
  await pressOn(page, 'Accept and continue');
  await visit.arrive('bank-link', { showing: visit.button('Connect my bank') });
  await pressOn(page, 'See all four steps');
  await visit.dialog().waitFor();
  await pressOn(page, 'Close', 'Escape');
  await visit.dialog().waitFor({ state: 'detached' });
  await expect.poll(async () => (await focused(page)).name).toBe('See all four steps');
  await pressOn(page, 'Finish later, or other choices');
}

it('documents are sent to the branch by keyboard alone', { tags: ['full'] }, async ({ visit, page }) => {
  await visit.apply(person(13));
  await visit.arrive('verification-needed', { showing: 'Please send them by' });
  await pressOn(page, 'Send documents');
  await visit.arrive('verification-documents', { showing: visit.button('Send to my branch') });
  const chooser = page.waitForEvent('filechooser');
  await pressOn(page, 'Choose files of your photo ID');
  await (await chooser).setFiles({ name: 'id.jpg', mimeType: 'image/jpeg', buffer: photo({}) });
  await page.getByText(/^Added, 1 KB$/).waitFor();
  await pressOn(page, 'Send to my branch', 'Space');
  await page.getByRole('heading', { level: 1, name: 'We received your documents' }).waitFor();
});

/** Controls of the page, or of the open dialog, that cannot be seen while they have the focus. */
interface Focused {
  readonly name: string;
  /** The person sees where they are: it is in the window, nothing lies on it, and it is marked. */
  readonly isSeen: boolean;
}

async function focused(page: Page): Promise<Focused> {
  const frame = await (await page.evaluateHandle(() => document.activeElement)).asElement()?.contentFrame();
  return (frame ?? page).evaluate(() => {
    const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLLabelElement> };
    if (element === document.body) return { name: '', isSeen: false };
    const label = element.labels?.[0];
    const name = element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent ?? '';
    const { left, right, top, bottom, height } = element.getBoundingClientRect();
    // A long paragraph may go beyond the window.
    const y = height > innerHeight ? Math.max(top, 0) + 1 : (top + bottom) / 2;
    const above = document.elementFromPoint((left + right) / 2, y);
    const isOnTop =
      element.contains(above) || Boolean(label?.contains(above)) || Boolean(above?.contains(element));
    const isMarked = (one: Element | null | undefined) => {
      if (!one) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    };
    return { name: name.trim(), isSeen: isOnTop && (isMarked(element) || isMarked(label)) };
  });
}

async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    const now = await focused(page);
    if (typeof name === 'string' ? now.name === name : name.test(now.name)) {
      expect(now.isSeen, `the focus on ${now.name} is seen`).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${name}.`);
}

async function pressOn(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press(key);
}

/** A pane of the bank's widget, which puts the focus on its heading. */
async function headed(page: Page, heading: string | RegExp): Promise<void> {
  await eventually(`the pane ${heading}`, async () => {
    const { name } = await focused(page);
    return (typeof heading === 'string' ? name === heading : heading.test(name)) || undefined;
  });
}
