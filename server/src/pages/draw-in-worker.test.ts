import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { pageDrawer } from './draw-in-worker.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Draws with a module, and returns what it drew and what was logged at `warn` or above. */
async function drawWith(module: string, addresses: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'drawing-'));
  folders.push(folder);
  mkdirSync(join(folder, 'drawing'));
  writeFileSync(join(folder, 'drawing/package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'drawing/prerender.js'), module);
  const lines: string[] = [];
  const drawer = pageDrawer(folder, createLog('warn', { write: (line) => lines.push(line) }));
  drawer.start();
  const drawn = await Promise.all(
    addresses.map((address) =>
      drawer.draw({ address, responses: { name: 'Alex Rivera' }, now: new Date(0) }),
    ),
  );
  await drawer.close();
  return { drawn, logged: lines.map((line) => JSON.parse(line) as Record<string, unknown>), lines };
}

it('draws a page from its responses, unless its markup has style attributes', async () => {
  const { drawn, logged } = await drawWith(
    `export const drawForOne = async (address, { name }, now) =>
      address === '/offers' ? '<p style="color: red">' : address + name + now.getTime();`,
    ['/loan-request/terms', '/offers'],
  );
  expect(drawn).toEqual(['/loan-request/termsAlex Rivera0', undefined]);
  expect(logged).toEqual([]);
});

it('leaves a page that reads the browser to its scripts, and logs any other failure without its message', async () => {
  const { drawn, logged, lines } = await drawWith(
    `export const drawForOne = async (address, { name }) => {
      if (address === '/loan-request/offers') return window.name;
      throw new TypeError(name + ' is no offer');
    };`,
    ['/loan-request/offers', '/loan-request/terms'],
  );
  expect(drawn).toEqual([undefined, undefined]);
  expect(logged).toMatchObject([{ msg: 'page not drawn', screen: 'terms', error: 'TypeError' }]);
  expect(lines.join()).not.toContain('Rivera');
});

it('leaves every page to its scripts while its module cannot be loaded', async () => {
  const { drawn, logged } = await drawWith(`import './gone.js';`, ['/loan-request/offers']);
  expect(drawn).toEqual([undefined]);
  expect(logged).toMatchObject([{ msg: 'page not drawn', screen: 'offers' }]);
});

it('continues after its thread has failed', async () => {
  const { drawn, logged } = await drawWith(
    `export const drawForOne = async (address) => {
      if (address === '/loan-request/terms') process.exit(1);
      return address;
    };`,
    ['/loan-request/terms', '/loan-request/offers'],
  );
  expect(drawn).toEqual([undefined, '/loan-request/offers']);
  expect(logged).toMatchObject([{ msg: 'page not drawn', screen: 'terms' }]);
});
