import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../../test/test-folder.ts';
import { createLog } from '../platform/log.ts';
import { pageRenderer } from './ssr-pool.ts';

/** Renders with a module, and returns what it rendered and what was logged at `warn` or above. */
async function renderWith(module: string, addresses: readonly string[]) {
  const folder = testFolder();
  mkdirSync(join(folder, 'ssr'));
  writeFileSync(join(folder, 'ssr/package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'ssr/prerender.js'), module);
  const lines: string[] = [];
  const renderer = pageRenderer(folder, createLog('warn', { write: (line) => lines.push(line) }));
  renderer.start();
  const rendered = await Promise.all(
    addresses.map((address) =>
      renderer.render({ address, responses: { name: 'Alex Rivera' }, now: new Date(0) }),
    ),
  );
  await renderer.close();
  return { rendered, logged: lines.map((line) => JSON.parse(line) as Record<string, unknown>), lines };
}

it('renders a page from its responses, unless its markup has style attributes', async () => {
  const { rendered, logged } = await renderWith(
    `export const renderForOne = async (address, { name }, now) =>
      address === '/offers' ? '<p style="color: red">' : address + name + now.getTime();`,
    ['/loan-request/terms', '/offers'],
  );
  expect(rendered).toEqual(['/loan-request/termsAlex Rivera0', undefined]);
  expect(logged).toEqual([]);
});

it('leaves a page that reads the browser to its scripts, and logs any other failure without its message', async () => {
  const { rendered, logged, lines } = await renderWith(
    `export const renderForOne = async (address, { name }) => {
      if (address === '/loan-request/offers') return window.name;
      throw new TypeError(name + ' is no offer');
    };`,
    ['/loan-request/offers', '/loan-request/terms'],
  );
  expect(rendered).toEqual([undefined, undefined]);
  expect(logged).toMatchObject([{ msg: 'page not rendered', screen: 'terms', error: 'TypeError' }]);
  expect(lines.join()).not.toContain('Rivera');
});

it('leaves every page to its scripts while its module cannot be loaded', async () => {
  const { rendered, logged } = await renderWith(`import './gone.js';`, ['/loan-request/offers']);
  expect(rendered).toEqual([undefined]);
  expect(logged).toMatchObject([{ msg: 'page not rendered', screen: 'offers' }]);
});

it('continues after its thread has failed', async () => {
  const { rendered, logged } = await renderWith(
    `export const renderForOne = async (address) => {
      if (address === '/loan-request/terms') process.exit(1);
      return address;
    };`,
    ['/loan-request/terms', '/loan-request/offers'],
  );
  expect(rendered).toEqual([undefined, '/loan-request/offers']);
  expect(logged).toMatchObject([{ msg: 'page not rendered', screen: 'terms' }]);
});
