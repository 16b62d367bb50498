// The fast path from its one-click offer to a funded loan, and the ways off it.
import { expect, it } from 'vitest';
import type { DepositAccount } from '#contract/deposit.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { getFastPathOffer } from '#contract/fast-path.ts';
import { logInAtBank, platypus } from './bank.ts';
import { decidedAs, oneClickAs } from './journeys.ts';
import { atSigningPage, emailedLink, finished, sendDocuments, typedAccount } from './receive-funds.ts';
import { rowsOf } from './rows.ts';
import { pullsOf } from './vendors.ts';
import { type Browser, eventually, openWorld } from './world.ts';

const world = openWorld();

const fromPartner = { additional_information: { sub_id: 'hl-web' } };

async function offered(changes: Record<string, unknown> = {}) {
  const decided = await decidedAs(world, 6, changes);
  expect(decided.journey.defaultScreen).toBe('fast-path-options');
  const offer: ResponseOf<typeof getFastPathOffer> = await decided.browser.read('fastPathOffer');
  return { ...decided, offer };
}

async function depositByBank(browser: Browser): Promise<void> {
  const { publicToken, exchangeHref } = await logInAtBank(world, browser, await browser.link('linkToken'));
  const { accountsHref } = (await browser.post(exchangeHref, { publicToken, ...platypus })).json();
  const accounts = (await browser.get(accountsHref)).json() as DepositAccount[];
  const account = accounts.find(({ selectedDeposit }) => selectedDeposit);
  await browser.post(accountsHref, { accountId: account?.accountId, accountPurpose: 'deposit' });
}

const depositByHand = async (browser: Browser): Promise<void> =>
  void (await browser.post(await browser.link('directEntry'), typedAccount('000123456789')));

it.each([
  ['its own applicant, by a bank login', {}, {}, depositByBank],
  ['a partner’s applicant, by hand', fromPartner, { acceptLegal: true }, depositByHand],
])(
  'leads %s to a funded loan of the offered amount on one hard pull',
  { tags: ['full'] },
  async (_, changes, agreed, chooseAccount) => {
    const { browser, id, sent, journey } = await oneClickAs(world, 6, changes, agreed);
    const expected = { defaultScreen: 'fast-path-select-payment', stageMarker: 'fastPathDepositFunds' };
    expect(journey).toMatchObject(expected);
    for (const name of ['loanAmount', 'selectedTerm']) expect(journey.choices).not.toHaveProperty(name);
    expect(journey.links.adverseAction).toBeUndefined();
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
    expect(await browser.screen()).toBe('docusign-success');
    const { amount } = await eventually(async () => (await rowsOf(world, 'disbursement', id))[0]);
    expect([journey.prequalifiedAmount, journey.loan?.amount]).toEqual([amount, amount]);
    expect(await pullsOf(world, sent.ssn)).toEqual(['hard', 'soft']);
  },
);

it('proposes the requested amount, or the usual one', async () => {
  const requested = (await offered({ loanAmount: 8_000 })).offer;
  expect(requested).toMatchObject({ loanAmount: 800_000, isAutoSecured: false });
  expect((await offered()).offer.loanAmount).toBe(world.services.lender.advertised.usualAmount);
  // The nearest, as the other options have it.
  expect((await offered({ loanAmount: 6_400 })).offer.loanAmount).toBe(650_000);
});

it('left for other options stays at the offers from then on, however often it is left', async () => {
  const { browser, offer } = await offered();
  const answers = await Promise.all([1, 2].map(() => browser.post(offer.otherOptions.href, {})));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const journey = await browser.journey();
  expect(journey).toMatchObject({ defaultScreen: 'offers', stageMarker: 'loanRequest' });
  expect(journey.links.fastPathOffer).toBeUndefined();
  const { href } = offer.submitApplication;
  expect((await browser.get(href)).statusCode).toBe(409);
  expect((await browser.post(href, { acceptHardPull: true })).statusCode).toBe(409);
});
