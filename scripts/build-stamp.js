// Whether .build/web is current. Plain JavaScript: `npm start` asks on any Node, without starting another.
import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { root } from './dependencies.js';

export const buildFolder = join(root, '.build/web');
const stampFile = join(root, '.build/web.stamp');

const inputs = [
  'web',
  'contract',
  'finance',
  join(process.env.LENDER_DIR || 'lender', 'public'),
  'server/src/pages/policy-facts.ts',
  'scripts/lender-facts.ts',
  'scripts/lender-look.ts',
  'lender/palette.ts',
  'server/src/journey',
  'vite.config.ts',
  'scripts/build.ts',
  'scripts/build-stamp.js',
  'scripts/browser-constants.ts',
  'scripts/pages.ts',
  'scripts/page-styles.ts',
  'package-lock.json',
];

/** @param {string} path @returns {Promise<readonly string[]>} */
export async function filesIn(path) {
  const info = await stat(path).catch(() => undefined);
  if (!info) return [];
  if (info.isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** A digest of the names, sizes and times of all inputs; reading the file contents would take longer than it saves. */
export async function currentStamp() {
  const files = (await Promise.all(inputs.map((path) => filesIn(resolve(root, path))))).flat();
  const counted = files.filter((file) => !/\.(test|e2e)\.tsx?$/.test(file)).sort();
  const lines = await Promise.all(
    counted.map(async (file) => {
      const { size, mtimeMs } = await stat(file);
      return `${relative(root, file)} ${size} ${mtimeMs}`;
    }),
  );
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

export async function needsBuild() {
  const [now, then] = await Promise.all([currentStamp(), readFile(stampFile, 'utf8').catch(() => '')]);
  return now !== then || !(await stat(join(buildFolder, 'pages.json')).catch(() => undefined));
}

/** @param {string} stamp */
export const writeStamp = (stamp) => writeFile(stampFile, stamp);
