// What every journey is given: a product of the file's own, a browser, and a visit of the test's own.
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { test as base } from 'vitest';
import { chromiumAdvice, findChromium } from '../scripts/chromium.js';
import { Product } from './product.ts';
import { Visit } from './visit.ts';

interface OfFile {
  readonly product: Product;
  readonly browser: Browser;
}
interface OfTest {
  readonly visit: Visit;
  /** A visit with a browser set up otherwise, such as a dark scheme. */
  readonly visitWith: (options: BrowserContextOptions) => Promise<Visit>;
}

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

export const test = base.extend<OfFile & OfTest>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
    async ({}, use) => {
      const product = await Product.open();
      await use(product);
      await product.close();
    },
    { scope: 'file' },
  ],
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const executablePath = await findChromium();
      if (!executablePath) throw new Error(chromiumAdvice);
      const browser = await chromium.launch({ executablePath, args: quiet });
      await use(browser);
      await browser.close();
    },
    { scope: 'file' },
  ],
  visitWith: async ({ product, browser, task }, use) => {
    const visits: Visit[] = [];
    await use(async (options) => {
      const visit = await Visit.begin(browser, product, options);
      visits.push(visit);
      return visit;
    });
    for (const visit of visits) await (task.result?.state === 'fail' ? visit.close() : visit.end());
  },
  visit: async ({ visitWith }, use) => use(await visitWith({})),
});

/** Journeys that are also about the database a first run has. */
export const embeddedTest = test.extend<Pick<OfFile, 'product'>>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const product = await Product.open('embedded');
      await use(product);
      await product.close();
    },
    { scope: 'file' },
  ],
});
