// Holds the weight of the landing page: what a phone on a poor connection fetches before the page is alive.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, entryKey, landingScripts, type Manifest, needsBuild, withImports } from './build.ts';

const out = join(import.meta.dirname, '../.build/web');
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

export async function sizes(): Promise<readonly { name: string; bytes: number; limit?: number }[]> {
  if (await needsBuild()) await build();
  const manifest: Manifest = JSON.parse(await readFile(join(out, '.vite/manifest.json'), 'utf8'));
  const weigh = async (file: string) => brotliCompressSync(await readFile(join(out, file))).length;
  const sum = async (files: readonly string[]) =>
    (await Promise.all(files.map(weigh))).reduce((total, bytes) => total + bytes, 0);
  const entry = [...withImports(manifest, entryKey)].map((key) => manifest[key]?.file ?? '');
  const fonts = (await readdir(join(out, 'assets'))).filter((name) => name.endsWith('.woff2'));
  const fontBytes = await Promise.all(
    fonts.map(async (name) => (await readFile(join(out, 'assets', name))).length),
  );
  return [
    { name: 'Landing script (entry and its imports, Brotli)', bytes: await sum(entry), limit: 100_000 },
    { name: 'Landing script with its own screen', bytes: await sum(landingScripts(manifest)) },
    { name: 'Landing page (HTML with its styles, Brotli)', bytes: await weigh('landing.sp.html') },
    { name: 'Font', bytes: fontBytes.reduce((total, bytes) => total + bytes, 0), limit: 25_000 },
  ];
}

if (import.meta.main) {
  let over = false;
  for (const { name, bytes, limit } of await sizes()) {
    const held = limit === undefined || bytes <= limit;
    over ||= !held;
    console.log(
      `${name}: ${kilobytes(bytes)}${limit ? ` of ${kilobytes(limit)}` : ''}${held ? '' : ': over the limit'}`,
    );
  }
  if (over) process.exitCode = 1;
}
