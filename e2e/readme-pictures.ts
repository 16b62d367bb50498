// The pictures that README.md shows, taken with those of the states.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Product } from './product.ts';
import { openState } from './screen-pictures.ts';
import { pageInOwnFace } from './state-pictures.ts';

const folder = join(import.meta.dirname, '../docs/pictures');

const statesShown = {
  landing: '/dev/screens/landing/single-page',
  offers: '/dev/screens/offers/many-with-a-vehicle-and-without',
  preview: '/dev/screens/offers/the-chosen-one-1-consent',
  'offers-desktop': '/dev/screens/offers/a-few',
} as const;

export async function takeReadmePictures(browser: Browser, product: Product): Promise<void> {
  for (const [name, address] of Object.entries(statesShown)) {
    const page = await pageInOwnFace(browser, product.url);
    if (name.endsWith('-desktop')) await page.setViewportSize({ width: 1440, height: 900 });
    await openState(page, address);
    writeFileSync(
      join(folder, `${name}.png`),
      await page.screenshot({ animations: 'disabled', caret: 'hide' }),
    );
    await page.context().close();
  }
  await pictureConsole(browser, product);
}

async function pictureConsole(browser: Browser, product: Product): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const sandbox = await context.newPage();
  await sandbox.goto(`${product.sandboxUrl}/console`);
  const apply = sandbox.getByRole('link', { name: 'Apply as Alex Rivera', exact: true });
  const [page] = await Promise.all([context.waitForEvent('page'), apply.click()]);
  await page.getByRole('button', { name: 'Check my offers' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Check my offers' }).click();
  await page.getByLabel('Code', { exact: true }).fill(await product.textCode('+18015550101'));
  await page
    .getByRole('button', { name: /^(?:Choose|Continue with) this offer/ })
    .first()
    .waitFor();
  await product.mail('alex.01.01@example.com', /offers are ready/i);
  await sandbox.bringToFront();
  await sandbox
    .getByText(/offers are ready/i)
    .first()
    .waitFor();
  writeFileSync(join(folder, 'console.png'), await sandbox.screenshot({ caret: 'hide' }));
  await context.close();
}
