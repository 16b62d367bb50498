// What the applicant sees when a service does not respond, and that nothing is lost or done twice.
import { expect } from 'vitest';
import { pathOf } from '#contract/screens.ts';
import { emailedLinkText } from '#web/wording/session.ts';
import { uiText } from '#web/wording/ui-text.ts';
import { photo } from '../server/test/photo.ts';
import { person } from './applicant.ts';
import { withDecision, withOffers } from './by-calls.ts';
import { collectShifts } from './page-scripts.ts';
import { eventually } from './product.ts';
import { settled } from './screen-pictures.ts';
import { itAlone as it } from './test.ts';
import { phone } from './visit.ts';

it('a branch is shown without the map that fails', { tags: ['full'] }, async ({ visit, product }) => {
  visit.expectConsole(/503.*(?:branch\/map|addresses\/suggestions)/);
  await product.fault('google', { mode: 'error' });
  await visit.apply(person(10));
  await visit.arrive('declined', { showing: 'Salt Lake City' });
  await visit.page.getByRole('heading', { name: 'Salt Lake City' }).scrollIntoViewIfNeeded();
  await visit.page.getByRole('img', { name: /^Map with/ }).waitFor({ state: 'detached' });
  await product.fault('google', { mode: 'none' });
});

it('maintenance shows its end on the branch’s clock', { tags: ['full'] }, async ({ visitWith, product }) => {
  const applicant = person(2);
  const visit = await visitWith({ timezoneId: 'Asia/Tokyo' });
  const { page } = visit;
  const maintenance = async () => {
    for (const sentence of [
      'Unfortunately the system is offline for evening maintenance at this time.',
      'Please come back at 6:30am EST to continue online.',
      /We expect to be back \w+ at .* Mountain time/,
    ])
      await page.getByText(sentence).first().waitFor();
  };
  await product.core({ maintenance: true });
  await visit.submit(applicant);
  await visit.arrive('offline-error');
  expect(await visit.heading()).toBe('System is offline');
  await maintenance();
  await page.getByText('We saved your application, and nothing is lost.').waitFor();
  await visit.mustBeAccessible();
  // A device whose clock is a day behind calls another day today than the server that renders the page.
  await page.clock.setSystemTime(Date.now() - 86_400_000);
  await page.reload();
  await visit.hydrated();
  await visit.arrive('offline-error');
  await maintenance();
  await page.clock.setSystemTime(Date.now());
  const newcomer = await visitWith({});
  await newcomer.open('/get-a-loan');
  await newcomer.page.getByText('You can send the form now.').waitFor();

  await product.core({ maintenance: false });
  await product.advance(61);
  await eventually('the decision', async () => (await product.pulls(applicant.ssn)).length === 1);
  await visit.open(await product.emailedLink(applicant.email));
  await visit.arrive('phone-check', { showing: applicant.phone.slice(-4) });
  await visit.enterCode(await product.textCode(applicant.phone));
  await visit.arriveAtOffers();
});

it('the fast path waits for the lender’s system', { tags: ['full'] }, async ({ visit, product }) => {
  const applicant = await visit.apply(person(6));
  await visit.arrive('fast-path-options', { showing: visit.button('Get approved') });
  await product.core({ online: false });
  const shifts = await collectShifts(visit.context, product.url);
  await visit.page.reload();
  await visit.arrive('fast-path-options', { showing: 'System is offline' });
  await settled(visit.page);
  const shown = [visit.page.getByText('System is offline'), visit.page.getByRole('article')];
  const [notice, offer] = await Promise.all(shown.map((one) => one.boundingBox()));
  expect(notice?.y, 'the notice comes before what cannot be had').toBeLessThan(offer?.y ?? 0);
  const shift = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(shift, 'how much moved until the page came alive').toBeLessThan(0.05);
  for (const box of await visit.page.getByRole('main').getByRole('checkbox').all()) await box.check();
  expect(await visit.button('Get approved').getAttribute('aria-disabled')).toBe('true');
  await product.core({ online: true });
  await visit.button('Try again').click();
  await visit.page.getByRole('heading', { name: 'System is offline' }).waitFor({ state: 'detached' });
  expect((await product.pulls(applicant.ssn)).map(({ kind }) => kind)).toEqual(['soft']);
  await visit.follow('Get approved', 'fast-path-select-payment');
});

it('the error page stays still while it learns where to continue', async ({ visit, product }) => {
  await withOffers(visit, person(1));
  const shifts = await collectShifts(visit.context, product.url);
  await visit.open(pathOf('error'));
  await visit.arrive('error', { showing: visit.page.getByRole('link', { name: 'Continue my application' }) });
  await settled(visit.page);
  expect(shifts.reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.02);
});

it('without its service the address is typed by hand', { tags: ['full'] }, async ({ visit, product }) => {
  await product.fault('google', { mode: 'error' });
  visit.expectConsole(/addresses/);
  await visit.openForm();
  const address = visit.page.getByLabel('Home address', { exact: true });
  const asked = visit.page.waitForResponse((answer) => answer.url().includes('addresses'));
  await address.focus();
  await visit.page.keyboard.type('350 S Main St');
  await asked;
  await visit.page.keyboard.press('Tab');
  expect(await address.inputValue()).toBe('350 S Main St');
  expect(await visit.page.getByRole('alert').count()).toBe(0);
  await product.fault('google', { mode: 'none' });
});

it('an idle tab beside one in use does not end', { tags: ['full'] }, async ({ visit, page }) => {
  await page.clock.install();
  await withOffers(visit, person(2));
  const other = await visit.anotherTab();
  await page.clock.fastForward(10 * 60_000);
  await other.open(pathOf('offers'));
  await other.arriveAtOffers();
  await other.hydrated();
  await page.clock.fastForward(4 * 60_000);
  expect(await visit.dialog().count()).toBe(0);
  await page.clock.fastForward(2 * 60_000);
  expect(visit.path).toBe(pathOf('offers'));
  await page.clock.fastForward(7.5 * 60_000);
  await visit.dialog().getByText('Are you still there?').waitFor();
  await page.clock.fastForward(2 * 60_000);
  await visit.arrive('session-ended', { showing: sessionEnded });
});

it('a device whose clock is an hour ahead keeps its session', { tags: ['full'] }, async ({ visit, page }) => {
  await page.clock.setSystemTime(Date.now() + 3_600_000);
  await withOffers(visit, person(2));
  await page.reload();
  await visit.arriveAtOffers();
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'all');
  expect(await visit.dialog().count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe(pathOf('offers'));
});

it('an upload keeps the session of an idle tab', { tags: ['full'] }, async ({ visit, page }) => {
  await page.clock.install();
  await withDecision(visit, person(13), 'verification-needed');
  await visit.open(pathOf('verification-documents'));
  await visit.arrive('verification-documents', { showing: visit.button('Send to my branch') });
  await visit.hydrated();
  await page.clock.fastForward(12 * 60_000);
  const file = { name: 'bill.jpg', mimeType: 'image/jpeg', buffer: photo({ orientation: 6, note: 'GPS' }) };
  await page.locator('input[type=file]:not([capture])').first().setInputFiles([file]);
  await visit.button('Remove bill.jpg').waitFor();
  await page.getByText(/^Added, 1 KB$/).waitFor();
  const extended = page.waitForResponse('**/api/v1/session');
  await page.clock.fastForward(90_000);
  await extended;
  await page.clock.fastForward(10 * 60_000);
  expect(await visit.dialog().count()).toBe(0);
  expect(visit.path).toBe(pathOf('verification-documents'));
});

it('a session at its longest is extended no more', { tags: ['full'] }, async ({ visit, page }) => {
  await page.clock.install();
  await withOffers(visit, person(2));
  let extensions = 0;
  await page.route('**/api/v1/session', (route) => {
    extensions += 1;
    return route.fulfill({ json: { sessionEndsIn: 90 } });
  });
  await page.clock.fastForward(12 * 60_000);
  await page.keyboard.press('Shift');
  await page.clock.fastForward(90_000);
  await eventually('the request to extend it', async () => extensions > 0);
  await page.clock.fastForward(90_000);
  await visit.arrive('session-ended', { showing: sessionEnded });
  expect(extensions).toBe(1);
});

it('a hiccup while an active session is extended shows the warning, ends nothing', async ({ visit }) => {
  const { page } = visit;
  await page.clock.install();
  await withOffers(visit, person(2));
  visit.expectConsole(/502/);
  await page.route('**/api/v1/session', (route) => route.fulfill({ status: 502 }), { times: 2 });
  await page.clock.fastForward(12 * 60_000);
  await page.keyboard.press('Shift');
  await page.clock.fastForward(90_000);
  const dialog = visit.dialog();
  await dialog.getByText('Are you still there?').waitFor();
  expect(await dialog.getByRole('alert').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await dialog.getByRole('alert').getByText(uiText.notSent).waitFor();
  await visit.mustBeAccessible();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(visit.path).toBe(pathOf('offers'));
});

const sessionEnded = 'Your session has ended';
const linkButton = 'Email me a link to my application';

it('a press after the session ended is explained; a code leads back', async ({ visit, page, product }) => {
  visit.expectConsole(/401.*accepted-terms/);
  const applicant = await withOffers(visit, person(2));
  await visit.choose();
  await product.advance(16 * 60);
  await visit.accept();
  await visit.arrive('session-ended', { showing: sessionEnded });
  await page.evaluate(() => window.scrollTo(0, 900));
  await page.reload();
  await visit.arrive('session-ended', { showing: sessionEnded });
  const heading = page.getByRole('heading', { level: 1, name: sessionEnded });
  await eventually('the heading in view', async () => {
    const { y = -1, height = 0 } = (await heading.boundingBox()) ?? {};
    return y > 0 && y + height < phone.height;
  });
  await visit.press(linkButton);
  const sent = page.getByText('a link is on its way to the email address on it');
  await sent.waitFor();
  expect(await page.getByText('We can email you a link').count()).toBe(0);
  const hasFocus = (element: Element) =>
    document.activeElement?.contains(element) && document.activeElement !== document.body;
  await expect.poll(() => sent.evaluate(hasFocus)).toBe(true);
  await product.emailedLink(applicant.email);

  const earlier = (await product.texts(applicant.phone)).length;
  await visit.press('Text me a code');
  await visit.arrive('phone-check');
  expect(await page.locator('main').innerText()).not.toContain(applicant.answers.Phone);
  await eventually('the code', async () => (await product.texts(applicant.phone)).length > earlier);
  await visit.enterCode(await product.textCode(applicant.phone));
  await visit.arriveAtOffers();
});

it('a forgotten session asks for the email address', { tags: ['full'] }, async ({ visit, page }) => {
  visit.expectConsole(/401.*accepted-terms/);
  visit.expectConsole(/401.*resume-link/);
  const applicant = await visit.getOffers(person(2));
  await visit.choose();
  await visit.context.clearCookies();
  await visit.accept();
  await visit.arrive('session-ended', { showing: sessionEnded });
  const [begun, loaded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/LinkByEmail-*.js', async (route) => {
    begun.resolve();
    await loaded.promise;
    await route.continue();
  });
  await visit.press(linkButton);
  await begun.promise;
  // The button stays until the form is there.
  await page.getByRole('status').getByText(emailedLinkText.sending).waitFor();
  loaded.resolve();
  await page.getByLabel('Email on your application').fill(applicant.email);
  await visit.mustBeAccessible();
  await visit.press(linkButton);
  await page.getByText('a link is on its way to the email address on it').waitFor();
  await visit.followLink('Start a new one', 'landing');
  expect(await page.getByLabel('First name').inputValue()).toBe('');
});

it('a failing fraud check promises an email', { tags: ['full'] }, async ({ visit, product }) => {
  // The browser's own script of the same vendor still loads.
  await product.fault('socure', { mode: 'refused', path: '/api/evaluation' });
  const applicant = await visit.apply(person(2));
  await visit.arrive('capture-only', { showing: "We'll email you when we have an answer" });
  await product.fault('socure', { mode: 'none' });
  await product.advance(31);
  const { text } = await product.mail(applicant.email, /offers are ready/);
  await visit.open(/http\S*\/resume\?token=\S+/.exec(text)?.[0] ?? '');
  await visit.arriveAtOffers();
  expect(await product.pulls(applicant.ssn)).toHaveLength(1);
});
