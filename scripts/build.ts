// Builds the browser side into .build/web: hashed files with their compressed twins, the landing page as finished HTML,
// one shell for every other page, and the hashes of every inline script and style for the Content-Security-Policy.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { lenderFacts } from './lender-facts.ts';

const root = join(import.meta.dirname, '..');
const out = join(root, '.build/web');
const stampFile = join(root, '.build/web.stamp');

/** What the client is made of. */
const inputs = [
  'web',
  'contract',
  'finance',
  'lender/public',
  'vite.config.ts',
  'scripts/build.ts',
  'package-lock.json',
];

interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

async function filesIn(path: string): Promise<readonly string[]> {
  const info = await stat(path).catch(() => undefined);
  if (!info) return [];
  if (info.isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Names, sizes and times of everything that goes in: reading the files themselves would take longer than it saves. */
async function stampNow(): Promise<string> {
  const files = (await Promise.all(inputs.map((path) => filesIn(join(root, path))))).flat();
  const counted = files.filter((file) => !/\.(test|e2e)\.tsx?$/.test(file)).sort();
  const lines = await Promise.all(
    counted.map(async (file) => {
      const { size, mtimeMs } = await stat(file);
      return `${relative(root, file)} ${size} ${mtimeMs}`;
    }),
  );
  // Of the policy only what the screens say of it today goes in.
  lines.push(JSON.stringify(lenderFacts()));
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** Whether the built files are missing or older than what they are made of. */
export async function needsBuild(): Promise<boolean> {
  const [now, then] = await Promise.all([stampNow(), readFile(stampFile, 'utf8').catch(() => '')]);
  return now !== then || !(await stat(join(out, 'csp.json')).catch(() => undefined));
}

/** An entry with everything it imports before it can run, and nothing twice. */
export function withImports(manifest: Manifest, key: string, seen = new Set<string>()): ReadonlySet<string> {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return seen;
  seen.add(key);
  for (const imported of chunk.imports ?? []) withImports(manifest, imported, seen);
  return seen;
}

export const entryKey = 'src/main.tsx';
/** The landing page's own screen, loaded beside the entry because it is sure to be needed. */
export const landingKeys = (manifest: Manifest): readonly string[] =>
  Object.keys(manifest).filter((key) => /^src\/screens\/prequalification\/Landing\.tsx$/.test(key));

/** What every other page needs besides the entry. */
const shellKeys = ['src/app/Routed.tsx'];

const filesOf = (manifest: Manifest, keys: readonly string[]) => {
  const seen = new Set<string>();
  for (const key of keys) withImports(manifest, key, seen);
  const chunks = [...seen].map((key) => manifest[key]).filter((chunk) => chunk !== undefined);
  return {
    scripts: [...new Set(chunks.map(({ file }) => `/${file}`))],
    styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))],
  };
};

/** Scripts that a browser fetches before the landing page is alive, as paths under the build. */
export function landingScripts(manifest: Manifest): readonly string[] {
  return filesOf(manifest, [entryKey, ...landingKeys(manifest)]).scripts;
}

/**
 * Runs before the application does: keeps a form from being sent by the browser itself (its fields would be lost), notes
 * the press so that it counts once the page is alive, and fetches the application after the first paint.
 */
function loader(scripts: readonly string[], entry: string, afterPaint?: { face: string }): string {
  const fetchAll = `${JSON.stringify(scripts)}.forEach(function(u){var l=d.createElement("link");l.rel="modulepreload";l.href=u;d.head.appendChild(l)});import(${JSON.stringify(entry)})`;
  const when = afterPaint
    ? `requestAnimationFrame(function(){setTimeout(function(){${afterPaint.face}${fetchAll}})})`
    : fetchAll;
  return `var d=document;d.addEventListener("submit",function(e){e.preventDefault();e.target.dataset.pressed=""},true);${when}`;
}

/**
 * The display face as a rule of the landing page's style would hold up its first paint on a slow line. Its fallbacks have
 * the same measures, so it is taken out of the style and added by script once the page is painted.
 */
function lateFace(style: string): { readonly style: string; readonly face: string } {
  const rule = /@font-face\s*\{[^}]*font-family:\s*["']?Besley["']?\s*;[^}]*\}/.exec(style)?.[0];
  if (!rule) throw new Error('The landing page’s style has no rule for the display face.');
  const value = (name: string) => new RegExp(`[;{\\s]${name}:\\s*([^;}]+)`).exec(rule)?.[1]?.trim();
  const descriptors = {
    weight: value('font-weight'),
    ascentOverride: value('ascent-override'),
    descentOverride: value('descent-override'),
    lineGapOverride: value('line-gap-override'),
  };
  const source = JSON.stringify(value('src'));
  const face = `d.fonts.add(new FontFace("Besley",${source},${JSON.stringify(descriptors)}));`;
  return { style: style.replace(rule, ''), face };
}

interface HtmlParts {
  readonly title: string;
  readonly head: string;
  readonly body: string;
  readonly script: string;
}

const brand = JSON.parse(readFileSync(join(root, 'lender/public/brand.json'), 'utf8')) as {
  name: string;
  tagline: string;
};
const description = `${brand.name}: ${brand.tagline}`;

const page = ({ title, head, body, script }: HtmlParts) => `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#fbf8f3" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#111715" media="(prefers-color-scheme: dark)">
<meta name="format-detection" content="telephone=no">
<meta name="description" content="${description}">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${head}
</head>
<body>
<div id="root">${body}</div>
<noscript><p>This application needs JavaScript. Turn it on in your browser, or call or visit a branch.</p></noscript>
<script type="module">${script}</script>
</body>
</html>
`;

/** Named first of all, so that the layers keep their order whichever file arrives first. */
const layers = '@layer base,parts;';

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

async function compress(file: string): Promise<void> {
  const data = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
  };
  const [br, gz] = await Promise.all([compressBrotli(data, { params }), compressGzip(data, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

export async function build(): Promise<void> {
  const stamp = await stampNow();
  // Built aside and put in place at the end: a running server never sees half of it.
  const aside = join(root, `.build/web-${process.pid}`);
  const drawn = join(root, `.build/prerender-${process.pid}`);
  const vite = await import('vite');
  try {
    const shared = {
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn' as const,
      mode: 'production',
    };
    await vite.build({ ...shared, build: { outDir: aside } });
    await vite.build({
      ...shared,
      build: {
        outDir: drawn,
        ssr: true,
        ssrEmitAssets: true,
        manifest: true,
        rolldownOptions: {
          input: join(root, 'web/src/prerender.tsx'),
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', codeSplitting: true },
        },
      },
    });
    await writePages(aside, drawn);
    const files = await filesIn(aside);
    const textual = files.filter(
      (file) => /\.(js|css|svg|html|json|txt)$/.test(file) && !file.includes('.vite'),
    );
    await Promise.all(textual.map(compress));
    await rm(out, { recursive: true, force: true });
    await rename(aside, out);
    await writeFile(stampFile, stamp);
  } finally {
    await rm(aside, { recursive: true, force: true });
    await rm(drawn, { recursive: true, force: true });
  }
}

async function writePages(aside: string, drawn: string): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(join(aside, '.vite/manifest.json'), 'utf8'));
  const ssr: Manifest = JSON.parse(await readFile(join(drawn, '.vite/manifest.json'), 'utf8'));
  const entry = manifest[entryKey];
  if (!entry) throw new Error(`The build has no ${entryKey}.`);
  const { renderLanding, variants } = (await import(pathToFileURL(join(drawn, 'prerender.js')).href)) as {
    renderLanding: (variant: string) => string | Promise<string>;
    variants?: readonly string[];
  };

  // The styles of what the landing page imports are inlined whole: after compression that is less than one round trip.
  const inlined = filesOf(ssr, ['src/prerender.tsx']).styles;
  const style = (await Promise.all(inlined.map((file) => readFile(join(drawn, file), 'utf8'))))
    .join('')
    .trim();
  const { style: landingStyle, face } = lateFace(layers + style);
  const fonts = Object.values(manifest)
    .map(({ file }) => file)
    .concat((await readdir(join(aside, 'assets'))).map((name) => `assets/${name}`))
    .filter((file) => /besley-[^/]*\.woff2$/.test(file));
  const preload = fonts[0]
    ? `<link rel="preload" href="/${fonts[0]}" as="font" type="font/woff2" crossorigin>\n`
    : '';

  const scripts = new Set<string>();
  const styles = new Set<string>();
  const write = async (name: string, parts: HtmlParts, inlineStyle: string) => {
    const html = page(parts);
    if (/<[^>]+\sstyle=/.test(parts.body))
      throw new Error(`${name} carries a style attribute, which the policy forbids.`);
    scripts.add(sha256(parts.script));
    styles.add(sha256(inlineStyle));
    await writeFile(join(aside, name), html);
  };

  const landing = loader(landingScripts(manifest), `/${entry.file}`, { face });
  for (const variant of variants ?? ['sp', 'ppc']) {
    const markup = await renderLanding(variant);
    const title = /<title>(.*?)<\/title>/.exec(markup);
    await write(
      `landing.${variant}.html`,
      {
        title: title?.[1] ?? '',
        head: `<style>${landingStyle}</style>`,
        body: markup.replace(title?.[0] ?? '', ''),
        script: landing,
      },
      landingStyle,
    );
  }

  const shell = filesOf(manifest, [entryKey, ...shellKeys]);
  const links = shell.styles.map((file) => `<link rel="stylesheet" href="/${file}">`).join('\n');
  await write(
    'shell.html',
    {
      title: '',
      head: `${preload}<style>${layers}</style>\n${links}`,
      body: '',
      script: loader(shell.scripts, `/${entry.file}`),
    },
    layers,
  );
  await writeFile(
    join(aside, 'csp.json'),
    `${JSON.stringify({ scripts: [...scripts], styles: [...styles] })}\n`,
  );

  await writeFile(
    join(aside, 'screens.json'),
    `${JSON.stringify(await screenScripts(manifest, shell.scripts))}\n`,
  );

  const license = join(root, 'web/src/ui/fonts/OFL.txt');
  await mkdir(join(aside, 'assets'), { recursive: true });
  await cp(license, join(aside, 'assets/besley-license.txt'));
}

/** Each screen's own scripts, besides the shell's: the server tells the browser of them before the application asks. */
async function screenScripts(
  manifest: Manifest,
  shared: readonly string[],
): Promise<Record<string, readonly string[]>> {
  const table = await readFile(join(root, 'web/src/app/screenTable.ts'), 'utf8');
  const entries = [...table.matchAll(/'?([\w-]+)'?: \{\s*load: \(\) => import\('\.\.\/(screens\/[^']+)'\)/g)];
  return Object.fromEntries(
    entries.map(([, screen, module]) => {
      const { scripts } = filesOf(manifest, [`src/${module}`]);
      return [screen, scripts.filter((script) => !shared.includes(script))];
    }),
  );
}

if (import.meta.main) {
  const force = process.argv.includes('--force');
  if (force || (await needsBuild())) {
    const started = performance.now();
    await build();
    console.log(`Built the browser side in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  } else console.log('The browser side is up to date');
}
