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
/** Codes that serve more states than their own, by the Census Bureau's ZIP Code Tabulation Areas. */
const otherStates = new Map(
  (
    '02861 MA|03579 ME|20135 WV|24604 WV|38549 KY|42223 TN|42602 TN|51001 SD|51023 SD|51360 MN|51557 NE|51640 MO|' +
    '52542 MO|52573 MO|52626 MO|54540 MI|56144 SD|56164 SD|56219 SD|56744 ND|57717 MT WY|58439 SD|58623 SD|58649 SD|' +
    '58653 SD|59221 ND|59270 ND|59275 ND|59847 ID|63673 IL|65729 AR|65733 AR|65761 AR|66541 NE|66955 NE|67950 OK|' +
    '68325 KS|68327 KS|68420 KS|68719 SD|68755 SD|68943 KS|68978 KS|69026 KS|69168 CO|69201 SD|69212 SD|69216 SD|' +
    '69337 SD|71749 LA|71937 OK|71953 OK|72338 TN|72644 MO|73949 TX|75556 AR|79835 NM|79837 NM|79922 NM|80737 NE|' +
    '80758 NE|81120 NM|81137 NM|81324 UT|82063 CO|82082 CO NE|82701 SD|82801 MT|82930 UT|83120 ID|83127 ID|83312 UT|' +
    '83342 UT|83856 WA|84034 NV|84531 AZ|84536 AZ|86044 UT|86504 NM|86514 NM UT|86515 NM|87328 AZ|88063 TX|88220 TX|' +
    '88430 TX|89010 CA|89019 CA|89060 CA|89061 CA|89421 OR|89439 CA|89832 ID|97635 CA|97910 ID|97913 ID|99033 ID|' +
    '99128 ID'
  )
    .split('|')
    .map((entry) => [entry.slice(0, 5), entry.slice(5)]),
);
const MILITARY = new Set(['AA', 'AE', 'AP']);
const zips = Object.values(codes)
  .filter((z) => z.country === 'US' && z.latitude && z.longitude && !MILITARY.has(z.state))
  .sort((a, b) => a.zip.localeCompare(b.zip));

const lines = [
  '# ZIP codes of the United States: ZIP, latitude, longitude and any other states that it serves, under a line with its state.',
  '# Places from GeoNames (https://www.geonames.org), CC BY 4.0, by way of the npm package zipcodes 8.0.0 (BSD).',
  '# Other states from the ZIP Code Tabulation Areas of the Census Bureau.',
  '# Made by lender/tools/make-places.js.',
];
for (const state of [...new Set(zips.map((z) => z.state))].sort()) {
  lines.push(state);
  for (const z of zips.filter((zip) => zip.state === state)) {
    lines.push(`${z.zip} ${z.latitude.toFixed(3)} ${z.longitude.toFixed(3)}${otherStates.get(z.zip) ?? ''}`);
  }
}
writeFileSync(path.join(lender, 'zip-centroids.txt'), `${lines.join('\n')}\n`);
console.log(`${zips.length} ZIP codes`);
