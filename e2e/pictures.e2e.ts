// Every state of every screen looks like its picture.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { eachAtOnce, openBrowser } from './screen-pictures.ts';
import { difference, pictureFolder, pictureOf, pictureState, tookPictures } from './state-pictures.ts';
import { statesByScreen } from './states.ts';
import { it } from './test.ts';

/** What differs is kept here, to be looked at beside the picture. */
const seenFolder = join(import.meta.dirname, '../.cache/e2e/pictures');

const chromium = await openBrowser().catch(() => undefined);
await chromium?.close();
const isComparable = chromium !== undefined && tookPictures(chromium);

describe.runIf(isComparable)('the picture of every state', () => {
  let browser: Browser;
  let desk: Page;
  beforeAll(async () => {
    browser = await openBrowser();
    desk = await browser.newPage();
    return () => browser.close();
  });

  for (const { screen, states } of statesByScreen) {
    it(`is what ${screen} looks like`, { tags: ['full'] }, async ({ product }) => {
      const wrong: string[] = [];
      await eachAtOnce(states, async ({ address }) => {
        const name = pictureOf(address);
        const kept = join(pictureFolder, name);
        let seen = await pictureState(browser, product.url, address);
        let change: string | undefined = 'has no picture';
        // On a busy machine the browser may draw the edges of lines otherwise for once.
        for (let tries = 0; existsSync(kept) && change !== undefined && tries < 3; tries += 1) {
          if (tries > 0) seen = await pictureState(browser, product.url, address);
          change = await difference(desk, readFileSync(kept), seen);
        }
        if (change === undefined) return;
        mkdirSync(seenFolder, { recursive: true });
        writeFileSync(join(seenFolder, name.replace('.webp', '.png')), seen);
        wrong.push(`${address} ${change}`);
      });
      expect(wrong, `look in ${seenFolder}; npm run pictures -- --update takes them as they are`).toEqual([]);
    });
  }
});
