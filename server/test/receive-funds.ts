// Takes an applicant from a verified bank to signed documents, and acts for them on the signing page.
import { signatureOn, visit } from '#sandbox/vendors/docusign/testing.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { newCode } from './leads.ts';
import { applicationOf, type Browser, eventually, type Surroundings, type World } from './world.ts';

export async function finished(browser: Browser, href: string): Promise<string> {
  return eventually(async () => {
    const { status } = (await browser.get(href, { prefer: 'wait=20' })).json() as { status: string };
    return status === 'SUCCESS' || status === 'FAILURE' ? status : undefined;
  });
}

/** Accepts the hard pull, and waits for its decision. */
export async function acceptHardPull(browser: Browser): Promise<string> {
  const answer = await browser.post(await browser.link('submitApproval'), { acceptHardPull: true });
  return finished(browser, answer.json().job.href);
}

export async function chooseDeposit(
  browser: Browser,
  by: 'linked' | 'manual' = 'manual',
  accountNumber = '000123456789',
): Promise<void> {
  const approval = await browser.read('approval');
  const { months: term, isAutoSecured } = approval.acceptedOffer;
  const chosen = await browser.post(approval.selectOffer.href, { term, isAutoSecured });
  const { accountsHref, directEntryHref } = chosen.json();
  if (by === 'linked') {
    const accounts = (await browser.get(accountsHref)).json() as {
      accountId: string;
      selectedDeposit: boolean;
    }[];
    const account = accounts.find((one) => one.selectedDeposit);
    await browser.post(accountsHref, { accountId: account?.accountId, accountPurpose: 'deposit' });
  } else {
    await browser.post(directEntryHref, typedAccount(accountNumber));
  }
}

export const typedAccount = (accountNumber: string) => ({
  institutionName: 'First Bank',
  accountSubtype: 'checking',
  routingNumber: '021000021',
  accountNumber,
  accountPurpose: 'deposit',
});

/** Signs the documents that are out, and waits until the signature is known. */
export async function signHere(browser: Browser): Promise<ApplicationId> {
  const signature = await browser.link('signature');
  await atSigningPage((await browser.post(signature)).json().docusignUrl, 'sign');
  const { job } = (await browser.put(signature, { event: 'signing_complete' })).json();
  await finished(browser, job.href);
  return applicationOf(signature);
}

/** Opens the mailed link in another browser, where the text code comes first, and returns the signing page's address. */
export async function openedElsewhere(world: World, sent: { readonly phone?: unknown }, token: string) {
  const browser = world.browser();
  const texts = await world.textsTo(sent.phone);
  const opened = await browser.get('/api/v1/receive-funds/docusign-resume/', {
    authorization: `Bearer ${token}`,
  });
  if (opened.json().requiresCode !== true) throw new Error(`No text code was required: ${opened.body}`);
  const otp = await newCode(world, sent.phone, texts.length + 1);
  await browser.post(await browser.link('verifyOtp'), { otp });
  const { docusignUrl } = (await browser.post(await browser.link('signature'))).json();
  return { browser, docusignUrl: docusignUrl as string };
}

export async function sendDocuments(browser: Browser, email: string, more: object = {}): Promise<void> {
  const href = await browser.link('documents');
  const { esign } = (await browser.get(href)).json();
  await browser.get(esign.pdf);
  const answer = await browser.post(href, { email, ...more });
  if (answer.statusCode !== 200) throw new Error(`The documents were not sent: ${answer.body}`);
}

/** Waits until the product, and not only the mail service, knows that the link was sent: until then it sends no other. */
export async function linkDelivered(browser: Browser): Promise<void> {
  await eventually(async () => (await browser.read('documents')).mailing === 'mailed');
}

export async function emailedLink(world: Surroundings, email: string): Promise<string> {
  return eventually(async () => {
    const mails = await world.mailTo(email);
    return mails.map((mail) => /https?:\S+docusign-resume\?token=\S+/.exec(mail.text)?.[0]).find(Boolean);
  });
}

/** Signs, declines or leaves at the signing page, as a person does. */
export async function atSigningPage(
  url: string,
  action: 'sign' | 'decline' | 'later',
  name?: string,
): Promise<string | null> {
  const { page } = await visit(url);
  if (!page) throw new Error('The signing page shows nothing to sign.');
  const filled = { sign: signatureOn(page, name), decline: { sure: 'yes', reason: 'Too dear' }, later: {} };
  const { event } = await page.press(action, filled[action]);
  return event;
}
