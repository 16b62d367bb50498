// Takes an applicant from a verified bank to signed documents, and acts for them on the signing page.
import { visit } from '#sandbox/vendors/docusign/testing.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { type Borrowed, linkedAs } from './bank.ts';
import { newCode } from './leads.ts';
import { applicationOf, type Browser, eventually, type Surroundings, type World } from './world.ts';

/** Waits for a job and returns its outcome. */
export async function finished(browser: Browser, href: string): Promise<string> {
  return eventually(async () => {
    const { status } = (await browser.get(href, { prefer: 'wait=20' })).json() as { status: string };
    return status === 'SUCCESS' || status === 'FAILURE' ? status : undefined;
  });
}

/** Verified and decided on the hard pull, no matter how many times the button is pressed at once. */
export async function approvalDecidedAs(
  world: Surroundings,
  person = 1,
  presses = 1,
  changes: Record<string, unknown> = {},
  borrowed?: Borrowed,
) {
  const linked = await linkedAs(world, 'user_good', person, changes, borrowed);
  const { browser } = linked;
  const { submitApproval } = (await browser.journey()).links;
  const answers = await Promise.all(
    Array.from({ length: presses }, () => browser.post(submitApproval as string, { acceptHardPull: true })),
  );
  const jobs = new Set(answers.map((answer) => answer.json().job?.href as string | undefined));
  const [job] = jobs;
  if (jobs.size !== 1 || job === undefined) throw new Error(`The hard pull was refused: ${answers[0]?.body}`);
  const status = await finished(browser, job);
  return { ...linked, status, journey: await browser.journey() };
}

/** Approved, with the accepted offer chosen and an account for the funds. */
export async function depositChosenAs(
  world: Surroundings,
  by: 'linked' | 'manual' = 'manual',
  borrowed?: Borrowed,
) {
  const approved = await approvalDecidedAs(world, 1, 1, {}, borrowed);
  await chooseDeposit(approved.browser, by);
  return { ...approved, journey: await approved.browser.journey() };
}

export async function chooseDeposit(
  browser: Browser,
  by: 'linked' | 'manual' = 'manual',
  accountNumber = '000123456789',
): Promise<void> {
  const journey = await browser.journey();
  const approval = (await browser.get(journey.links.approval as string)).json();
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

/** Signed in the applicant's own browser, with a typed account for the funds. */
export async function signedAs(
  world: Surroundings,
  accountNumber?: string,
  changes: Record<string, unknown> = {},
) {
  const approved = await approvalDecidedAs(world, 1, 1, changes);
  const { browser, sent } = approved;
  await chooseDeposit(browser, 'manual', accountNumber);
  await sendDocuments(browser, sent.email as string);
  await emailedLink(world, sent.email as string);
  const id = await signHere(browser);
  return { ...approved, id, journey: await browser.journey() };
}

/** Signs the documents that are out, and waits until the signature is known. */
export async function signHere(browser: Browser): Promise<ApplicationId> {
  const signature = (await browser.journey()).links.signature as string;
  await atSigningPage((await browser.post(signature)).json().docusignUrl, 'sign');
  const { job } = (await browser.put(signature, { event: 'signing_complete' })).json();
  await finished(browser, job.href);
  return applicationOf(signature);
}

/** The documents are emailed and their link is available. */
export async function documentsSentAs(world: Surroundings, by: 'linked' | 'manual' = 'manual') {
  const chosen = await depositChosenAs(world, by);
  const { browser, sent } = chosen;
  await sendDocuments(browser, sent.email as string);
  const link = await emailedLink(world, sent.email as string);
  await linkDelivered(browser);
  return { ...chosen, link, token: new URL(link).searchParams.get('token') as string };
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
  await browser.post((await browser.journey()).links.verifyOtp as string, { otp });
  const { links } = await browser.journey();
  const { docusignUrl } = (await browser.post(links.signature as string)).json();
  return { browser, docusignUrl: docusignUrl as string };
}

export async function sendDocuments(browser: Browser, email: string, more: object = {}): Promise<void> {
  const href = (await browser.journey()).links.documents as string;
  const { esign } = (await browser.get(href)).json();
  await browser.get(esign.pdf);
  const answer = await browser.post(href, { email, ...more });
  if (answer.statusCode !== 200) throw new Error(`The documents were not sent: ${answer.body}`);
}

/** Waits until the product, and not only the mail service, knows that the link was sent: until then it sends no other. */
export async function linkDelivered(browser: Browser): Promise<void> {
  const href = (await browser.journey()).links.documents as string;
  await eventually(async () => (await browser.get(href)).json().mailing === 'mailed' || undefined);
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
): Promise<string | null> {
  const { page } = await visit(url);
  if (!page) throw new Error('The signing page shows nothing to sign.');
  const filled = {
    sign: { consent: 'yes', kind: 'typed', name: 'Alex Rivera' },
    decline: { sure: 'yes', reason: 'Too dear' },
    later: {},
  };
  const { event } = await page.press(action, filled[action]);
  return event;
}
