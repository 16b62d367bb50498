// What is done on a page that the server rendered counts before the page's scripts run, however slow they are, and keeps its place.
import { describe, expect } from 'vitest';
import { pathOf, type ScreenName, screenNames, screens } from '#contract/screens.ts';
import { person } from './applicant.ts';
import { linkBank } from './bank.ts';
import { field } from './fields.ts';
import { scheduledTestMs } from './limits.ts';
import {
  documentsLink,
  openConsent,
  readAndSignNow,
  sendDocuments,
  typeAccount,
  typeAccountOnFastPath,
} from './loan.ts';
import { pageChanges } from './page-scripts.ts';
import { it } from './test.ts';
import type { Visit } from './visit.ts';

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
  change?: keyof typeof pageChanges,
): Promise<number> {
  const { page } = visit;
  let count = 0;
  let before: Awaited<ReturnType<typeof stateOf>> = [];
  const stateOf = async () =>
    (await answersOf(visit)).map(({ box, ...answer }) => (change ? answer : { ...answer, box }));
  const done = await beforeScripts(visit, load, async () => {
    // Some pages are rendered by their scripts.
    const isRendered = (await page.locator('#root[data-rendered]').count()) > 0;
    count = isRendered ? await page.locator(controls).count() : 0;
    const [selector, changed] = pageChanges[change ?? ''] ?? [];
    if (selector && changed) await page.locator(selector).evaluateAll(changed);
    for (let index = 0; index < count; index += 1) await answer(visit, index);
    // Where the next key goes.
    const texts = page.locator('main :is([type=text], [type=tel], [type=email])');
    if (change && (await texts.count()) > 0) await texts.first().press('Home');
    before = (await stateOf()).filter(({ control }) => control !== renewed);
  });
  if (count > 0) {
    await visit.hydrated();
    await page.waitForLoadState('networkidle');
    // Controls may be added meanwhile.
    expect(await stateOf(), `early answers on ${page.url()} with ${change ?? 'no change'}`).toEqual(
      expect.arrayContaining(before),
    );
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

  const keepsOnChanged = async (change: string, { visit }: { visit: Visit }) => {
    visit.allowConsole(/Minified React error #418/);
    for (const path of openToAll) {
      const html = await (await fetch(new URL(path, visit.product.url))).text();
      if (!/data-rendered.*<(?:input|select|textarea)/s.test(html)) continue;
      await keepsEarlyAnswers(visit, () => visit.page.goto(path, ready), change);
    }
  };
  const sample = ['texts in elements'];
  it.for(sample)('on every such page, with %s', keepsOnChanged);
  it.for(Object.keys(pageChanges).filter((change) => !sample.includes(change)))(
    'on every such page, with %s',
    { tags: ['full'] },
    keepsOnChanged,
  );

  it('and a whole text code is submitted', async ({ visit, product }) => {
    const applicant = await visit.submit(person(2));
    await visit.arrive('phone-check');
    const code = await product.textCode(applicant.phone);
    const load = () => visit.page.reload({ waitUntil: 'domcontentloaded' });
    const done = await beforeScripts(visit, load, () => visit.enterCode(code));
    await visit.arriveAtOffers();
    await done();
  });

  it('and a date typed or composed meanwhile is the same', { tags: ['full'] }, async ({ visit, page }) => {
    const keyboard = await visit.context.newCDPSession(page);
    const text = '4/12/1984';
    const compose = async (to: number) => {
      const [selectionStart, selectionEnd] = [to, to];
      const composed = { text: text.slice(0, to), selectionStart, selectionEnd };
      await keyboard.send('Input.imeSetComposition', composed);
    };
    for (const [way, from] of [
      ['type', 1],
      ['type', 4],
      ['type', 9],
      ['compose', 3],
      ['compose', 9],
    ] as const) {
      const date = field(visit, 'Date of birth');
      const load = () => page.goto(pathOf('landing'), { waitUntil: 'domcontentloaded' });
      const done = await beforeScripts(visit, load, async () => {
        await date.focus();
        if (way === 'compose') await compose(from);
        else await page.keyboard.type(text.slice(0, from));
      });
      if (way === 'type') await page.keyboard.type(text.slice(from), { delay: 100 });
      else for (let to = from + 1; to <= text.length; to += 1) await compose(to);
      await visit.hydrated();
      await date.blur();
      expect(await date.inputValue(), `${way} from ${from}`).toBe('04/12/1984');
      await done();
    }
  });

  const keeps = async (visit: Visit, screen: ScreenName) => {
    const load = () => visit.page.reload({ waitUntil: 'domcontentloaded' });
    expect(await keepsEarlyAnswers(visit, load), `controls on ${screen}`).toBeGreaterThan(0);
    await visit.page.reload();
    await visit.hydrated();
    await visit.arrive(screen);
  };

  it('on every step', { tags: ['full'], timeout: 2 * scheduledTestMs }, async ({ visit, page, product }) => {
    const applicant = await visit.submit(person(2));
    await visit.arrive('phone-check');
    await keeps(visit, 'phone-check');
    await visit.enterCode(await product.textCode(applicant.phone));
    await visit.arriveAtOffers();
    await keeps(visit, 'offers');
    for (const screen of ['amount', 'terms', 'update-application-details', 'vehicle'] as const) {
      await page.goto(pathOf(screen));
      await visit.arrive(screen);
      // The offers of this applicant have no switch and no filter there.
      if (screen !== 'terms') await keeps(visit, screen);
    }
    await page.goto(pathOf('offers'));
    await visit.arriveAtOffers();
    await visit.choose();
    const load = () => page.reload({ waitUntil: 'domcontentloaded' });
    expect(await keepsEarlyAnswers(visit, load)).toBe(1);
    await page.reload();
    await visit.acceptTerms();
    await linkBank(visit);
    await visit.arrive('verification-success');
    await visit.press('Continue');
    await visit.arrive('approval-submit');
    await keeps(visit, 'approval-submit');
    await visit.accept();
    await visit.arrive('approval-payment');
    const choose = visit.button(/^(?:Choose|Continue with) this offer/).first();
    await choose.click();
    await visit.arrive('deposit', { showing: visit.button('Confirm and continue') });
    await keeps(visit, 'deposit');
    await visit.button('Confirm and continue').click();
    await visit.arrive('confirm-email', { showing: visit.button('Send my loan documents') });
    await keeps(visit, 'confirm-email');
    await openConsent(visit);
    await visit.follow('Send my loan documents', 'thank-you');
    await readAndSignNow(visit, product, applicant);
    await visit.press('Continue');
    await visit.arrive('autopay', { showing: visit.button('Skip autopay') });
    await keeps(visit, 'autopay');
  });

  it('on every step of the fast path', { tags: ['full'], timeout: 2 * scheduledTestMs }, async ({
    visit,
    visitWith,
    product,
  }) => {
    await visit.apply(person(6));
    await visit.arrive('fast-path-options', { showing: visit.button('Get approved') });
    await keeps(visit, 'fast-path-options');
    for (const box of await visit.page.getByRole('main').getByRole('checkbox').all()) await box.check();
    await visit.follow('Get approved', 'fast-path-select-payment');
    await keeps(visit, 'fast-path-select-payment');
    await visit.page.getByRole('radio', { name: /Enter account numbers/ }).check();
    await typeAccount(visit, '000111222');
    await visit.arrive('fast-path-confirm-email', { showing: visit.button('Send my loan documents') });
    await keeps(visit, 'fast-path-confirm-email');
    await visit.page.getByRole('link', { name: 'Enter the amounts' }).click();
    await visit.arrive('confirm-account', { showing: visit.button('Confirm my account') });
    await keeps(visit, 'confirm-account');

    const other = await visitWith({});
    const applicant = person(6);
    await typeAccountOnFastPath(other, applicant, '000111444');
    await sendDocuments(other, 'fast-path');
    await other.open(await documentsLink(product, applicant));
    await other.button('Sign and finish').waitFor();
    await other.page.getByRole('checkbox').check();
    await other.follow('Sign and finish', 'docusign-success');
    await other.page.getByRole('link', { name: 'Use another account' }).click();
    await other.arrive('other-account', { showing: other.button('Confirm and continue') });
    await keeps(other, 'other-account');
  });
});
