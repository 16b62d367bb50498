import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildSandbox } from './app.ts';
import { findVendors } from './vendors.ts';

/** They speak SMTP, read files of the product, or ask the product. */
const withoutApi = ['ach-bank', 'mail', 'own-signature'];

it('mounts the vendor of every folder', async () => {
  const folders = readdirSync(join(import.meta.dirname, 'vendors'));
  expect(folders).toEqual(expect.arrayContaining(withoutApi));
  const vendors = await findVendors();
  expect(vendors.map(({ name }) => name).sort()).toEqual(
    folders.filter((name) => !withoutApi.includes(name)).sort(),
  );
  const { app, close } = buildSandbox();
  onTestFinished(close);
  await app.ready();
  const routes = app.printRoutes({ commonPrefix: false });
  for (const { name, prefix } of vendors) {
    // The printed routes lack those with a wildcard after a parameter.
    const isMounted =
      routes.includes(`${prefix.slice(1)}/`) || app.hasRoute({ method: 'GET', url: `${prefix}/:bucket/*` });
    expect(isMounted, name).toBe(true);
  }
});

it('finds a vendor whose folder has just been added, and nothing in a folder that has none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vendors-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['income', 'letters']) mkdirSync(join(folder, name));
  writeFileSync(
    join(folder, 'income/income.ts'),
    `export const incomeData = { name: 'income', prefix: '/income', failure: () => {}, routes: () => {} };
     export const limit = { prefix: 3 };`,
  );
  writeFileSync(join(folder, 'letters/paper.ts'), 'export const paper = 1;');
  expect((await findVendors(folder)).map(({ name }) => name)).toEqual(['income']);
});
