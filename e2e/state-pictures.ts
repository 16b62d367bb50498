// One picture per state, 390 px wide, in our own face. They compare with the major version of Chromium that took them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type Look, openState, quietPage } from './screen-pictures.ts';

const root = join(import.meta.dirname, '..');
export const pictureFolder = join(import.meta.dirname, 'pictures');
export const versionFile = join(pictureFolder, 'chromium.txt');
/** All of them together, in bytes. */
export const pictureLimit = 5 * 1024 * 1024;

const look: Look = { width: 390, colorScheme: 'light' };
/** What comes further down on a long page, such as a legal text, looks like what is above it. In pixels. */
const tallest = 1800;
/** Of WebP: lossless ones would take eight times the room. Both sides of a comparison go through it. */
const quality = 0.2;
/** The footer is the same on every screen, so that only the pictures of these show it. */
const withFooter = /^\/dev\/screens\/(?:duplicate|capture-only|contact)\//;

/** Repairs of a major version draw alike. */
export const majorVersion = (browser: Browser): string => browser.version().replace(/\..*/, '');

/** Whether this version took the pictures. */
export const tookPictures = (browser: Browser): boolean =>
  existsSync(versionFile) && readFileSync(versionFile, 'utf8').trim() === majorVersion(browser);

/** `/dev/screens/offers/a-few` is in `offers.a-few.webp`. */
export const pictureOf = (address: string): string =>
  `${address.replace('/dev/screens/', '').replaceAll('/', '.')}.webp`;

const faces = [
  [400, 'source-sans-3-regular.ttf'],
  [600, 'source-sans-3-semibold.ttf'],
] as const;

/** A page whose text is in the face that the documents have, whatever the machine has. */
export async function pageInOwnFace(browser: Browser, url: string): Promise<Page> {
  const page = await quietPage(browser, url, look, true);
  for (const [, file] of faces)
    await page.route(`**/picture-fonts/${file}`, (route) =>
      route.fulfill({ path: join(root, 'server/src/pdf/fonts', file), contentType: 'font/ttf' }),
    );
  await page.addInitScript((faces) => {
    addEventListener('DOMContentLoaded', () => {
      const style = document.createElement('style');
      style.textContent = `${faces
        .map(
          ([weight, file]) =>
            `@font-face{font-family:"Picture text";font-weight:${weight};src:url(/picture-fonts/${file})}`,
        )
        .join('')}:root{--text-face:"Picture text"!important}`;
      document.head.append(style);
    });
  }, faces);
  return page;
}

export async function pictureState(browser: Browser, url: string, address: string): Promise<Buffer> {
  const page = await pageInOwnFace(browser, url);
  try {
    await openState(page, address);
    const face = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
    if (!face.startsWith('"Picture text"')) throw new Error(`The text of ${address} is set in ${face}.`);
    const whole = await page.evaluate((showsFooter) => {
      if (!showsFooter) document.querySelector('footer')?.remove();
      return document.documentElement.scrollHeight;
    }, withFooter.test(address));
    const clip = { x: 0, y: 0, width: look.width, height: Math.min(whole, tallest) };
    return await page.screenshot({ fullPage: true, clip, animations: 'disabled', caret: 'hide' });
  } finally {
    await page.context().close();
  }
}

/** PNG as WebP. Chromium itself reads and writes the pictures, on any page, so that no package has to. */
export async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const encoded = await page.evaluate(
    async ([data, quality]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      const bytes = new Uint8Array(
        await (await canvas.convertToBlob({ type: 'image/webp', quality })).arrayBuffer(),
      );
      let binary = '';
      for (const byte of bytes) binary += String.fromCharCode(byte);
      return btoa(binary);
    },
    [png.toString('base64'), quality] as const,
  );
  return Buffer.from(encoded, 'base64');
}

/** How a kept picture and a PNG differ, in a few words, or undefined where no one would see it. */
export async function difference(page: Page, kept: Buffer, seen: Buffer): Promise<string | undefined> {
  return page.evaluate(
    async ([before, after]) => {
      const pixelsOf = async (address: string) => {
        const image = await createImageBitmap(await (await fetch(address)).blob());
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        context?.drawImage(image, 0, 0);
        return context?.getImageData(0, 0, image.width, image.height) as ImageData;
      };
      const [one, other] = [await pixelsOf(before), await pixelsOf(after)];
      if (one.width !== other.width || one.height !== other.height)
        return `is ${other.width} by ${other.height} px, not ${one.width} by ${one.height}`;
      const isLike = (at: number, there: number) =>
        [0, 1, 2].every(
          (channel) => Math.abs((one.data[at + channel] ?? 0) - (other.data[there + channel] ?? 0)) <= 24,
        );
      // A busy browser may draw the edge of a letter up to a pixel away.
      const steps = [0, -1, 1].flatMap((x) => [0, -1, 1].map((y) => 4 * (x + y * one.width)));
      let [count, top, bottom] = [0, one.height, 0];
      for (let at = 0; at < one.data.length; at += 4) {
        if (steps.some((step) => isLike(at, at + step)) && steps.some((step) => isLike(at + step, at)))
          continue;
        count += 1;
        const line = Math.floor(at / 4 / one.width);
        [top, bottom] = [Math.min(top, line), Math.max(bottom, line)];
      }
      return count > 12 ? `differs in ${count} pixels from ${top} to ${bottom} px down` : undefined;
    },
    [
      `data:image/webp;base64,${kept.toString('base64')}`,
      `data:image/webp;base64,${(await toWebp(page, seen)).toString('base64')}`,
    ] as const,
  );
}
