// What is done on a page that the server drew counts before the page's scripts run, however slow they are.
import { describe, expect } from 'vitest';
import { pathOf, type ScreenName, screenNames, screens } from '#contract/screens.ts';
import { person } from './applicant.ts';
import { scheduledTestMs, scheduledWaitMs } from './limits.ts';
import { it } from './test.ts';
import type { Visit } from './visit.ts';

const controls = ':is(main, dialog[open]) :is(input, select, textarea):visible:enabled';

/** Answers every control of a page whose scripts are still loading, and compares once they have run on a slow processor. */
async function keepsEarlyAnswers(visit: Visit, load: () => Promise<unknown>): Promise<number> {
  const { page, context } = visit;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const scripts = /\.js(\?|$)/;
  await page.route(scripts, async (route) => {
    await held;
    await route.continue();
  });
  await load();
  // Some pages are drawn by their scripts.
  const isDrawn = (await page.locator('#root[data-drawn]').count()) > 0;
  const count = isDrawn ? await page.locator(controls).count() : 0;
  for (let index = 0; index < count; index += 1) await answer(visit, index);
  const before = await answersOf(visit);
  const processor = await context.newCDPSession(page);
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  release();
  if (count > 0) {
    const isHydrated = () => document.documentElement.dataset.hydrated === 'all';
    await page.waitForFunction(isHydrated, undefined, { timeout: scheduledWaitMs }).catch((cause) => {
      throw new Error(`${page.url()} was not hydrated.`, { cause });
    });
    await page.waitForLoadState('networkidle');
    // Controls may be added meanwhile.
    expect(await answersOf(visit), `early answers on ${page.url()}`).toEqual(expect.arrayContaining(before));
  }
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.unroute(scripts);
  return count;
}

async function answer({ page }: Visit, index: number): Promise<void> {
  const control = page.locator(controls).nth(index);
  const { tag, type } = await control.evaluate((element) => ({
    tag: element.tagName,
    type: (element as HTMLInputElement).type,
  }));
  if (tag === 'SELECT') await control.selectOption({ index: 2 });
  else if (type === 'checkbox') await control.setChecked(!(await control.isChecked()));
  else if (type === 'radio') await control.check();
  else if (type === 'range') await control.fill(await control.getAttribute('min').then((min) => min ?? '0'));
  else await control.fill(type === 'email' ? '5@example.com' : '5');
}

/** Without what a mask adds around the digits. */
const answersOf = ({ page }: Visit) =>
  page.locator(controls).evaluateAll((all) =>
    (all as HTMLInputElement[]).map(({ id, name, type, value, checked }) => ({
      control: `${type} ${id || name || value}`,
      answer: type === 'checkbox' || type === 'radio' ? checked : value.replace(/^0|[^\w.@]/g, ''),
    })),
  );

const isOpenToAll = (name: ScreenName) =>
  screens[name].access !== 'step' && !screens[name].path.includes(':');

describe('what is answered before a page’s scripts have run is kept', () => {
  it('on every page that is open to all', { timeout: scheduledTestMs }, async ({ visit }) => {
    let answered = 0;
    for (const name of screenNames.filter(isOpenToAll)) {
      const pages =
        name === 'landing'
          ? ['sp', 'ppc'].map((experience) => `${pathOf(name)}?experience=${experience}`)
          : [pathOf(name)];
      for (const path of pages)
        answered += await keepsEarlyAnswers(visit, () =>
          visit.page.goto(path, { waitUntil: 'domcontentloaded' }),
        );
    }
    expect(answered).toBeGreaterThan(30);
  });

  it('on every step', { tags: ['full'], timeout: scheduledTestMs }, async ({ visit, product }) => {
    const applicant = person(2);
    const again = () => keepsEarlyAnswers(visit, () => visit.page.reload({ waitUntil: 'domcontentloaded' }));
    await visit.submit(applicant);
    await visit.arrive('phone-check');
    expect(await again()).toBe(1);
    await visit.page.reload();
    await visit.enterCode(await product.textCode(applicant.phone));
    await visit.arriveAtOffers();
    expect(await again()).toBe(4);
    for (const screen of ['amount', 'terms'] as const) {
      await visit.page.goto(pathOf(screen));
      await again();
    }
    await visit.page.goto(pathOf('offers'));
    await visit.arriveAtOffers();
    await visit.choose();
    expect(await again()).toBe(1);
  });
});
