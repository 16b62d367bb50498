// The contact sheet: every state of every screen with its pictures side by side, grouped by stage, as a page and as images.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import type { Look } from './screen-pictures.ts';
import type { OpenedState } from './states.ts';

const nameOf = ({ address }: OpenedState): string =>
  address.replace('/dev/screens/', '').replaceAll('/', '.');
export const fileOf = (state: OpenedState, { width, colorScheme }: Look): string =>
  `${nameOf(state)}.${width}-${colorScheme}.png`;

/** How large a sheet shows its pictures, in pixels. Long pages are cut off at `height`. */
interface Scale {
  readonly phone: number;
  readonly computer: number;
  readonly height: number;
  readonly columns: number;
}
const overview: Scale = { phone: 90, computer: 240, height: 210, columns: 5 };
const readable: Scale = { phone: 200, computer: 520, height: 620, columns: 2 };
const statesOnSheet = 6;

const style = `
  body { width: max-content; margin: 0; padding: 24px; background: #ddd6c9; color: #1c2421; font: 14px/1.4 system-ui, sans-serif; }
  h1, h2 { font: 600 24px/1.2 Georgia, serif; margin: 0 0 14px; }
  section { margin-bottom: 36px; }
  .states { display: grid; gap: 18px; width: max-content; }
  article { padding: 12px; border-radius: 8px; background: #fbf8f3; }
  h3 { font-size: 14px; margin: 0 0 8px; }
  .looks { display: flex; gap: 8px; align-items: start; }
  a { display: block; overflow: hidden; border-radius: 4px; box-shadow: 0 0 0 1px #0002; }
  img { display: block; width: 100%; }
`;

function sheetOf(states: readonly OpenedState[], looks: readonly Look[], scale: Scale): string {
  const picture = (state: OpenedState, look: Look) => {
    const width = look.width < 768 ? scale.phone : scale.computer;
    const file = fileOf(state, look);
    return `<a href="${file}" style="width:${width}px;max-height:${scale.height}px"><img src="${file}" alt="${look.width} px, ${look.colorScheme}"></a>`;
  };
  const article = (state: OpenedState) =>
    `<article><h3>${nameOf(state)}</h3><div class="looks">${looks.map((look) => picture(state, look)).join('')}</div></article>`;
  const section = (stage: string) => {
    const own = states.filter((state) => state.stage === stage).map(article);
    return `<section><h2>${stage}</h2><div class="states" style="grid-template-columns:repeat(${scale.columns},max-content)">${own.join('\n')}</div></section>`;
  };
  const stages = [...new Set(states.map(({ stage }) => stage))];
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every screen</title><style>${style}</style>
<h1>Every screen: ${states.length} states</h1>
${stages.map(section).join('\n')}`;
}

/** Writes `index.html`, `contact-sheet.png` and a large sheet for each stage. Returns the images' names. */
export async function contactSheet(
  browser: Browser,
  folder: string,
  states: readonly OpenedState[],
  looks: readonly Look[],
): Promise<readonly string[]> {
  const sheets: [name: string, states: readonly OpenedState[], scale: Scale][] = [
    ['contact-sheet.png', states, overview],
  ];
  for (const stage of new Set(states.map((state) => state.stage))) {
    const own = states.filter((state) => state.stage === stage);
    for (let at = 0; at < own.length; at += statesOnSheet)
      sheets.push([
        `sheet-${stage}-${at / statesOnSheet + 1}.png`,
        own.slice(at, at + statesOnSheet),
        readable,
      ]);
  }
  const page = await browser.newPage({ viewport: { width: 1600, height: 1200 } });
  const source = join(folder, '.sheet.html');
  for (const [name, shown, scale] of sheets) {
    writeFileSync(source, sheetOf(shown, looks, scale));
    await page.goto(pathToFileURL(source).href);
    const box = await page.locator('body').boundingBox();
    await page.setViewportSize({ width: Math.ceil(box?.width ?? 1600), height: 1200 });
    await page.screenshot({ path: join(folder, name), fullPage: true });
  }
  await page.close();
  rmSync(source, { force: true });
  writeFileSync(join(folder, 'index.html'), sheetOf(states, looks, { ...readable, columns: 1 }));
  return sheets.map(([name]) => name);
}
