// The vendors that are mounted: every `vendors/<name>/<name>.ts` that exports one.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Vendor } from './context.ts';

const here = join(import.meta.dirname, 'vendors');

const isVendor = (value: unknown): value is Vendor =>
  typeof value === 'object' && value !== null && 'prefix' in value && 'routes' in value;

/** Others, such as the mail server, have a folder too but no API to mount. */
export async function findVendors(folder = here): Promise<readonly Vendor[]> {
  const entries = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name, `${name}.ts`))
    .filter((file) => existsSync(file));
  const modules: object[] = await Promise.all(entries.map((file) => import(pathToFileURL(file).href)));
  return modules.flatMap((module) => Object.values(module).filter(isVendor));
}
