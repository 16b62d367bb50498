// An applicant with accepted terms, and their way through the bank-link widget, spoken as its frame speaks to the vendor.
import type { Verification } from '#contract/verification.ts';
import { type Browser, decidedAs, eventually, type World } from './world.ts';

export const platypus = { institutionId: 'ins_109508', institutionName: 'First Platypus Bank' };

/** Prequalified, with $5,000 over 48 months accepted. */
export async function acceptedAs(world: World, person = 1, changes: Record<string, unknown> = {}) {
  const decided = await decidedAs(world, person, changes);
  const { browser } = decided;
  const request = (await browser.get(decided.journey.links.loanRequest as string)).json();
  const terms = (await browser.get(`${request.getTerms.href}?amount=500000`)).json();
  const accepted = await browser.post(terms.submitApplication.href, {
    term: 48,
    amount: 500000,
    isAutoSecured: false,
    acceptAuthorization: true,
  });
  if (accepted.statusCode !== 200) throw new Error(`The terms were refused: ${accepted.body}`);
  return {
    ...decided,
    links: accepted.json() as { createPlaidLinkToken: string; exchangePlaidToken: string },
  };
}

/** Asks for the link token, logs in at a bank in the widget and chooses every account there. */
export async function logInAtBank(
  world: World,
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

export async function linkAt(
  world: World,
  linkToken: string,
  username: string,
  institutionId = platypus.institutionId,
): Promise<string> {
  const step = async <A>(path: string, body: object): Promise<A> => {
    const response = await fetch(`${world.sandboxUrl}/plaid/link/session/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ link_token: linkToken, ...body }),
    });
    if (!response.ok) throw new Error(`The widget refused ${path}: ${await response.text()}`);
    return (await response.json()) as A;
  };
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

/** What the verification came to. */
export async function verified(browser: Browser, href: string): Promise<Verification> {
  return eventually(async () => {
    const answer = (await browser.get(href, { prefer: 'wait=20' })).json() as Verification;
    return answer.status === 'FINISHED' || answer.status === 'FAILED' ? answer : undefined;
  }, 60);
}

/** From accepted terms to the end of the verification, at one of the bank's people. */
export async function linkedAs(world: World, username = 'user_good', person = 1) {
  const accepted = await acceptedAs(world, person);
  const { browser, links } = accepted;
  const { publicToken, exchangeHref } = await logInAtBank(
    world,
    browser,
    links.createPlaidLinkToken,
    username,
  );
  const exchanged = await browser.post(exchangeHref, { publicToken, ...platypus });
  if (exchanged.statusCode !== 200) throw new Error(`The exchange was refused: ${exchanged.body}`);
  const { href } = exchanged.json() as { href: string };
  return {
    ...accepted,
    publicToken,
    exchangeHref,
    verificationHref: href,
    verification: await verified(browser, href),
  };
}
