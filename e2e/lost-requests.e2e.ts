// Requests and files that do not arrive: what the page shows, and that nothing is lost or done twice.
import { expect } from 'vitest';
import { getAccounts } from '#contract/deposit.ts';
import { submitPrequalification } from '#contract/prequalification.ts';
import { pathOf } from '#contract/screens.ts';
import { serverUnavailable } from '#web/wording/server-return.ts';
import { stoppedCheckText } from '#web/wording/stopped-check.ts';
import { uiText } from '#web/wording/ui-text.ts';
import { person } from './applicant.ts';
import { widget } from './bank.ts';
import { withBank, withOffers, withTerms } from './by-calls.ts';
import { eventually } from './product.ts';
import { it } from './test.ts';

const { notSent } = uiText;
const form = `**${submitPrequalification.path}`;

it('a form that cannot be taken now is sent again', { tags: ['full'] }, async ({ visit }) => {
  visit.expectConsole(/503/);
  const json = { errors: [{ code: 'unavailable', message: 'Not now.' }] };
  const unavailable = { status: 503, headers: { 'retry-after': '1' }, json };
  await visit.page.route(form, (route) => route.fulfill(unavailable), { times: 2 });
  await visit.submit(person(2));
  await visit.page.getByText(serverUnavailable).waitFor();
  await visit.mustBeAccessible();
  await visit.arrive('phone-check');
  expect(await visit.page.getByText(serverUnavailable).count()).toBe(0);
});

it('a lost answer does not make a second application', async ({ visit, product }) => {
  const applicant = person(2);
  await visit.fill(applicant);
  visit.expectConsole(/ERR_CONNECTION_RESET/);
  await visit.page.route(
    form,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await visit.button('Check my offers').first().click();
  await visit.page.getByText(notSent).waitFor();
  const code = await product.textCode(applicant.phone);
  await visit.button('Check my offers').first().click();
  await visit.arrive('phone-check');
  await visit.enterCode(code);
  await visit.arriveAtOffers();
  expect(await product.texts(applicant.phone)).toHaveLength(1);
  expect(await product.pulls(applicant.ssn)).toHaveLength(1);
});

// Blocked as a whole; the script alone; and a script whose own call fails, which then keeps its failure.
for (const blocked of [/socure/, /socure\/sdk/, /session-window/])
  it(`a device check stopped at ${blocked} is explained before the form is sent, and tried again`, {
    tags: blocked.source === 'session-window' ? [] : ['full'],
  }, async ({ visit, page, product }) => {
    visit.expectConsole(/ERR_FAILED|ERR_BLOCKED/);
    await page.route(blocked, (route) => route.abort());
    const applicant = person(2);
    await visit.fill(applicant);
    await page.getByText(stoppedCheckText.title).waitFor();
    await visit.button(uiText.tryAgain).click();
    await page.getByText(stoppedCheckText.stoppedAgain).waitFor();
    await page.unroute(blocked);
    await visit.button(uiText.tryAgain).click();
    await page.getByText(stoppedCheckText.done).waitFor();
    await page.keyboard.press('Enter');
    await visit.arrive('phone-check');
    await visit.enterCode(await product.textCode(applicant.phone));
    await visit.arriveAtOffers();
  });

it('a device check without an answer holds back one press', { tags: ['full'] }, async ({ visit }) => {
  const release = await visit.hold(/socure\/sdk/);
  await visit.submit(person(2));
  await visit.page.getByText(stoppedCheckText.title).waitFor();
  await visit.button('Check my offers').first().click();
  await visit.arrive('phone-check');
  release();
});

it('a form without a captcha has one at the next press', { tags: ['full'] }, async ({ visit, product }) => {
  visit.expectConsole(/ERR_FAILED|ERR_BLOCKED|400/);
  const { page } = visit;
  await page.route(/recaptcha/, (route) => route.abort());
  await page.route(form, (route) =>
    route.request().postDataJSON().recaptcha === undefined
      ? route.fulfill({ status: 400, json: { errors: [{ code: 'captcha', message: 'Please resubmit.' }] } })
      : route.continue(),
  );
  const applicant = await visit.submit(person(2));
  await page.getByText('Please resubmit.').waitFor();
  await visit.mustBeAccessible();
  await page.unroute(/recaptcha/);
  await visit.button('Check my offers').first().click();
  await visit.arrive('phone-check');
  await product.textCode(applicant.phone);
});

it('a form in a browser that blocks cookies says so, and is sent once they are on', async ({ visit }) => {
  const browser = await visit.context.newCDPSession(visit.page);
  await visit.open(pathOf('landing'));
  await browser.send('Emulation.setDocumentCookieDisabled', { disabled: true });
  await visit.submit(person(2));
  await visit.page.getByText('Your browser blocks cookies').waitFor();
  await visit.mustBeAccessible();
  await browser.send('Emulation.setDocumentCookieDisabled', { disabled: false });
  await visit.press('Check my offers');
  await visit.arrive('phone-check');
});

it('a form without its files reloads, then names our phone', { tags: ['full'] }, async ({ visit }) => {
  const { page } = visit;
  await page.route('**/PrequalificationForm*.js', (route) => route.abort());
  visit.expectConsole(/ERR_FAILED/);
  visit.expectConsole(/PrequalificationForm/);
  let documents = 0;
  page.on('domcontentloaded', () => {
    documents += 1;
  });
  await visit.open(pathOf('landing'));
  const heading = page.getByRole('heading', { name: 'Something went wrong on this page' });
  await eventually('the page that says so', async () => {
    await page.mouse.move(100 + Math.random() * 50, 100).catch(() => {});
    return await heading.isVisible().catch(() => false);
  });
  expect(documents).toBe(2);
  await page.getByText('If it happens again, call us at').waitFor();
  await visit.mustBeAccessible();
  await page.unroute('**/PrequalificationForm*.js');
  await visit.button('Reload the page').click();
  await page.getByLabel('First name').waitFor();
  await visit.arrive('landing');
});

it('a form that was left while it was sent can be sent after Back', { tags: ['full'] }, async ({ visit }) => {
  const { page } = visit;
  visit.allowConsole(/ERR_FAILED/);
  await page.route('**/RoutedApp*.js', (route) => route.abort());
  const left = page.waitForRequest('**/verification');
  await page.route('**/verification', (route) => route.fulfill({ status: 204 }));
  await visit.submit(person(2));
  await left;
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await visit.arrive('landing');
  await page.locator('form:not([aria-busy=true])').waitFor();
});

it('the dialog of a withdrawal stays until the answer', { tags: ['full'] }, async ({ visit }) => {
  await withOffers(visit, person(2));
  await visit.openChoices();
  await visit.button('Withdraw my application').click();
  const answer = Promise.withResolvers<void>();
  await visit.page.route('**/withdrawal', async (route) => {
    await answer.promise;
    await route.abort('connectionreset');
  });
  visit.expectConsole(/ERR_CONNECTION_RESET/);
  const dialog = visit.dialog();
  await dialog.getByRole('button', { name: 'Withdraw my application' }).click();
  await dialog.getByText(uiText.wait).waitFor();
  for (const name of ['Keep my application', 'Close'])
    await dialog.getByRole('button', { name }).click({ force: true });
  await visit.page.keyboard.press('Escape');
  await visit.page.keyboard.press('Escape');
  await dialog.getByText(uiText.wait).waitFor();
  await visit.mustBeAccessible();
  answer.resolve();
  await dialog.getByText(notSent).waitFor();
  await dialog.getByRole('button', { name: 'Keep my application' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(visit.path).toBe(pathOf('offers'));
});

it('what is shown and ticked stays if it cannot be refreshed after a lost connection', async ({ visit }) => {
  const { page, context } = visit;
  visit.expectConsole(/ERR_CONNECTION_RESET/);
  await page.clock.install();
  await withOffers(visit, person(2));
  await visit.choose();
  const boxes = page.getByRole('main').getByRole('checkbox');
  for (const box of await boxes.all()) await box.check();
  const address = page.url();
  let lost = 0;
  await page.route('**/loan-request', (route) => {
    lost += 1;
    return route.abort('connectionreset');
  });
  await page.clock.fastForward(31_000);
  await context.setOffline(true);
  await context.setOffline(false);
  // Each of two attempts is repeated twice.
  await eventually('the last lost read', async () => {
    await page.clock.runFor(1000);
    return lost === 6;
  });
  await page.waitForLoadState('networkidle');
  expect(page.url()).toBe(address);
  for (const box of await boxes.all()) expect(await box.isChecked()).toBe(true);
});

it('a screen not loaded offline opens once online', { tags: ['full'] }, async ({ visit, page }) => {
  await withOffers(visit, person(1));
  await page.waitForLoadState('networkidle');
  visit.expectConsole(/ERR_INTERNET_DISCONNECTED/);
  visit.allowConsole(/Couldn't load preload assets/);
  await visit.context.setOffline(true);
  await page.getByRole('link', { name: 'My application' }).click();
  await page.getByRole('heading', { name: "You're offline" }).waitFor();
  await page.getByText("We couldn't load this page without a connection.").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await visit.press('Reload the page');
  await page.getByText(uiText.offline).waitFor();
  await visit.mustBeAccessible();
  await visit.context.setOffline(false);
  await visit.arrive('status', { showing: visit.button('Withdraw my application') });
});

it('a page that is offline while it loads its last files stays, and loads them', async ({ visit, page }) => {
  const [isRequested, isOffline] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // What Withdraw imports, and whether the server can be reached, fails too.
  visit.allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await page.route(
    /\/Withdraw-[^/]*\.js$/,
    async (route) => {
      isRequested.resolve();
      await isOffline.promise;
      await route.abort('internetdisconnected');
    },
    { times: 1 },
  );
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/Withdraw-'));
  await withOffers(visit, person(1));
  await isRequested.promise;
  await visit.context.setOffline(true);
  isOffline.resolve();
  await refused;
  await page.locator('summary', { hasText: 'Finish later, or other choices' }).click();
  await visit.button('Email me a link to finish later').waitFor();
  expect(await visit.heading()).toContain('prequalified');
  await visit.context.setOffline(false);
  await visit.button('Withdraw my application').waitFor();
});

it('the landing page touched offline lives once online', { tags: ['full'] }, async ({ visit }) => {
  const { page } = visit;
  visit.allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/', { waitUntil: 'networkidle' });
  await visit.context.setOffline(true);
  const lost = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/PrequalificationForm-'),
  );
  await page.getByLabel('First name').fill('Alex');
  await lost;
  await page.getByLabel('Last name').fill('Rivera');
  await visit.context.setOffline(false);
  await visit.hydrated();
  expect(await page.getByLabel('First name').inputValue()).toBe('Alex');
  expect(await page.getByLabel('Last name').inputValue()).toBe('Rivera');
});

it('the picture of what a loan costs loads again after a failure', { tags: ['full'] }, async ({ visit }) => {
  const { page } = visit;
  const file = /\/CostPicture-[^/]*\.js$/;
  await withOffers(visit, person(1));
  visit.expectConsole(/ERR_FAILED .*CostPicture/);
  await page.route(file, (route) => route.abort());
  await page.reload();
  // A page that misses a file reloads once by itself.
  await page.waitForFunction(() => history.state?.reloadedForFiles);
  await visit.arriveAtOffers();
  await visit.unfold('What does this cost me?');
  await page.getByText("We couldn't load this.").waitFor();
  await visit.mustBeAccessible();
  await page.unroute(file);
  await visit.button('Try again').click();
  await page.getByRole('heading', { name: 'Year by year' }).waitFor();
  await visit.mustBeAccessible();
  await visit.mustFit();
});

it('a part that was lost is loaded by the next press', { tags: ['full'] }, async ({ visit, page }) => {
  await withOffers(visit, person(2));
  const file = /\/TermsFilterDialog-[^/]*\.js$/;
  visit.allowConsole(/ERR_FAILED/);
  // Neither the file nor the question whether it is gone arrives, though the browser takes itself for online.
  await page.route(
    (url) => file.test(url.pathname) || url.pathname === pathOf('offers'),
    (route) => route.abort(),
  );
  const failed = page.waitForEvent('requestfailed', (request) => file.test(request.url()));
  await visit.button('Filter').click();
  await failed;
  await page.unrouteAll();
  await visit.button('Filter').click();
  await page.getByRole('dialog').waitFor();
});

it('a bank is connected once the browser is online again', { tags: ['full'] }, async ({ visit, page }) => {
  await withTerms(visit, person(1));
  await visit.hydrated();
  await page.waitForLoadState('networkidle');
  visit.allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await visit.context.setOffline(true);
  await visit.press('Connect my bank');
  await page.getByText(uiText.offline).waitFor();
  await visit.context.setOffline(false);
  await widget(visit).getByRole('button', { name: 'Continue' }).waitFor();
});

it('an account that is typed stays while the accounts are read again', async ({ visit, page }) => {
  await withBank(visit, person(1));
  await visit.accept();
  const go = page.getByRole('button', { name: /^Continue with this offer/ });
  await visit.arrive('approval-payment', { showing: go });
  visit.allowConsole(/ERR_(?:FAILED|INTERNET_DISCONNECTED)/);
  const accounts = `**${getAccounts.path.replace(/:\w+/, '*')}`;
  await page.route(accounts, (route) => route.abort());
  await go.click();
  const bank = page.getByLabel('Bank name', { exact: true });
  await visit.arrive('deposit', { showing: bank });
  await bank.fill('First Bank');
  await page.unroute(accounts);
  const read = page.waitForResponse(accounts);
  await visit.context.setOffline(true);
  await visit.context.setOffline(false);
  await (await read).finished();
  expect(await bank.inputValue()).toBe('First Bank');
  await visit.press('Try again');
  await bank.waitFor({ state: 'detached' });
});
