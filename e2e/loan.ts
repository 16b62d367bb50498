// What a person does from the deposit account to the signed documents.
import { expect } from 'vitest';
import type { Applicant } from './applicant.ts';
import type { Product } from './product.ts';
import type { Visit } from './visit.ts';

/** Opens the ESIGN consent's PDF, in place or in a tab that is closed again. */
export async function openConsent({ context, page }: Visit): Promise<void> {
  const opened = context.waitForEvent('response', (response) => response.url().endsWith('/esign-consent'));
  await page.getByRole('link', { name: /^Open the ESIGN Act Consent/ }).click();
  await opened;
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.getByText('Opened. Your device can show our documents.').waitFor();
}

export async function sendDocuments(visit: Visit, way: 'standard' | 'fast-path' = 'standard'): Promise<void> {
  const { confirmEmail, thankYou } = screensOf[way];
  await visit.arrive(confirmEmail, { showing: visit.button('Send my loan documents') });
  await openConsent(visit);
  await visit.follow('Send my loan documents', thankYou);
}

const screensOf = {
  standard: { confirmEmail: 'confirm-email', thankYou: 'thank-you' },
  'fast-path': { confirmEmail: 'fast-path-confirm-email', thankYou: 'fast-path-thank-you' },
} as const;

export async function documentsLink(product: Product, applicant: Applicant): Promise<string> {
  const mail = await product.mail(applicant.email, /ready to sign/);
  const link = /https?:\S+docusign-resume\?token=\S+/.exec(mail.text)?.[0];
  if (!link) throw new Error('The mail has no link to the documents.');
  return link;
}

export async function signDocuments(visit: Visit, showing?: string): Promise<void> {
  await visit.button('Sign and finish').waitFor();
  await visit.page.getByRole('checkbox').check();
  await visit.follow('Sign and finish', 'docusign-success', showing === undefined ? {} : { showing });
}

/** Signs from the thank-you page, then opens the emailed link: there is one envelope, signed once. */
export async function readAndSignNow(visit: Visit, product: Product, applicant: Applicant): Promise<void> {
  await visit.button('Read and sign now').click();
  await signDocuments(visit);
  await visit.open(await documentsLink(product, applicant));
  await visit.arrive('docusign-success');
  const sent = `${product.sandboxUrl}/console/api/envelopes?email=${encodeURIComponent(applicant.email)}`;
  const envelopes = (await (await fetch(sent)).json()) as { status: string }[];
  expect(envelopes.map(({ status }) => status)).toEqual(['completed']);
}

/** Types the account for the money, with mistakes that are corrected. */
export async function typeAccount(visit: Visit, number = '000123456789'): Promise<void> {
  const { page } = visit;
  await page.getByLabel('Bank name', { exact: true }).fill('First Bank');
  await page.getByRole('radio', { name: 'Checking' }).check();
  await page.getByLabel('Routing number', { exact: true }).fill('021000020');
  await page.getByLabel('Account number', { exact: true }).fill(number);
  await page.getByLabel('Confirm account number', { exact: true }).fill(`${number}0`);
  await page.keyboard.press('Tab');
  await page.getByText('Account number confirmation does not match.').first().waitFor();
  await page.getByLabel('Confirm account number', { exact: true }).fill(number);
  await page.getByText('Please enter a valid routing number.').first().waitFor();
  await page.getByLabel('Routing number', { exact: true }).fill('021000021');
  await page.getByText('JPMorgan Chase Bank').waitFor();
  expect(await page.getByLabel('Bank name', { exact: true }).inputValue()).toBe('First Bank');
  await page.getByLabel('Bank name', { exact: true }).fill('');
  expect(await page.getByLabel('Bank name', { exact: true }).inputValue()).toBe('');
  await page.getByLabel('Bank name', { exact: true }).fill('First Bank');
  await visit.press('Confirm and continue');
}

/** Accepts the offer of the fast path. Expects no particular screen. */
export async function pressGetApproved(visit: Visit): Promise<void> {
  await visit.arrive('fast-path-options', { showing: visit.button('Get approved') });
  await visit.page.getByText('Congratulations! You are prequalified. Get approved in one click.').waitFor();
  for (const box of await visit.page.getByRole('main').getByRole('checkbox').all()) await box.check();
  await visit.button('Get approved').click();
}

/** From the landing page to a typed account on the fast path. */
export async function typeAccountOnFastPath(visit: Visit, applicant: Applicant, number: string) {
  await visit.apply(applicant);
  await pressGetApproved(visit);
  await visit.arrive('fast-path-select-payment');
  await visit.page.getByRole('radio', { name: /Enter account numbers/ }).check();
  await typeAccount(visit, number);
  await visit.arrive('fast-path-confirm-email', { showing: visit.button('Send my loan documents') });
}
