// `npm run notices`: what licenses require to be passed on. Fails at a license that was not reviewed.
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Licenses under which we may ship. Others need a look by counsel before they are added. */
const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  // As a library of its own that can be replaced: libheif, and libvips, which sharp loads.
  'LGPL-3.0',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]);

/** Packages that name their license in its text alone, as read there. */
const readInText: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

type Locked = Readonly<Record<string, LockedPackage>>;

/** Where the packages that the browser side imports are installed, with all that they depend on. The build bundles them. */
function bundledPaths(packages: Locked): ReadonlySet<string> {
  const sources = globSync('web/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  const imported = sources.flatMap((source) =>
    [...source.matchAll(/(?:from|import\() ?'((?:@[^/']+\/)?[^.#/'][^/']*)/g)].map(([, name = '']) => name),
  );
  const found = new Set(imported.map((name) => `node_modules/${name}`).filter((path) => path in packages));
  for (const path of found) {
    for (const name of Object.keys(packages[path]?.dependencies ?? {})) {
      const nested = `${path}/node_modules/${name}`;
      found.add(nested in packages ? nested : `node_modules/${name}`);
    }
  }
  return found;
}

/**
 * What the lock file installs with `--omit=dev`, and what the build bundles, by name and version. A package for another platform is
 * not in its folder.
 */
export function shippedPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Locked;
  };
  const bundled = bundledPaths(packages);
  const shipped = Object.entries(packages)
    .filter(
      ([path, one]) => path !== '' && (bundled.has(path) || (!one.dev && !one.devOptional && !one.link)),
    )
    .map(([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, license: license ?? readInText[name] ?? 'unknown', folder: join(root, path) };
    });
  const unique = new Map(shipped.map((entry) => [`${entry.name}@${entry.version}`, entry]));
  return [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether one of the licenses that the expression offers, or all that it demands, are accepted. */
export function isAccepted(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '').trim();
  const isListed = (license: string) => accepted.has(license.trim());
  return plain.split(/ OR /).some((choice) => choice.split(/ AND /).every(isListed));
}

function licenseText(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const file = readdirSync(folder).find((name) => /^(?:licen[cs]e|copying)/i.test(name));
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8').trim();
  const readme = join(folder, 'README.md');
  const [, licensing] = existsSync(readme) ? readFileSync(readme, 'utf8').split(/^## Licensing$/m) : [];
  return licensing?.trim();
}

export function thirdPartyNotices(): string {
  const sections = shippedPackages().map(({ name, version, license, folder }) =>
    [`${name} ${version} (${license})`, licenseText(folder) ?? `Licensed under ${license}.`].join('\n\n'),
  );
  // Fonts are files of ours, each with its license beside it.
  const fonts = globSync('{lender,server}/**/*OFL.txt', { cwd: root }).sort();
  const ofFonts = fonts.map((file) =>
    [`${file} (OFL-1.1)`, readFileSync(join(root, file), 'utf8').trim()].join('\n\n'),
  );
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  return `${['Branchline includes the following third-party software and fonts.', ...sections, ...ofFonts].join(rule)}\n`;
}

if (import.meta.main) {
  const refused = shippedPackages().filter(({ license }) => !isAccepted(license));
  for (const { name, version, license } of refused)
    console.error(
      `${name} ${version} has the license ${license}. Have counsel look at it, then add it to this script.`,
    );
  if (refused.length > 0) process.exit(1);
  const target = process.argv[2];
  if (target === undefined) process.stdout.write(thirdPartyNotices());
  else writeFileSync(target, thirdPartyNotices());
}
