// Checks each page's limits of download and requests, until it is readable and until interactive.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { BuiltPage } from '#server/pages/built-pages.ts';
import { statedFacts, withFacts } from '#server/pages/policy-facts.ts';
import { build } from './build.ts';
import { needsBuild } from './build-stamp.js';
import { builtLender } from './lender-facts.ts';
import { formFile, inOrder, type Manifest } from './pages.ts';

const out = join(import.meta.dirname, '../.build/web');

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const total = (figures: readonly number[]) => figures.reduce((sum, figure) => sum + figure, 0);

/** A page is readable after one round trip: the initial congestion window of a new connection, minus space for headers and settings. */
const firstFlight = 13_100;

export async function sizes() {
  if (await needsBuild()) await build();
  const pages = JSON.parse(await readFile(join(out, 'pages.json'), 'utf8')) as readonly BuiltPage[];
  const manifest: Manifest = JSON.parse(await readFile(join(out, '.vite/manifest.json'), 'utf8'));
  const weigh = async (file: string) => (await stat(join(out, `${file}.br`))).size;
  const scripts = async (files: readonly string[]) => total(await Promise.all(files.map(weigh)));
  const stated = statedFacts(builtLender(), new Date().toISOString().slice(0, 10));
  const html = async ({ file }: BuiltPage) =>
    brotliCompressSync(withFacts(await readFile(join(out, 'pages', file), 'utf8'), stated)).length;

  const landing = pages.filter(({ experience }) => experience !== undefined);
  const others = pages.filter(({ screen, experience }) => screen !== undefined && experience === undefined);
  const atLoad = landing[0]?.loads ?? [];
  const form = inOrder(manifest, [formFile]).map(({ file }) => `/${file}`);
  const fonts = (await readdir(join(out, 'assets'))).filter((name) => name.endsWith('.woff2'));

  const row = (name: string, bytes: number, limit: number, unit = kilobytes) => ({
    name,
    figure: unit(bytes),
    limit: unit(limit),
    held: bytes <= limit,
  });
  /** The largest of several pages, by name. */
  const most = async (
    what: string,
    limit: number,
    weighing: (page: BuiltPage) => Promise<number> | number,
    unit = kilobytes,
  ) => {
    const weighed = await Promise.all(
      others.map(async (page) => ({ screen: page.screen, bytes: await weighing(page) })),
    );
    const [heaviest] = weighed.sort((a, b) => b.bytes - a.bytes);
    return row(`Other screens: ${what} (most: ${heaviest?.screen})`, heaviest?.bytes ?? 0, limit, unit);
  };

  const fontBytes = fonts.map(async (name) => (await stat(join(out, 'assets', name))).size);
  return [
    row('Landing page with its styles', Math.max(...(await Promise.all(landing.map(html)))), firstFlight),
    row('Landing page: script at load', await scripts(atLoad), 80_000),
    row('Landing page: script with its form', await scripts([...new Set([...atLoad, ...form])]), 116_300),
    await most('page with its styles', firstFlight, html),
    await most('script before it is alive', 172_000, ({ loads }) => scripts(loads)),
    await most('scripts to request', 17, ({ loads }) => loads.length, String),
    row('Display face', total(await Promise.all(fontBytes)), 25_000),
  ];
}

if (import.meta.main) {
  for (const { name, figure, limit, held } of await sizes()) {
    if (!held) process.exitCode = 1;
    console.log(`${name}: ${figure} of ${limit}${held ? '' : ', which is over the limit'}`);
  }
}
