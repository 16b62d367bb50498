// Builds the frontend into .build/web: hashed files, their compressed copies, and the pages (`pages.ts`).
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildFolder, currentStamp, filesIn, needsBuild, writeStamp } from './build-stamp.js';
import { lenderDirectory } from './lender-facts.ts';
import { writePages } from './pages.ts';

/** Where the build keeps the modules that render pages; the server renders with them too. */
const ssrFolder = 'ssr';

const root = join(import.meta.dirname, '..');

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

async function compress(file: string): Promise<void> {
  const data = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: data.length };
  const [br, gz] = await Promise.all([compressBrotli(data, { params }), compressGzip(data, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

/** Source maps are for the server, which reads browsers' error reports. It serves only the pages and the assets. */
async function setMapsAside(folder: string): Promise<void> {
  const [assets, maps] = [join(folder, 'assets'), join(folder, 'maps')];
  await mkdir(maps);
  for (const name of await readdir(assets))
    if (name.endsWith('.map')) await rename(join(assets, name), join(maps, name));
}

export async function build(folder = buildFolder, report = (_step: string): void => {}): Promise<void> {
  const stamp = await currentStamp();
  // Build in another folder and move it at the end, so a running server never sees half a build.
  const aside = join(root, `.build/web-${process.pid}`);
  const prerenderBuild = join(aside, ssrFolder);
  const vite = await import('vite');
  // Always a production build, even when a test with another NODE_ENV starts it.
  const environment = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    const shared = {
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn' as const,
      mode: 'production',
    };
    report('scripts and styles for browsers');
    await vite.build({ ...shared, build: { outDir: aside, sourcemap: 'hidden' } });
    await setMapsAside(aside);
    report('the same for the server');
    await vite.build({
      ...shared,
      build: {
        outDir: prerenderBuild,
        ssr: true,
        ssrEmitAssets: true,
        manifest: true,
        rolldownOptions: {
          input: join(root, 'web/src/prerender.tsx'),
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', codeSplitting: true },
        },
      },
    });
    report('pages');
    await writePages(aside, prerenderBuild);
    // A font's license goes with it.
    const fonts = join(lenderDirectory, 'public/fonts');
    for (const file of await filesIn(fonts))
      if (file.endsWith('.txt')) await cp(file, join(aside, 'assets', relative(fonts, file)));
    report('compressed copies');
    // The server compresses the pages itself, because it inserts its settings into them.
    const files = (await filesIn(aside)).filter((file) => !file.startsWith(prerenderBuild));
    await Promise.all(files.filter((file) => /\.(js|css|svg|txt)$/.test(file)).map(compress));
    await rm(folder, { recursive: true, force: true });
    await rename(aside, folder);
    if (folder === buildFolder) await writeStamp(stamp);
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
    await rm(aside, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { force: { type: 'boolean' }, to: { type: 'string' } } });
  if (values.force || values.to || (await needsBuild())) {
    const started = performance.now();
    await build(values.to, (step) => console.log(`Building the frontend: ${step} …`));
    console.log(`Built the frontend in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  } else console.log('The frontend is up to date');
}
