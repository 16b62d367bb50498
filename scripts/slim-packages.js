// `node scripts/slim-packages.js FOLDER` removes from installed packages what no process loads, for the image: types, maps, tests,
// documentation, and forms for browsers. Licenses stay.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const licenses = /^(?:licen[cs]e|copying|notice)/i;
const unusedFiles = /\.(?:map|[cm]?ts|flow|md|markdown)$|[.](?:browser(?:\.old)?|umd|base64-\w+)\.m?js$/;
const unusedFolders = new Set([
  'test',
  'tests',
  '__tests__',
  'benchmark',
  'benchmarks',
  'docs',
  'example',
  'examples',
  '.github',
]);

function slim(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      // The parent of a package may have one of these names.
      if (unusedFolders.has(entry.name) && !/node_modules(?:\/@[^/]+)?$/.test(folder))
        rmSync(path, { recursive: true });
      else slim(path);
    } else if (unusedFiles.test(entry.name) && !licenses.test(entry.name)) rmSync(path);
  }
}

slim(process.argv[2] ?? 'node_modules');
