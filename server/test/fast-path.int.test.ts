// The fast path from its one-click offer to a funded loan, and the ways off it.
import { describe, expect, it } from 'vitest';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { getFastPathOffer } from '#contract/fast-path.ts';
import { logInAtBank, platypus } from './bank.ts';
import { decidedAs } from './journeys.ts';
import { atSigningPage, emailedLink, finished, sendDocuments } from './receive-funds.ts';
import { applicationOf, type Browser, eventually, openWorld } from './world.ts';

const world = openWorld();

const fromPartner = { additional_information: { sub_id: 'hl-web' } };

async function offered(changes: Record<string, unknown> = {}) {
  const decided = await decidedAs(world, 6, changes);
  expect(decided.journey.defaultScreen).toBe('fast-path-options');
  const href = decided.journey.links.fastPathOffer as string;
  return {
    ...decided,
    href,
    offer: (await decided.browser.get(href)).json() as ResponseOf<typeof getFastPathOffer>,
  };
}

async function approvedAs(changes: Record<string, unknown> = {}) {
  const decided = await offered(changes);
  const { browser, offer } = decided;
  const { href } = (
    await browser.post(offer.submitApplication.href, {
      acceptHardPull: true,
      ...(changes === fromPartner && { acceptLegal: true }),
    })
  ).json();
  await eventually(async () =>
    (await browser.get(href)).json().status === 'FAST_PATH_APPROVED' ? true : undefined,
  );
  return { ...decided, journey: await browser.journey() };
}

async function depositByBank(browser: Browser): Promise<void> {
  const { links } = await browser.journey();
  const { publicToken, exchangeHref } = await logInAtBank(world, browser, links.linkToken as string);
  const { accountsHref } = (await browser.post(exchangeHref, { publicToken, ...platypus })).json();
  const accounts = (await browser.get(accountsHref)).json() as {
    accountId: string;
    selectedDeposit: boolean;
  }[];
  const account = accounts.find(({ selectedDeposit }) => selectedDeposit);
  await browser.post(accountsHref, { accountId: account?.accountId, accountPurpose: 'deposit' });
}

async function depositByHand(browser: Browser): Promise<void> {
  const { links } = await browser.journey();
  await browser.post(links.directEntry as string, {
    institutionName: 'First Bank',
    accountSubtype: 'checking',
    routingNumber: '021000021',
    accountNumber: '000123456789',
    accountPurpose: 'deposit',
  });
}

describe('the fast path', () => {
  it.each([
    ['its own applicant, by a bank login', {}, depositByBank],
    ['a partner’s applicant, by hand', fromPartner, depositByHand],
  ])('leads %s to a funded loan on one hard pull', async (_, changes, chooseAccount) => {
    const { browser, sent, offer, journey } = await approvedAs(changes);
    expect(journey).toMatchObject({
      defaultScreen: 'fast-path-select-payment',
      stageMarker: 'fastPathDepositFunds',
    });
    await chooseAccount(browser);
    expect(await browser.journey()).toMatchObject({
      defaultScreen: 'fast-path-confirm-email',
      choices: { depositAccount: { accountType: 'checking' } },
    });
    await sendDocuments(browser, sent.email as string);
    const thanked = await browser.journey();
    expect(thanked).toMatchObject({ defaultScreen: 'fast-path-thank-you', stageMarker: 'fastPathEnd' });

    const token = new URL(await emailedLink(world, sent.email as string)).searchParams.get('token');
    const { docusignUrl } = (
      await browser.get('/api/v1/receive-funds/docusign-resume/', { authorization: `Bearer ${token}` })
    ).json();
    await atSigningPage(docusignUrl, 'sign');
    const signature = thanked.links.signature as string;
    const { job } = (await browser.put(signature, { event: 'signing_complete' })).json();
    expect(await finished(browser, job.href)).toBe('SUCCESS');
    expect((await browser.journey()).defaultScreen).toBe('docusign-success');
    const { amount } = await eventually(() =>
      world.product.services.db
        .selectFrom('disbursement')
        .select('amount')
        .where('application_id', '=', applicationOf(signature))
        .executeTakeFirst(),
    );
    expect(amount).toBe(offer.loanAmount);
    const pulls = await world.console<{ kind: string }[]>(`pulls?ssn=${String(sent.ssn)}`);
    expect(pulls.map(({ kind }) => kind).sort()).toEqual(['hard', 'soft']);
  });

  it('proposes the requested amount, or the usual one', async () => {
    expect((await offered({ loanAmount: 8_000 })).offer.loanAmount).toBe(800_000);
    const { usualAmount } = world.product.services.lender.advertised;
    expect((await offered()).offer.loanAmount).toBe(usualAmount);
  });

  it('of the accepted offer has its amount as prequalified, and none of the choices before', async () => {
    const { journey, offer } = await approvedAs();
    expect(journey.prequalifiedAmount).toBe(offer.loanAmount);
    expect(journey.choices).not.toHaveProperty('loanAmount');
    expect(journey.choices).not.toHaveProperty('selectedTerm');
    expect(journey.links).not.toHaveProperty('adverseAction');
    expect(journey.loan?.amount).toBe(offer.loanAmount);
  });

  it('lets the bank be removed between its approval and the signature', async () => {
    const { browser } = await approvedAs();
    await depositByBank(browser);
    const { allowed, links, choices } = await browser.journey();
    expect(allowed).toContain('verification-manage');
    const bank = (await browser.get(links.linkedBank as string)).json();
    expect(bank).toMatchObject({ isNeeded: false, replace: { href: expect.any(String) } });
    expect((await browser.call('DELETE', bank.remove.href)).statusCode).toBe(200);
    const after = await browser.journey();
    expect(after.defaultScreen).toBe('fast-path-confirm-email');
    expect(after.choices).toMatchObject({ depositAccount: { mask: choices.depositAccount?.mask } });
    expect(after.choices.linkedBank).toBeUndefined();
  });

  it('waits while the lender’s system is offline, and makes no hard inquiry', async () => {
    const { browser, sent, href, offer } = await offered();
    await fetch(`${world.sandboxUrl}/console/api/core`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ online: false }),
    });
    expect((await browser.get(href)).json()).toMatchObject({ isOffline: true });
    const refused = await browser.post(offer.submitApplication.href, { acceptHardPull: true });
    expect(refused.statusCode).toBe(503);
    expect(refused.json().errors[0]).toMatchObject({ code: 'offline' });
    await fetch(`${world.sandboxUrl}/console/api/core`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ online: true }),
    });
    expect((await browser.get(href)).json()).toMatchObject({ isOffline: false });
    const pulls = await world.console<{ kind: string }[]>(`pulls?ssn=${String(sent.ssn)}`);
    expect(pulls.map(({ kind }) => kind)).toEqual(['soft']);
  });

  it('left for other options stays at the offers from then on, however often it is left', async () => {
    const { browser, href, offer } = await offered();
    const answers = await Promise.all([1, 2].map(() => browser.post(offer.otherOptions.href, {})));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const journey = await browser.journey();
    expect(journey).toMatchObject({ defaultScreen: 'offers', stageMarker: 'loanRequest' });
    expect(journey.links.fastPathOffer).toBeUndefined();
    expect((await browser.get(href)).statusCode).toBe(409);
    expect((await browser.post(offer.submitApplication.href, { acceptHardPull: true })).statusCode).toBe(409);
  });

  it('is not offered where the credit file does not support the stated income', async () => {
    const { journey } = await decidedAs(world, 6, {
      income: { mainIncome: 999_999, additionalIncome: null },
    });
    expect(journey.defaultScreen).toBe('offers');
  });
});
