// What is done on a page that the server rendered counts before the page's scripts run, however slow they are, and keeps its place.
import { describe, expect } from 'vitest';
import { pathOf, type ScreenName, screenNames, screens } from '#contract/screens.ts';
import { person } from './applicant.ts';
import { linkBank } from './bank.ts';
import { withTerms } from './by-calls.ts';
import { scheduledTestMs } from './limits.ts';
import * as loan from './loan.ts';
import { changePage, kindsTogether } from './page-scripts.ts';
import { it } from './test.ts';
import { changedVisit, type Visit } from './visit.ts';

const controls = ':is(main, dialog[open]) :is(input, select, textarea):visible:enabled';

/** An agreement to another day than the chosen one must be given again. */
const renewed = 'checkbox acceptAuthorization';

/** Acts on a page whose scripts are still loading. They run on a slow processor. */
async function beforeScripts(visit: Visit, load: () => Promise<unknown>, act: () => Promise<void>) {
  const { page, context } = visit;
  const scripts = /\.js(\?|$)/;
  const release = await visit.hold(scripts);
  await load();
  await act();
  const processor = await context.newCDPSession(page);
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  release();
  return async () => {
    await processor.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.unroute(scripts);
  };
}

/** Answers while scripts load, and compares after. A changed page is rendered again by React. */
async function keepsEarlyAnswers(
  visit: Visit,
  load: () => Promise<unknown>,
  kinds: readonly string[] = [],
): Promise<number> {
  const { page } = visit;
  const isChanged = kinds.length > 0;
  let count = 0;
  let before: Awaited<ReturnType<typeof stateOf>> = [];
  const stateOf = async () =>
    (await answersOf(visit)).map(({ box, ...answer }) => (isChanged ? answer : { ...answer, box }));
  const done = await beforeScripts(visit, load, async () => {
    // Some pages are rendered by their scripts.
    const isRendered = (await page.locator('#root[data-rendered]').count()) > 0;
    count = isRendered ? await page.locator(controls).count() : 0;
    await changePage(page, kinds);
    for (let index = 0; index < count; index += 1) await answer(visit, index);
    // Where the next key goes.
    const texts = page.locator('main :is([type=text], [type=tel], [type=email])');
    if (isChanged && (await texts.count()) > 0) await texts.first().press('Home');
    before = (await stateOf()).filter(({ control }) => control !== renewed);
  });
  if (count > 0 || isChanged) {
    const isHydrated = () => page.evaluate(() => document.documentElement.dataset.hydrated === 'all');
    for (let times = 0; isChanged && times < 9 && !(await isHydrated()); times += 1)
      await changePage(page, kinds);
    await visit.hydrated();
    // Controls may be added meanwhile. Where a changed page replaced a vendor's frame, Playwright never sees an idle network.
    await page.waitForLoadState('networkidle', { timeout: 20_000 }).catch(() => {});
    expect(await stateOf(), `early answers on ${page.url()} with ${kinds}`).toEqual(
      expect.arrayContaining(before),
    );
  }
  const signOut = page.locator('header button');
  if (isChanged && (await signOut.isVisible())) {
    await changePage(page, kinds);
    await signOut.click();
    await page.locator('dialog[open]').waitFor();
  }
  await done();
  return count;
}

async function answer({ page }: Visit, index: number): Promise<void> {
  const control = page.locator(controls).nth(index);
  const { tag, isStates, type, mode } = await control.evaluate((element) => ({
    tag: element.tagName,
    // One where loans are made, or a dialog opens.
    isStates: element.querySelector('option[value=UT]') !== null,
    mode: (element as HTMLInputElement).inputMode,
    type: (element as HTMLInputElement).type,
  }));
  if (tag === 'SELECT') await control.selectOption(isStates ? 'UT' : { index: 2 });
  else if (type === 'checkbox') await control.setChecked(!(await control.isChecked()));
  else if (type === 'radio') await control.check();
  else if (type === 'range') await control.fill(await control.getAttribute('min').then((min) => min ?? '0'));
  else await control.fill(type === 'email' ? '5@example.com' : mode === 'decimal' ? '45000' : '5');
}

/** Answers without what a mask adds around the digits, and where and how large their controls are rendered. */
const answersOf = ({ page }: Visit) =>
  page.locator(controls).evaluateAll((all) =>
    (all as HTMLInputElement[]).map((control) => {
      const { id, name, type, value, checked } = control;
      const { left, width, height } = control.getBoundingClientRect();
      return {
        // React makes some ids, others where it renders the page again.
        control: `${type} ${(id || name || value).replace(/^_r_.*?_/i, '')}`,
        caret: control === document.activeElement && control.selectionStart,
        answer: type === 'checkbox' || type === 'radio' ? checked : value.replace(/^0|[^\w.@]/g, ''),
        box: [left, width, height].map(Math.round),
      };
    }),
  );

/** What a phone and its network do to a tab: the step is the same after. */
async function survives(visit: Visit, screen: ScreenName): Promise<void> {
  const { page, product } = visit;
  const address = page.url();
  // Back from another site, as from a bank's page, and restored by the browser as the page was.
  await page.goto(`${product.sandboxUrl}/console`);
  await page.goBack();
  await visit.arrive(screen);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  // Discarded and restored, its storage cleared meanwhile.
  await page.evaluate(() => {
    // An app's own browser has none.
    sessionStorage?.clear();
    localStorage?.clear();
  });
  await page.goto('about:blank');
  await page.goto(address);
  await visit.arrive(screen);
  // Its scripts fail halfway: the page is there, and comes to life by the next press.
  await visit.reloadWithFailingScripts();
  const button = page.locator(':is(header, main) button').first();
  if (await button.isVisible()) await button.click();
  await visit.hydrated();
  await visit.arrive(screen);
}

/** As Safari does, and other browsers on request. */
async function withoutThirdPartyCookies({ page, context }: Visit): Promise<void> {
  const browser = await context.newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true });
}

const openToAll = screenNames
  .filter((name) => screens[name].access !== 'step' && !screens[name].path.includes(':'))
  .flatMap((name) =>
    name === 'landing'
      ? ['sp', 'ppc'].map((experience) => `${pathOf(name)}?experience=${experience}`)
      : [pathOf(name)],
  );
const ready = { waitUntil: 'domcontentloaded' } as const;

describe('what is answered before a page’s scripts have run is kept', () => {
  it('on every page that is open to all', { timeout: scheduledTestMs }, async ({ visit }) => {
    let answered = 0;
    for (const path of openToAll)
      answered += await keepsEarlyAnswers(visit, () => visit.page.goto(path, ready));
    expect(answered).toBeGreaterThan(30);
  });

  for (const [index, kinds] of kindsTogether.entries())
    it(`on every such page, with ${kinds.join(', ')}`, { tags: index === 1 ? [] : ['full'] }, async ({
      visitWith,
    }) => {
      const visit = await changedVisit(visitWith, kinds);
      for (const path of openToAll) {
        const html = await (await fetch(new URL(path, visit.product.url))).text();
        if (!/data-rendered.*<(?:input|select|textarea)/s.test(html)) continue;
        await keepsEarlyAnswers(visit, () => visit.page.goto(path, ready), kinds);
      }
      await visit.page.goto('about:blank');
    });

  it('and the step is the same after what a phone does to its tab', async ({ visitWith }) => {
    const visit = await changedVisit(visitWith);
    await withoutThirdPartyCookies(visit);
    await withTerms(visit, person(1));
    await survives(visit, 'bank-link');
    await linkBank(visit);
    await visit.arrive('verification-success');
  });

  it('and a whole text code is submitted', async ({ visit, product }) => {
    const applicant = await visit.submit(person(2));
    await visit.arrive('phone-check');
    const code = await product.textCode(applicant.phone);
    const load = () => visit.page.reload({ waitUntil: 'domcontentloaded' });
    const done = await beforeScripts(visit, load, () => visit.enterCode(code));
    await visit.arriveAtOffers();
    await done();
  });

  const keeps = async (visit: Visit, screen: ScreenName, isAnswered = true) => {
    await visit.arrive(screen);
    const load = () => visit.page.reload({ waitUntil: 'domcontentloaded' });
    if (isAnswered) expect(await keepsEarlyAnswers(visit, load), `controls on ${screen}`).toBeGreaterThan(0);
    for (const kinds of kindsTogether) await keepsEarlyAnswers(visit, load, kinds);
    await visit.page.reload();
    await visit.hydrated();
    await visit.arrive(screen);
    await survives(visit, screen);
  };

  it('on every step', { tags: ['full'], timeout: 2 * scheduledTestMs }, async ({ visitWith, product }) => {
    const visit = await changedVisit(visitWith);
    const { page } = visit;
    await withoutThirdPartyCookies(visit);
    const applicant = await visit.submit(person(2));
    await keeps(visit, 'phone-check');
    await visit.enterCode(await product.textCode(applicant.phone));
    await keeps(visit, 'offers');
    // The offers of this applicant have no switch and no filter on the page of all terms.
    for (const screen of ['amount', 'update-application-details', 'vehicle'] as const) {
      await page.goto(pathOf(screen));
      await keeps(visit, screen);
    }
    await page.goto(pathOf('offers'));
    await visit.arriveAtOffers();
    await visit.choose();
    const load = () => page.reload({ waitUntil: 'domcontentloaded' });
    expect(await keepsEarlyAnswers(visit, load)).toBe(1);
    await page.reload();
    await visit.acceptTerms();
    await keeps(visit, 'bank-link', false);
    await linkBank(visit);
    await keeps(visit, 'verification-success', false);
    await visit.press('Continue');
    await keeps(visit, 'approval-submit');
    await visit.accept();
    await keeps(visit, 'approval-payment', false);
    const choose = visit.button(/^(?:Choose|Continue with) this offer/).first();
    await choose.click();
    await keeps(visit, 'deposit');
    await visit.button('Confirm and continue').click();
    await keeps(visit, 'confirm-email');
    await loan.openConsent(visit);
    await visit.follow('Send my loan documents', 'thank-you');
    await keeps(visit, 'thank-you', false);
    await loan.readAndSignNow(visit, product, applicant);
    await visit.press('Continue');
    await keeps(visit, 'autopay');
    await visit.open(pathOf('status'));
    await keeps(visit, 'status', false);
  });

  it('on every step of the fast path', { tags: ['full'], timeout: 2 * scheduledTestMs }, async ({
    visitWith,
    product,
  }) => {
    const visit = await changedVisit(visitWith, ['an app’s own browser']);
    await visit.apply(person(6));
    await keeps(visit, 'fast-path-options');
    for (const box of await visit.page.getByRole('main').getByRole('checkbox').all()) await box.check();
    await visit.follow('Get approved', 'fast-path-select-payment');
    await keeps(visit, 'fast-path-select-payment');
    await visit.page.getByRole('radio', { name: /Enter account numbers/ }).check();
    await loan.typeAccount(visit, '000111222');
    await keeps(visit, 'fast-path-confirm-email');
    await visit.page.getByRole('link', { name: 'Enter the amounts' }).click();
    await keeps(visit, 'confirm-account');

    const other = await changedVisit(visitWith);
    const applicant = person(6);
    await loan.typeAccountOnFastPath(other, applicant, '000111444');
    await loan.sendDocuments(other, 'fast-path');
    await other.open(await loan.documentsLink(product, applicant));
    await other.button('Sign and finish').waitFor();
    await other.page.getByRole('checkbox').check();
    await other.follow('Sign and finish', 'docusign-success');
    await other.page.getByRole('link', { name: 'Use another account' }).click();
    await keeps(other, 'other-account');
  });
});
