// Pages stay short on a phone, and the fast path shows a figure once.
import { expect } from 'vitest';
import { openState, quietPage } from './screen-pictures.ts';
import { statesByScreen } from './states.ts';
import { it } from './test.ts';

const mostPixels = 3000;

/** Where applications end. */
const ends: readonly string[] = ['declined', 'out-of-trade-area', 'success'];
/** The form (`journey-length.e2e.ts`), and texts that are as long as the law makes them. */
const longer: readonly string[] = ['landing', 'legal'];

for (const { screen, states } of statesByScreen.filter(({ screen }) => !longer.includes(screen))) {
  it(`${screen} is under ${mostPixels} px on a phone in every state`, {
    tags: ends.includes(screen) ? [] : ['full'],
  }, async ({ browser, product }) => {
    const page = await quietPage(browser, product.url, { width: 390, colorScheme: 'light' });
    const heights: [string, number][] = [];
    for (const { address, called } of states) {
      await openState(page, address);
      heights.push([called, await page.evaluate(() => document.documentElement.scrollHeight)]);
    }
    await page.context().close();
    expect(heights.filter(([, height]) => height >= mostPixels)).toEqual([]);
  });
}

it('the fast path shows each figure once on a wide screen', async ({ browser, product }) => {
  const page = await quietPage(browser, product.url, { width: 1440, colorScheme: 'light' });
  const shown: Record<string, string[]> = {};
  for (const state of ['fast-path-options/from-our-form', 'fast-path-select-payment/approved']) {
    await openState(page, `/dev/screens/${state}`);
    await page.locator('main aside').getByRole('heading', { name: 'What happens next' }).waitFor();
    const text = await page.locator('main').innerText();
    shown[state] = text.match(/\$[\d,.]+\d|[\d.]+%|\d+ months/g) ?? [];
  }
  await page.context().close();
  for (const [state, figures] of Object.entries(shown)) {
    expect(figures.length, state).toBeGreaterThan(3);
    expect(figures, state).toEqual([...new Set(figures)]);
  }
});

it('the branch manager and what to do about a hard payment are shown where they matter', async ({
  browser,
  product,
}) => {
  const page = await quietPage(browser, product.url, { width: 390, colorScheme: 'light' });
  for (const state of ['declined/no-file', 'success/with-autopay', 'status/the-money-on-its-way']) {
    await openState(page, `/dev/screens/${state}`);
    await page.getByText('Dana Whitfield').filter({ visible: true }).waitFor();
    expect(await page.locator('img[src^="/lender/managers/"]').count(), state).toBe(1);
  }
  for (const state of ['success/with-autopay', 'thank-you/mailed']) {
    await openState(page, `/dev/screens/${state}`);
    await page.getByText('If a payment becomes hard to make').waitFor();
  }
  await page.context().close();
});
