// Pictures of screens in their states at /dev/screens, the same each time: with a still clock, without motion or caret.
import { availableParallelism } from 'node:os';
import { type Browser, chromium, type Page, type Request } from 'playwright-core';
import { chromiumArguments, findChromium } from '../scripts/chromium.js';
import { waitMs } from './limits.ts';

export interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

export async function openBrowser(): Promise<Browser> {
  // The headless shell of the same version sets letters differently.
  const executablePath = await findChromium({ withWindows: true });
  if (executablePath === undefined)
    throw new Error('No Chromium was found. Install one, or name it in CHROMIUM.');
  return chromium.launch({
    executablePath,
    args: [
      ...chromiumArguments,
      // Letters come out the same whatever the machine's settings of fonts and screen.
      '--font-render-hinting=none',
      '--disable-lcd-text',
      '--force-color-profile=srgb',
    ],
  });
}

/** Does as many at once as the machine has cores, and one more, since each also waits. */
export async function eachAtOnce<Item>(items: readonly Item[], run: (item: Item) => Promise<void>) {
  const left = [...items];
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await run(next);
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, worker));
}

/** A page on which no privacy question lies. */
export async function quietPage(
  browser: Browser,
  url: string,
  { width, colorScheme }: Look,
  /** Styles that are none of the page's may be added to it. */
  takesStyles = false,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: heightOf(width) },
    locale: 'en-US',
    timezoneId: 'America/Denver',
    reducedMotion: 'reduce',
    colorScheme,
    bypassCSP: takesStyles,
  });
  context.setDefaultTimeout(waitMs);
  await context.addInitScript(() => {
    localStorage.setItem('branchline.privacy', JSON.stringify({ until: '2999-01-01T00:00:00Z' }));
  });
  const page = await context.newPage();
  watchRequests(page);
  return page;
}

const rendered = new Set(['script', 'stylesheet', 'font', 'image']);
/** What each page requested to render itself and has not received yet. */
const pending = new WeakMap<Page, Set<Request>>();

export function watchRequests(page: Page): void {
  const open = new Set<Request>();
  pending.set(page, open);
  page.on('request', (request) => {
    if (rendered.has(request.resourceType())) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
}

const heightOf = (width: number): number => (width < 768 ? 844 : 900);

/** Opens a state and waits until all of it is rendered. */
export async function openState(page: Page, address: string): Promise<void> {
  await page.goto(`${address}?still`);
  await page
    .locator('h1')
    .first()
    .waitFor()
    .catch(async () => {
      throw new Error(`${address} has no heading: ${await page.locator('body').innerText()}`);
    });
  await settled(page);
  // What the screen puts off by a moment.
  await page.evaluate((detail) => dispatchEvent(new CustomEvent('branchline:pass', { detail })), 1000);
  await settled(page);
}

/** Waits for fonts, images and lazily loaded parts: until nothing is on its way and nothing on the page changes any more. */
export async function settled(page: Page): Promise<void> {
  const until = performance.now() + waitMs;
  let before = '';
  for (let same = 0; same < 3; ) {
    if (performance.now() > until) throw new Error(`${page.url()} still changed after ${waitMs / 1000} s.`);
    await page.waitForTimeout(40);
    const now = await page.evaluate(async () => {
      await document.fonts.ready;
      for (const image of document.images) image.loading = 'eager';
      await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
      await new Promise((rendered) => requestAnimationFrame(() => requestAnimationFrame(rendered)));
      return document.body.innerHTML;
    });
    same = now === before && (pending.get(page)?.size ?? 0) === 0 ? same + 1 : 0;
    before = now;
  }
}

export async function photograph(page: Page, { width, colorScheme }: Look): Promise<Buffer> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: heightOf(width) });
  return page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
}
