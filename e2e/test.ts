// Fixtures for every browser test: a running app, a browser and the test's own visits. Failed tests save what they saw.
import { join, relative } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { it as base, type TestAPI } from 'vitest';
import { chromiumArguments, findChromium } from '../scripts/chromium.js';
import { Product } from './product.ts';
import { Visit, type VisitOptions } from './visit.ts';

interface Fixtures {
  readonly product: Product;
  readonly browser: Browser;
  readonly visit: Visit;
  readonly page: Page;
  /** A visit with different browser settings, such as a dark color scheme. */
  readonly visitWith: (options: VisitOptions) => Promise<Visit>;
}

const root = join(import.meta.dirname, '..');
/** HEADED=1 shows the browser and slows it down so a person can follow. */
const isHeaded = Boolean(process.env.HEADED);
const executablePath = await findChromium({ withWindows: isHeaded });

const withBrowser = base.extend<Pick<Fixtures, 'browser'>>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
    async ({}, use) => {
      const browser = await chromium.launch({
        ...(executablePath !== undefined && { executablePath }),
        args: chromiumArguments,
        headless: !isHeaded,
        slowMo: isHeaded ? 200 : 0,
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

/** Without Chromium, browser tests are reported as not run. */
function itWith(
  database: 'any' | 'embedded',
  scope: 'worker' | 'file',
  settings: NodeJS.ProcessEnv = {},
): ReturnType<TestAPI<Fixtures>['runIf']> {
  return withBrowser
    .extend<Pick<Fixtures, 'product'>>({
      product: [
        // biome-ignore lint/correctness/noEmptyPattern: as above.
        async ({}, use) => {
          const product = await Product.open(database, settings);
          await use(product);
          await product.close();
        },
        { scope },
      ],
    })
    .extend<Pick<Fixtures, 'visit' | 'visitWith' | 'page'>>({
      visitWith: async ({ product, browser, task }, use) => {
        const visits: Visit[] = [];
        await use(async (options) => {
          const visit = await Visit.begin(browser, product, options);
          visits.push(visit);
          return visit;
        });
        const names = [relative(join(root, 'e2e'), task.file.filepath), task.name];
        const folder = join(root, '.cache/e2e', ...names.map((name) => name.replace(/[^\w.-]+/g, '-')));
        const failures: unknown[] = [];
        for (const [index, visit] of visits.entries()) {
          if (task.result?.state !== 'fail') await visit.mustEndWell().catch((error) => failures.push(error));
          const hasFailed = task.result?.state === 'fail' || failures.length > 0;
          await (hasFailed ? visit.keep(join(folder, String(index + 1))) : visit.close());
        }
        // What it was about to undo would fail every test after it.
        if (task.result?.state === 'fail') await product.core({ online: true, maintenance: false });
        if (failures.length > 0) throw failures[0];
      },
      visit: async ({ visitWith }, use) => use(await visitWith({})),
      page: async ({ visit }, use) => use(visit.page),
    })
    .runIf(executablePath !== undefined);
}

/** A browser test on an app that test files share, one after another. */
export const it = itWith('any', 'worker');
/** A browser test on the file's own app, for files that change its clock, vendors or process. */
export const itAlone = itWith('any', 'file');
/** Like `itAlone`, on the embedded database of a first run. */
export const itEmbedded = itWith('embedded', 'file');
/** Like `itAlone`, with loan documents signed on the lender's own pages. */
export const itOwnSignature = itWith('any', 'file', { SIGNATURE: 'own' });
