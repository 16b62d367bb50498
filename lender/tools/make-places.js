// Makes lender/zip-centroids.txt and the demo lender's lender/branches.json from the npm package `zipcodes`
// (BSD; its figures come from GeoNames, CC BY 4.0). The package is not a dependency: install it in a folder of its own and run
//   mkdir /tmp/zips && npm install --prefix /tmp/zips zipcodes && node lender/tools/make-places.js /tmp/zips && npm run -s format
// The same input makes the same files, so a run shows in the diff only what the source changed.
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

// 350 branches, by state, more where more people live.
const BRANCHES = {
  AL: 18,
  AZ: 20,
  CA: 48,
  GA: 25,
  ID: 8,
  IL: 26,
  IN: 17,
  LA: 14,
  MO: 17,
  MS: 10,
  NC: 22,
  NM: 8,
  OK: 14,
  SC: 15,
  TN: 18,
  TX: 34,
  UT: 10,
  VA: 12,
  WI: 14,
};
const AREA_CODES = `
AL 205 Birmingham, 251 Mobile, 256 Huntsville, 334 Montgomery; AZ 602 Phoenix, 480 Mesa, 520 Tucson, 928 Flagstaff
CA 213 Los Angeles, 310 Torrance, 408 San Jose, 415 San Francisco, 510 Oakland, 530 Redding, 559 Fresno, 562 Long Beach, 619 San Diego, 661 Bakersfield, 707 Santa Rosa, 714 Anaheim, 760 Oceanside, 805 Santa Barbara, 818 Van Nuys, 831 Salinas, 909 San Bernardino, 916 Sacramento, 925 Concord, 949 Irvine, 951 Riverside, 209 Stockton
GA 404 Atlanta, 229 Albany, 478 Macon, 706 Augusta, 770 Marietta, 912 Savannah; ID 208 Boise
IL 312 Chicago, 217 Springfield, 309 Peoria, 618 Belleville, 630 Aurora, 815 Rockford, 847 Elgin
IN 317 Indianapolis, 219 Gary, 260 Fort Wayne, 574 South Bend, 765 Muncie, 812 Evansville
LA 504 New Orleans, 225 Baton Rouge, 318 Shreveport, 337 Lafayette; MO 314 Saint Louis, 417 Springfield, 573 Columbia, 660 Sedalia, 816 Kansas City
MS 601 Jackson, 228 Gulfport, 662 Tupelo; NC 704 Charlotte, 252 Greenville, 336 Greensboro, 828 Asheville, 910 Fayetteville, 919 Raleigh
NM 505 Albuquerque, 575 Las Cruces; OK 405 Oklahoma City, 580 Lawton, 918 Tulsa; SC 803 Columbia, 843 Charleston, 864 Greenville
TN 615 Nashville, 423 Chattanooga, 731 Jackson, 865 Knoxville, 901 Memphis, 931 Clarksville
TX 512 Austin, 210 San Antonio, 214 Dallas, 254 Waco, 325 Abilene, 361 Corpus Christi, 409 Beaumont, 432 Midland, 713 Houston, 806 Lubbock, 817 Fort Worth, 903 Tyler, 915 El Paso, 940 Wichita Falls, 956 Laredo, 979 Bryan
UT 801 Salt Lake City, 435 Saint George; VA 804 Richmond, 276 Bristol, 434 Lynchburg, 540 Roanoke, 703 Alexandria, 757 Norfolk
WI 414 Milwaukee, 262 Kenosha, 608 Madison, 715 Eau Claire, 920 Green Bay`;
const phoneAreas = AREA_CODES.trim()
  .split(/[\n;]/)
  .flatMap((line) => {
    const [state, rest] = [line.trim().slice(0, 2), line.trim().slice(3)];
    return rest.split(', ').map((one) => {
      const [code, ...city] = one.split(' ');
      const at = zips.find((z) => z.state === state && z.city === city.join(' '));
      if (!at) throw new Error(`no such city: ${city.join(' ')}, ${state}`);
      return { state, code, at };
    });
  });

const miles = (a, b) => {
  const r = Math.PI / 180;
  const h =
    Math.sin(((b.latitude - a.latitude) * r) / 2) ** 2 +
    Math.cos(a.latitude * r) *
      Math.cos(b.latitude * r) *
      Math.sin(((b.longitude - a.longitude) * r) / 2) ** 2;
  return 3958.8 * 2 * Math.asin(Math.sqrt(h));
};

const FIRST =
  'Alice Marcus Dolores Victor Nadine Howard Priya Walter Ingrid Samuel Teresa Curtis Yvonne Gilbert Maureen Andre Phyllis Raymond Camille Desmond Lorraine Hector Bernice Wesley Anita Clifford Marisol Leonard Denise Roland Harriet Felix Joanne Emmett Sylvia Oscar Rhonda Stanley Carmen Elliot'.split(
    ' ',
  );
const LAST =
  'Ackerman Bellamy Castaneda Dunlap Eastwood Fairchild Gallegos Hathaway Ibarra Jernigan Kowalski Lockhart Mahoney Northrup Okafor Prescott Quintero Rutledge Sandoval Thackeray Underhill Villanueva Whitcomb Yarbrough Zielinski Applegate Brannigan Crowther Delacroix Ellsworth Fontenot'.split(
    ' ',
  );
const STREETS =
  'Station Street,Depot Avenue,Junction Road,Railway Avenue,Main Street,Market Street,Commerce Drive,Mill Road,Union Avenue,Court Street,Elm Street,Center Street,College Avenue,Church Street,Washington Street,Franklin Avenue,Orchard Lane,Bridge Street'.split(
    ',',
  );
const SECOND_NAMES = ['Junction', 'Crossing', 'Depot', 'Siding', 'Terrace', 'Gateway', 'Sidings', 'Halt'];
const HOURS = [
  ['09:00', '17:00'],
  ['08:30', '17:00'],
  ['09:00', '17:30'],
  ['09:00', '18:00'],
];

// A branch stands in the ZIP nearest the middle of its city; big cities get more than one, apart from each other.
const branches = [];
for (const [state, count] of Object.entries(BRANCHES)) {
  const cities = new Map();
  for (const z of zips.filter((one) => one.state === state)) {
    cities.set(z.city, [...(cities.get(z.city) ?? []), z]);
  }
  const ranked = [...cities].sort((a, b) => b[1].length - a[1].length || a[0].localeCompare(b[0]));
  const chosen = [];
  const mine = [];
  for (const [city, all] of ranked) {
    const inTown = Math.min(all.length >= 60 ? 3 : all.length >= 25 ? 2 : 1, count - mine.length);
    const middle = {
      latitude: all.map((z) => z.latitude).sort((a, b) => a - b)[Math.floor(all.length / 2)],
      longitude: all.map((z) => z.longitude).sort((a, b) => a - b)[Math.floor(all.length / 2)],
    };
    const byMiddle = all.toSorted(
      (a, b) => miles(a, middle) - miles(b, middle) || a.zip.localeCompare(b.zip),
    );
    let here = 0;
    for (const z of byMiddle) {
      if (here === inTown) break;
      if (chosen.some((c) => miles(c, z) < (here === 0 ? 9 : 3))) continue;
      chosen.push(z);
      mine.push({ city, zip: z, name: here === 0 ? city : `${city} ${SECOND_NAMES[here - 1]}` });
      here += 1;
    }
    if (mine.length === count) break;
  }
  if (mine.length !== count) throw new Error(`${state}: ${mine.length} branches of ${count}`);
  branches.push(...mine.map((one) => ({ ...one, state })));
}

const used = new Map();
const made = branches.map(({ state, city, zip, name }, i) => {
  const area = phoneAreas
    .filter((a) => a.state === state)
    .sort((a, b) => miles(a.at, zip) - miles(b.at, zip))[0].code;
  const line = used.get(area) ?? 0;
  used.set(area, line + 1);
  return {
    id: `${state.toLowerCase()}-${name.toLowerCase().replace(/[^a-z]+/g, '-')}`,
    name,
    streetAddress: `${100 + ((i * 137) % 4800)} ${STREETS[(i * 7) % STREETS.length]}`,
    city,
    state,
    zipCode: zip.zip,
    phone: `+1${area}55501${String(10 + line).padStart(2, '0')}`,
    openHours: HOURS[(i * 5) % HOURS.length],
    manager: {
      fullName: `${FIRST[(i * 11) % FIRST.length]} ${LAST[(i * 17) % LAST.length]}`,
      title: i % 9 === 4 ? 'Senior Branch Manager' : 'Branch Manager',
    },
    latitude: Number(zip.latitude.toFixed(4)),
    longitude: Number(zip.longitude.toFixed(4)),
  };
});
const rows = made.map((one) => `  ${JSON.stringify(one)}`);
writeFileSync(path.join(lender, 'branches.json'), `[\n${rows.join(',\n')}\n]\n`);
console.log(`${zips.length} ZIP codes, ${made.length} branches`);
