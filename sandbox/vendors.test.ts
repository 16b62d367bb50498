import { readdirSync } from 'node:fs';
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
  for (const { name } of vendors) {
    // The printed routes lack those with a wildcard after a parameter.
    const isMounted =
      routes.includes(`${name}/`) || app.hasRoute({ method: 'GET', url: `/${name}/:bucket/*` });
    expect(isMounted, name).toBe(true);
  }
});
