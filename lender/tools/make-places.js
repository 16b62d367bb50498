// Makes lender/zip-centroids.txt from the npm package `zipcodes` (BSD; its figures come from GeoNames, CC BY 4.0). The package is not a
// dependency: install it in a folder of its own and run
//   mkdir /tmp/zips && npm install --prefix /tmp/zips zipcodes && node lender/tools/make-places.js /tmp/zips
// The same input makes the same file, so a run shows in the diff only what the source changed.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const source = process.argv[2];
if (!source) {
  console.error(
    'Name the folder that `zipcodes` is installed in: node lender/tools/make-places.js /tmp/zips',
  );
  process.exit(1);
}
const lender = path.join(import.meta.dirname, '..');
const { codes } = createRequire(path.join(path.resolve(source), 'package.json'))('zipcodes/lib/codes.js');
const MILITARY = new Set(['AA', 'AE', 'AP']);
const zips = Object.values(codes)
  .filter((z) => z.country === 'US' && z.latitude && z.longitude && !MILITARY.has(z.state))
  .sort((a, b) => a.zip.localeCompare(b.zip));

const lines = [
  '# ZIP codes of the United States: ZIP, latitude, longitude, under a line with the state that they belong to.',
  '# Places from GeoNames (https://www.geonames.org), CC BY 4.0, by way of the npm package zipcodes 8.0.0 (BSD).',
  '# Made by lender/tools/make-places.js.',
];
for (const state of [...new Set(zips.map((z) => z.state))].sort()) {
  lines.push(state);
  for (const z of zips.filter((one) => one.state === state)) {
    lines.push(`${z.zip} ${z.latitude.toFixed(3)} ${z.longitude.toFixed(3)}`);
  }
}
writeFileSync(path.join(lender, 'zip-centroids.txt'), `${lines.join('\n')}\n`);
console.log(`${zips.length} ZIP codes`);
