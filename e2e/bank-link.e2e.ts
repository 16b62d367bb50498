// Linking a bank and verification: the main paths, the alternatives, and returning from a bank's own page.
import { describe, expect } from 'vitest';
import { exchangePublicToken } from '#contract/bank-link.ts';
import { pathOf } from '#contract/screens.ts';
import { type Applicant, person } from './applicant.ts';
import { chooseBank, linkBank, logIn, widget, widgetFrame } from './bank.ts';
import { withTerms } from './by-calls.ts';
import { clickToRemove, pressToRemove } from './frame-removal.ts';
import { eventually } from './product.ts';
import { it } from './test.ts';
import { desktop, type Visit } from './visit.ts';

const connect = 'Connect my bank';
const exchange = `**${exchangePublicToken.path.replace(':applicationId', '*')}`;

async function agreeAtBank(visit: Visit): Promise<void> {
  await (await chooseBank(visit, 'Platypus OAuth Bank')).getByRole('button', { name: 'Continue' }).click();
  await logIn(visit.page, 'user_good', 'pass_good');
  await visit.button('Agree').click();
}

/** The script doesn't load, then the widget is closed, then the bank refuses. */
async function failToConnect(visit: Visit): Promise<void> {
  const { page } = visit;
  visit.expectConsole(/ERR_FAILED.*link-initialize/);
  await page.route('**/link-initialize.js', (route) => route.abort());
  await visit.press(connect);
  await page.getByText("We couldn't open the connection.").waitFor();
  await page.unroute('**/link-initialize.js');

  await visit.button(connect).dblclick();
  await widget(visit).getByRole('button', { name: 'Continue' }).waitFor();
  expect(await widgetFrame(visit).count()).toBe(1);
  await pressToRemove(widgetFrame(visit), 'Escape');
  await page.getByText("You haven't connected a bank yet.").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(connect);
  await visit.mustBeAccessible();

  const frame = await chooseBank(visit, 'First Platypus Bank');
  await logIn(frame, 'user_good', 'error_ITEM_LOCKED');
  await frame.getByRole('alert').waitFor();
  await clickToRemove(widgetFrame(visit), 'Exit');
  await page.getByText("We couldn't connect your bank.").waitFor();
}

async function failToHandOver(visit: Visit): Promise<void> {
  visit.expectConsole(/500.*linked-bank/);
  await visit.page.route(exchange, (route) =>
    route.fulfill({ status: 500, json: { errors: [{ code: 'internal', message: 'A fault.' }] } }),
  );
  await linkBank(visit);
  await visit.arrive('verification-error');
  const sorry = "Sorry, we were not able to automatically verify your information. Let's chat.";
  expect(await visit.heading()).toBe(sorry);
  await visit.page.unroute(exchange);
  await visit.followLink('Try connecting again', 'bank-link');
}

/** The bank asks for a new login, and gets it. */
async function logInAgain(visit: Visit, { email }: Applicant): Promise<void> {
  const { page } = visit;
  await visit.product.resetLogin(email);
  const { links } = await (await page.request.get('/api/v1/journey')).json();
  await eventually('the bank’s problem', async () => {
    const { problem } = await (await page.request.get(links.linkedBank)).json();
    return problem;
  });
  await page.reload();
  await page.getByText('Your bank asks you to log in again').waitFor();
  await visit.mustBeAccessible();
  await visit.press('Log in to my bank');
  const again = widget(visit);
  await again.getByRole('button', { name: 'Continue' }).click();
  await logIn(again, 'user_good', 'pass_good');
  await clickToRemove(widgetFrame(visit), 'Finish');
  await page.getByText('Your bank is connected again.').waitFor();
  expect(await page.getByText('Your bank asks you to log in again').count()).toBe(0);
}

describe('linking a bank', () => {
  it('continues after every mishap, verifies the applicant, and can be undone', async ({ visitWith }) => {
    const visit = await visitWith({ viewport: desktop });
    const { page } = visit;
    const applicant = await withTerms(visit, person(1));
    await page.getByText('Prequalified for $5,000').waitFor();
    const reloaded = await page.request.get(page.url());
    const rendered = '<div id="root" data-rendered="';
    expect(await reloaded.text(), 'a reload is rendered by the server').toContain(rendered);

    await failToConnect(visit);
    await failToHandOver(visit);
    await linkBank(visit);
    await visit.arrive('verification-success');
    const checks = page.getByRole('list', { name: 'What is verified' }).getByRole('listitem');
    const verified = ['Income', 'Identity', 'Residence'].map((check) => new RegExp(`^${check}\\s+Verified$`));
    expect(await checks.allInnerTexts()).toEqual(verified.map((check) => expect.stringMatching(check)));

    await visit.openChoices();
    await page.getByRole('link', { name: 'Manage your bank account' }).click();
    await visit.arrive('verification-manage', { showing: 'First Platypus Bank' });
    const shared = page.getByRole('list', { name: 'What you share' });
    await shared.getByText(/^Everyday Checking ending\sin\s\d{4}$/).waitFor();

    await logInAgain(visit, applicant);
    await visit.press('Remove this bank');
    await visit.dialog().getByRole('button', { name: 'Keep it' }).click();
    await visit.press('Remove this bank');
    await visit.dialog().getByRole('button', { name: 'Remove', exact: true }).click();
    await visit.arrive('bank-link', { showing: visit.button(connect) });
  });

  it('inside another app, leaves for the vendor’s page', { tags: ['full'] }, async ({ visitWith }) => {
    const visit = await visitWith({
      userAgent:
        'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/512.0.0.0]',
    });
    const { page } = visit;
    await withTerms(visit, person(1));
    const choices = page.getByRole('heading', { name: 'Choose your bank' });
    await visit.press(connect);
    await page.waitForURL('**/plaid/hl/*');
    expect(await page.locator('iframe').count()).toBe(0);
    await page.getByRole('button', { name: 'Exit' }).click();
    await visit.arrive('bank-link', { showing: "You haven't connected a bank yet" });

    await visit.press(connect);
    await page.getByRole('button', { name: 'Continue' }).click();
    await choices.waitFor();
    await page.getByRole('button', { name: 'Platypus OAuth Bank' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await logIn(page, 'user_good', 'pass_good');
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await visit.follow('Agree', 'verification-success');
    expect(addresses.filter((address) => address.includes('public-sandbox'))).toEqual([]);
  });

  it('after the bank’s own page, shows which way was chosen', { tags: ['full'] }, async ({ visit, page }) => {
    await visit.open('/dev/screens/fast-path-select-payment/approved?oauth_state_id=1');
    await page.getByRole('radio', { name: /Log in to my bank/, checked: true }).waitFor();
  });

  it('names the failed check, finishes after a crash', { tags: ['full'] }, async ({ visit, page }) => {
    await withTerms(visit, person(1));
    await linkBank(visit, 'user_low_income');
    const unconfirmed = page
      .getByRole('list', { name: 'What your bank shows' })
      .getByRole('listitem')
      .filter({ hasText: 'Not confirmed yet' });
    await visit.arrive('verification-chat', { showing: unconfirmed.first() });
    expect(await unconfirmed.allInnerTexts()).toEqual([expect.stringContaining('Income')]);
    await visit.followLink('Connect another bank', 'bank-link');

    // The tab crashes on the return and is reloaded.
    let died = false;
    const isReturn = (url: URL) => url.pathname.endsWith('/plaid/link/session/start');
    await page.route(isReturn, async (route) => {
      if (!route.request().postData()?.includes('received_redirect_uri')) return route.continue();
      died = true;
      await route.abort();
    });
    visit.expectConsole(/ERR_FAILED.*session\/start/);
    await agreeAtBank(visit);
    await eventually('the return', async () => died);
    expect(visit.path).toBe(pathOf('bank-link'));
    await page.unroute(isReturn);
    await page.reload();
    await visit.arrive('verification-success');
  });
});
