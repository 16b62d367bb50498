// `node scripts/slim-packages.js FOLDER` removes what no process loads, for the image. Licenses stay.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const licenses = /^(?:licen[cs]e|copying|notice)/i;
const unusedFiles = /\.(?:map|[cm]?ts|flow|md|markdown)$|[.](?:browser(?:\.old)?|umd|base64-\w+)\.m?js$/;
const unusedFolders = /^(?:tests?|__tests__|benchmarks?|docs|examples?|\.github|dist-es|esnext)$/;

/** Parts of single packages: bundles, sources, languages, themes and other module formats of what the product imports by its parts. */
const unusedOf = {
  '@cantoo/pdf-lib': [
    'src',
    'ts3.4',
    'dist/pdf-lib.js',
    'dist/pdf-lib.min.js',
    'dist/pdf-lib.esm.js',
    'dist/pdf-lib.esm.min.js',
  ],
  'csv-stringify': ['dist'],
  kysely: ['dist/cjs'],
  'libphonenumber-js': ['bundle', 'source'],
  pdfkit: ['js/pdfkit.standalone.js'],
};

function slim(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      // The parent of a package may have one of these names.
      if (unusedFolders.test(entry.name) && !/node_modules(?:\/@[^/]+)?$/.test(folder))
        rmSync(path, { recursive: true });
      else slim(path);
    } else if (unusedFiles.test(entry.name) && !licenses.test(entry.name)) rmSync(path);
  }
}

const packages = process.argv[2] ?? 'node_modules';
for (const [name, parts] of Object.entries(unusedOf))
  for (const part of parts) rmSync(join(packages, name, part), { recursive: true, force: true });
slim(packages);
