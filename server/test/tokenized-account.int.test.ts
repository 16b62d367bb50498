// A bank whose account numbers the applicant can revoke there, and our requests to Plaid.
import { beforeAll, expect, it } from 'vitest';
import type { Autopay } from '#contract/autopay.ts';
import type { DepositAccount } from '#contract/deposit.ts';
import { findValidation } from '#server/records/account-validations.ts';
import { accessTokenAt, logInAtBank, vendorsOwn, verified } from './bank.ts';
import { BankWebhooks, deliver, type Message } from './bank-webhooks.ts';
import { acceptedAs } from './journeys.ts';
import { acceptHardPull, emailedLink, sendDocuments, signHere } from './receive-funds.ts';
import { rowsOf } from './rows.ts';
import { eventually, openWorld, readUntil, sendJson } from './world.ts';

const webhooks = BankWebhooks.open();
const world = openWorld();
beforeAll(() => {
  const create = world.services.vendors.bankData.createLinkToken;
  world.services.vendors.bankData.createLinkToken = (request, signal) =>
    create({ ...request, webhookUrl: `${webhooks.url}/webhooks/plaid` }, signal);
});

const tokens = { institutionId: 'ins_127287', institutionName: 'Platypus OAuth Bank' };

async function chosenAs() {
  const { browser, links, sent, id } = await acceptedAs(world);
  const linkToken = links.createPlaidLinkToken;
  const login = await logInAtBank(world, browser, linkToken, 'user_good', tokens.institutionId);
  const bank = { publicToken: login.publicToken, ...tokens };
  const { href } = (await browser.post(login.exchangeHref, bank)).json();
  await verified(browser, href);
  expect(await acceptHardPull(browser)).toBe('SUCCESS');
  const { selectOffer, acceptedOffer } = await browser.read('approval');
  const chosen = (await browser.post(selectOffer.href, { term: acceptedOffer.months })).json();
  const accounts = (await browser.get(chosen.accountsHref)).json() as DepositAccount[];
  const accountId = accounts[0]?.accountId;
  await browser.post(chosen.accountsHref, { accountId, accountPurpose: 'deposit' });
  return { browser, email: sent.email as string, id, accounts, accountId, exchangeHref: login.exchangeHref };
}
type Chosen = Awaited<ReturnType<typeof chosenAs>>;

/** The applicant ends access to the checking account at the bank, and Plaid notifies us, twice. */
async function revoke(email: string): Promise<Message> {
  const [bank] = await world.console<{ id: string }[]>(`banks?email=${encodeURIComponent(email)}`);
  await sendJson(`${world.sandboxUrl}/console/api/banks/${bank?.id}/revoke-account`, { mask: '0000' });
  const message = await webhooks.received('USER_ACCOUNT_REVOKED', bank?.id);
  for (let i = 0; i < 2; i += 1)
    expect((await deliver(world, message.body, message.signature)).statusCode).toBe(200);
  return message;
}

async function endAccess(exchangeHref: string): Promise<void> {
  const access_token = await accessTokenAt(world, exchangeHref);
  await vendorsOwn(world, 'item/fire_webhook', { access_token, webhook_code: 'USER_PERMISSION_REVOKED' });
  const { body, signature } = await webhooks.received('USER_PERMISSION_REVOKED');
  await deliver(world, body, signature);
}

it('stops debits and notifies the core system once its number is revoked', { tags: ['full'] }, async () => {
  const { browser, email, accounts, accountId } = await chosenAs();
  // Only what receives a loan is shared at all.
  expect(accounts.map(({ accountSubtype, mask }) => [accountSubtype, mask])).toEqual([
    ['checking', '0000'],
    ['savings', '1111'],
  ]);
  expect((await browser.journey()).choices.depositAccount?.mask).toBe('0000');

  await sendDocuments(browser, email);
  await emailedLink(world, email);
  const id = await signHere(browser);
  const loan = await eventually(async () => (await rowsOf(world, 'disbursement', id))[0]);
  const autopayHref = await browser.link('autopay');
  const offered = (await browser.get(autopayHref)).json() as Autopay;
  const authorized = await browser.put(autopayHref, {
    choice: 'authorize',
    accountId,
    ...{ daysBeforeDue: 0, firstDebit: offered.days[0]?.firstDebit },
    acceptAuthorization: true,
  });
  expect([authorized.statusCode, offered.accounts[0]?.mask]).toEqual([200, '0000']);
  const sentToCore = async (kind: string) =>
    (await world.console<{ id: string; updates: { kind: string }[] }[]>('loans'))
      .find((one) => one.id === loan.loan_id)
      ?.updates.some((one) => one.kind === kind);
  await eventually(() => sentToCore('autopay-set'));

  expect((await revoke(email)).payload.account_id).toBe(accountId);
  await eventually(() => sentToCore('autopay-ended'));
  expect(((await browser.get(autopayHref)).json() as Autopay).status).toBe('CANCELED');
  await world.mailAbout(email, /autopay is off/);
  // The money was sent already; if the bank returns it, its file reports that.
  expect((await findValidation(world.db, id))?.status).toBe('VALID');
});

it.each([
  ['its number is revoked', (one: Chosen) => revoke(one.email)],
  ['access to the whole bank ends', (one: Chosen) => endAccess(one.exchangeHref)],
])('requires another account if %s before the loan is paid', async (_, end) => {
  const one = await chosenAs();
  const { id } = one;
  await end(one);
  const refused = await readUntil(
    () => findValidation(world.db, id),
    (validation) => validation?.status === 'INVALID',
  );
  expect(refused?.reason).toBe('revoked');
});
