// `npm run pictures`: every screen in its states, on a phone and a computer, in both schemes, as one contact sheet.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { contactSheet, fileOf } from './contact-sheet.ts';
import { Product } from './product.ts';
import {
  eachAtOnce,
  type Look,
  listStates,
  openBrowser,
  openState,
  photograph,
  quietPage,
} from './screen-pictures.ts';

const { values: asked } = parseArgs({
  options: {
    /** Where the pictures go. */
    to: { type: 'string', default: '.build/pictures' },
    /** Only the states whose address contains these letters. */
    only: { type: 'string', default: '' },
  },
});

const looks: readonly Look[] = [390, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

const folder = resolve(asked.to);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
const product = await Product.open('embedded');
const all = await listStates(browser, product.url);
const states = all.filter(({ address }) => address.includes(asked.only));
const failures: string[] = [];
let done = 0;

await eachAtOnce(states, async (state) => {
  const page = await quietPage(browser, product.url, { width: 390, colorScheme: 'light' });
  try {
    await openState(page, state);
    for (const look of looks) writeFileSync(join(folder, fileOf(state, look)), await photograph(page, look));
  } catch (error) {
    failures.push(`${state.address}: ${error instanceof Error ? error.message : error}`);
  }
  await page.context().close();
  done += 1;
  if (done % 25 === 0) console.log(`${done} of ${states.length} states`);
});

const failed = new Set(failures.map((failure) => failure.split(':')[0]));
await contactSheet(
  browser,
  folder,
  states.filter(({ address }) => !failed.has(address)),
  looks,
);
await browser.close();
await product.close();
console.log(
  `The contact sheet is ${relative('.', join(folder, 'contact-sheet.png'))}; index.html beside it has every picture.`,
);
for (const failure of failures) console.error(`No picture of ${failure}`);
if (failures.length > 0) process.exitCode = 1;
