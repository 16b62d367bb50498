// An applicant with accepted terms who completes the bank-link widget, using the same vendor calls as its frame.
import type { Verification } from '#contract/verification.ts';
import { rowsOf } from '#server/platform/db/rows.ts';
import { encryptionContext } from '#server/platform/db/tables.ts';
import { accessTokenOf, type LinkedBank } from '#server/records/linked-banks.ts';
import type { BankData } from '#server/vendors/bank-data.ts';
import { replaceCall } from './replace.ts';
import { applicationOf, type Browser, eventually, type Surroundings, sendJson, type World } from './world.ts';

export const platypus = { institutionId: 'ins_109508', institutionName: 'First Platypus Bank' };

interface Linking {
  readonly createPlaidLinkToken: string;
  readonly exchangePlaidToken: string;
}

/** What is borrowed over 48 months. */
export interface Borrowed {
  readonly amount: number;
  readonly isAutoSecured: boolean;
}
const unsecured: Borrowed = { amount: 500_000, isAutoSecured: false };

export async function acceptTerms(browser: Browser, borrowed = unsecured, more: object = {}) {
  const { links } = await browser.journey();
  const request = (await browser.get(links.loanRequest as string)).json();
  const terms = (await browser.get(`${request.getTerms.href}?amount=${borrowed.amount}`)).json();
  const agreed = { term: 48, ...borrowed, acceptAuthorization: true, ...more };
  const accepted = await browser.post(terms.submitApplication.href, agreed);
  if (accepted.statusCode !== 200) throw new Error(`The terms were refused: ${accepted.body}`);
  return accepted.json() as Linking;
}

/** Requests the link token, logs in at a bank in the widget and chooses every account there. */
export async function logInAtBank(
  world: Surroundings,
  browser: Browser,
  linkTokenHref: string,
  username = 'user_good',
  institutionId = platypus.institutionId,
): Promise<{ publicToken: string; exchangeHref: string; linkToken: string }> {
  const answer = await browser.get(linkTokenHref);
  if (answer.statusCode !== 200) throw new Error(`There is no link token: ${answer.body}`);
  const { linkToken, exchangeHref } = answer.json() as { linkToken: string; exchangeHref: string };
  return { publicToken: await linkAt(world, linkToken, username, institutionId), exchangeHref, linkToken };
}

const widgetStep = <A>({ sandboxUrl }: Surroundings, link_token: string, path: string, body: object) =>
  sendJson<A>(`${sandboxUrl}/plaid/link/session/${path}`, { link_token, ...body });

/** Opens the widget or the hosted page, and leaves it. */
export async function leaveWidget(world: Surroundings, linkToken: string): Promise<void> {
  const session = await widgetStep<{ link_session_id: string }>(world, linkToken, 'start', {});
  await widgetStep(world, linkToken, 'exit', session);
}

export async function linkAt(
  world: Surroundings,
  linkToken: string,
  username: string,
  institutionId = platypus.institutionId,
): Promise<string> {
  const step = <A>(path: string, body: object) => widgetStep<A>(world, linkToken, path, body);
  const { link_session_id } = await step<{ link_session_id: string }>('start', {});
  const { accounts } = await step<{ accounts: { id: string }[] }>('credentials', {
    link_session_id,
    institution_id: institutionId,
    username,
    password: 'pass_good',
  });
  const done = await step<{ public_token: string }>('finish', {
    link_session_id,
    institution_id: institutionId,
    account_ids: accounts.map(({ id }) => id),
  });
  return done.public_token;
}

export async function verified(browser: Browser, href: string): Promise<Verification> {
  return eventually(async () => {
    const answer = (await browser.get(href, { prefer: 'wait=20' })).json() as Verification;
    return answer.status === 'FINISHED' || answer.status === 'FAILED' ? answer : undefined;
  });
}

/** Links a bank, which starts verification. */
export async function linkBank(world: Surroundings, browser: Browser, links: Linking, user = 'user_good') {
  const { createPlaidLinkToken: linkToken } = links;
  const { publicToken, exchangeHref } = await logInAtBank(world, browser, linkToken, user);
  const exchanged = await browser.post(exchangeHref, { publicToken, ...platypus });
  if (exchanged.statusCode !== 200) throw new Error(`The exchange was refused: ${exchanged.body}`);
  const { href } = exchanged.json() as { href: string };
  return { publicToken, exchangeHref, verificationHref: href };
}

export const linkFromJourney = async (world: Surroundings, browser: Browser) => {
  const links = { createPlaidLinkToken: await browser.link('linkToken'), exchangePlaidToken: '' };
  return verified(browser, (await linkBank(world, browser, links)).verificationHref);
};

/** The banks linked to the application that a URL names, oldest first. */
export async function banksOf(world: World, href: string) {
  const of = { application_id: applicationOf(href) };
  const rows = await rowsOf(world.db, 'linked_bank', of, ['linked_at']).all();
  const itemOf = ({ id, item_id: item }: LinkedBank) =>
    world.services.vault.decrypt(item, encryptionContext('linked_bank', 'item_id', id));
  return rows.map((row) => ({ ...row, itemId: itemOf(row) }));
}

export async function accessTokenAt(world: World, href: string): Promise<string> {
  const [bank] = (await banksOf(world, href)).filter(({ status }) => status === 'linked');
  const token = bank && accessTokenOf(world.services.vault, bank);
  if (token === undefined) throw new Error('No bank is linked.');
  return token;
}

/** One of the vendor's own calls for tests. */
export async function vendorsOwn({ sandboxUrl, config }: World, path: string, body: object): Promise<void> {
  const headers = { 'plaid-client-id': config.PLAID_CLIENT_ID, 'plaid-secret': config.PLAID_SECRET };
  await sendJson(`${sandboxUrl}/plaid/sandbox/${path}`, body, { headers });
}

/** Replaces a call of the bank-data vendor until the test ends. */
export function replace<K extends keyof BankData>(
  world: World,
  name: K,
  by: (real: BankData[K]) => BankData[K],
): void {
  replaceCall(world.services.vendors.bankData, name, by);
}

/** Counts a vendor call from now on, and records what it was given first. */
export function counted<K extends keyof BankData>(world: World, name: K) {
  type Given = Parameters<Extract<BankData[K], (...all: never[]) => unknown>>;
  const requests: Given[0][] = [];
  replace(world, name, (real) => {
    const recording = (...given: Given) => {
      requests.push(given[0]);
      return (real as (...all: Given) => unknown)(...given);
    };
    return recording as never;
  });
  return {
    requests,
    get times() {
      return requests.length;
    },
  };
}
