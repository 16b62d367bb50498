// `npm run pictures`: every screen in its states, on a phone and a computer, in both schemes.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { browserConstants } from '../scripts/browser-constants.ts';
import { build } from '../scripts/build.ts';
import { needsBuild } from '../scripts/build-stamp.js';
import { Product } from './product.ts';
import { eachAtOnce, type Look, openBrowser, openState, photograph, quietPage } from './screen-pictures.ts';
import * as kept from './state-pictures.ts';
import type { OpenedState } from './states.ts';

const { values: options } = parseArgs({
  options: {
    to: { type: 'string', default: '.build/pictures' },
    only: { type: 'string', default: '' },
    /** Takes the pictures that are kept: of every state in e2e/pictures, and the README's in docs/pictures. */
    update: { type: 'boolean', default: false },
  },
});

const looks: readonly Look[] = [390, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

if (await needsBuild()) await build();
const browser = await openBrowser();
const product = await Product.open('embedded');
// The states are modules of the browser, into which a build writes the lender's facts.
for (const [name, json] of Object.entries(browserConstants({ isBuild: false })))
  Object.assign(globalThis, { [name]: JSON.parse(json) });
const { module: loaded } = await runnerImport<typeof import('./states.ts')>('./e2e/states.ts', {
  configFile: false,
});
const all = loaded.statesByScreen.flatMap(({ states }) => states);
const states = all.filter(({ address }) => address.includes(options.only));
const failures: string[] = [];

async function takeEach(take: (state: OpenedState) => Promise<void>): Promise<void> {
  let done = 0;
  await eachAtOnce(states, async (state) => {
    await take(state).catch((error) => {
      failures.push(`${state.address}: ${error instanceof Error ? error.message : error}`);
    });
    done += 1;
    if (done % 25 === 0) console.log(`${done} of ${states.length} states`);
  });
}

async function takePictures(): Promise<void> {
  const folder = resolve(options.to);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await takeEach(async ({ address }) => {
    const page = await quietPage(browser, product.url, { width: 390, colorScheme: 'light' });
    try {
      await openState(page, address);
      for (const look of looks) {
        const name = kept.pictureOf(address).replace('.webp', `.${look.width}-${look.colorScheme}.png`);
        writeFileSync(join(folder, name), await photograph(page, look));
      }
    } finally {
      await page.context().close();
    }
  });
  console.log(`The pictures are in ${relative('.', folder)}.`);
}

async function updatePictures(): Promise<void> {
  const desk = await browser.newPage();
  const wanted = new Set(all.map(({ address }) => kept.pictureOf(address)));
  for (const name of readdirSync(kept.pictureFolder))
    if (name.endsWith('.webp') && !wanted.has(name)) rmSync(join(kept.pictureFolder, name));
  await takeEach(async ({ address }) => {
    const file = join(kept.pictureFolder, kept.pictureOf(address));
    const seen = await kept.pictureState(browser, product.url, address);
    // One that looks the same stays as it is, so that a change shows only what changed.
    const isSame = existsSync(file) && (await kept.difference(desk, readFileSync(file), seen)) === undefined;
    if (!isSame) writeFileSync(file, await kept.toWebp(desk, seen));
  });
  await desk.close();
  writeFileSync(kept.versionFile, `${kept.majorVersion(browser)}\n`);
  await takeReadmePictures();
  const bytes = readdirSync(kept.pictureFolder).reduce(
    (sum, name) => sum + statSync(join(kept.pictureFolder, name)).size,
    0,
  );
  console.log(`The pictures of ${all.length} states take ${(bytes / 1024 / 1024).toFixed(1)} of 5 MB.`);
  if (bytes > kept.pictureLimit) failures.push('all states within 5 MB');
}

/** What README.md shows, taken with the pictures of the states. */
const readmeFolder = join(import.meta.dirname, '../docs/pictures');

const statesShown = {
  landing: '/dev/screens/landing/single-page',
  offers: '/dev/screens/offers/many-with-a-vehicle-and-without',
  preview: '/dev/screens/offers/the-chosen-one-1-consent',
  'offers-desktop': '/dev/screens/offers/a-few',
} as const;

async function takeReadmePictures(): Promise<void> {
  for (const [name, address] of Object.entries(statesShown)) {
    const page = await kept.pageInOwnFace(browser, product.url);
    if (name.endsWith('-desktop')) await page.setViewportSize({ width: 1440, height: 900 });
    await openState(page, address);
    const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    writeFileSync(join(readmeFolder, `${name}.png`), png);
    await page.context().close();
  }
  await pictureConsole();
}

async function pictureConsole(): Promise<void> {
  const tabs = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const sandbox = await tabs.newPage();
  await sandbox.goto(`${product.sandboxUrl}/console`);
  const apply = sandbox.getByRole('link', { name: 'Apply as Alex Rivera', exact: true });
  const [page] = await Promise.all([tabs.waitForEvent('page'), apply.click()]);
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
  writeFileSync(join(readmeFolder, 'console.png'), await sandbox.screenshot({ caret: 'hide' }));
  await tabs.close();
}

await (options.update ? updatePictures() : takePictures());
await browser.close();
await product.close();
for (const failure of failures) console.error(`No picture of ${failure}`);
if (failures.length > 0) process.exitCode = 1;
