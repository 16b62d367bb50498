// The addresses that search finds: real cities and ZIP codes with common street names. House numbers are derived from
// the place, so they are the same on every start.
import { createHash } from 'node:crypto';

export type Address = {
  placeId: string;
  houseNumber: string;
  /** Abbreviated, as on an envelope. */
  street: string;
  streetLong: string;
  city: string;
  state: string;
  stateName: string;
  zipCode: string;
  latitude: number;
  longitude: number;
};

/** Columns: state, city, latitude, longitude, ZIP codes. */
const cities = `
AL Birmingham 33.52 -86.81 35203 35205 35209
AL Montgomery 32.38 -86.31 36104 36106
AL Mobile 30.69 -88.04 36602 36608
AL Huntsville 34.73 -86.59 35801 35802
AZ Phoenix 33.45 -112.07 85003 85006
AZ Tucson 32.22 -110.97 85701 85716
AZ Flagstaff 35.20 -111.65 86001
CA Los_Angeles 34.05 -118.24 90012 90026 90034
CA San_Diego 32.72 -117.16 92101 92104
CA Sacramento 38.58 -121.49 95814 95816
CA Fresno 36.74 -119.79 93701 93704
GA Atlanta 33.75 -84.39 30303 30308 30312
GA Augusta 33.47 -81.97 30901 30904
GA Savannah 32.08 -81.09 31401 31405
GA Macon 32.84 -83.63 31201 31204
ID Boise 43.62 -116.20 83702 83706
ID Idaho_Falls 43.49 -112.03 83402
ID Pocatello 42.87 -112.45 83201
IL Chicago 41.88 -87.63 60601 60614 60647
IL Springfield 39.80 -89.65 62701 62704
IL Peoria 40.69 -89.59 61602 61604
IL Rockford 42.27 -89.09 61101 61107
IN Indianapolis 39.77 -86.16 46204 46220
IN Fort_Wayne 41.08 -85.14 46802 46804
IN Evansville 37.97 -87.57 47708 47714
IN South_Bend 41.68 -86.25 46601 46615
LA New_Orleans 29.95 -90.07 70112 70115
LA Baton_Rouge 30.45 -91.19 70801 70806
LA Shreveport 32.53 -93.75 71101 71104
MO Kansas_City 39.10 -94.58 64106 64111
MO St._Louis 38.63 -90.20 63101 63108
MO Springfield 37.21 -93.29 65806 65807
MO Columbia 38.95 -92.33 65201 65203
MS Jackson 32.30 -90.18 39201 39206
MS Gulfport 30.37 -89.09 39501 39507
MS Hattiesburg 31.33 -89.29 39401 39402
NC Charlotte 35.23 -80.84 28202 28205
NC Raleigh 35.78 -78.64 27601 27607
NC Greensboro 36.07 -79.79 27401 27403
NC Durham 35.99 -78.90 27701 27707
NM Albuquerque 35.08 -106.65 87102 87106
NM Santa_Fe 35.69 -105.94 87501 87505
NM Las_Cruces 32.31 -106.78 88001 88005
OK Oklahoma_City 35.47 -97.52 73102 73106
OK Tulsa 36.15 -95.99 74103 74104
OK Norman 35.22 -97.44 73069 73072
SC Columbia 34.00 -81.03 29201 29205
SC Charleston 32.78 -79.93 29401 29403
SC Greenville 34.85 -82.40 29601 29607
TN Nashville 36.16 -86.78 37203 37206
TN Memphis 35.15 -90.05 38103 38104
TN Knoxville 35.96 -83.92 37902 37919
TN Chattanooga 35.05 -85.31 37402 37405
TX Houston 29.76 -95.37 77002 77007
TX Dallas 32.78 -96.80 75201 75206
TX San_Antonio 29.42 -98.49 78205 78209
TX Austin 30.27 -97.74 78701 78704
TX El_Paso 31.76 -106.49 79901 79902
TX Marfa 30.31 -104.02 79843
UT Salt_Lake_City 40.76 -111.89 84101 84102 84103
UT Provo 40.23 -111.66 84601 84604
UT Ogden 41.22 -111.97 84401 84403
UT Logan 41.74 -111.83 84321
VA Richmond 37.54 -77.44 23219 23220
VA Norfolk 36.85 -76.29 23510 23517
VA Roanoke 37.27 -79.94 24011 24015
WI Milwaukee 43.04 -87.91 53202 53207
WI Madison 43.07 -89.40 53703 53711
WI Green_Bay 44.52 -88.02 54301 54303
`;

const stateNames: Record<string, string> = {
  AL: 'Alabama',
  AZ: 'Arizona',
  CA: 'California',
  GA: 'Georgia',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  LA: 'Louisiana',
  MO: 'Missouri',
  MS: 'Mississippi',
  NC: 'North Carolina',
  NM: 'New Mexico',
  OK: 'Oklahoma',
  SC: 'South Carolina',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VA: 'Virginia',
  WI: 'Wisconsin',
};

const streets = `
Main St|N Main St|S Main St|Oak St|Maple Ave|Cedar Ln|Elm St|Pine St|Washington Ave|Jefferson St|Lincoln Ave|Park Ave
Church St|Highland Ave|Lake Dr|Hill Rd|Sunset Blvd|River Rd|College Ave|Franklin St|Walnut St|Broad St|Center St
Chestnut St|Spring St|Meadow Ln|Willow Way|Orchard Rd|Prairie Ave|Juniper Ct
`
  .trim()
  .split(/[|\n]/);

const longForms: Record<string, string> = {
  N: 'North',
  S: 'South',
  E: 'East',
  W: 'West',
  St: 'Street',
  Ave: 'Avenue',
  Ln: 'Lane',
  Dr: 'Drive',
  Rd: 'Road',
  Blvd: 'Boulevard',
  Ct: 'Court',
  Way: 'Way',
};

const expandWords = (words: string) => words.split(' ').map((word) => longForms[word] ?? word);

const housesInZip = 24;

function address(
  state: string,
  city: string,
  zipCode: string,
  houseNumber: string,
  street: string,
  [latitude, longitude]: readonly [number, number],
): Address {
  const hash = createHash('sha256').update(`${houseNumber} ${street}, ${city}, ${state} ${zipCode}`).digest();
  return {
    placeId: `ChIJ${hash.toString('base64url').slice(0, 23)}`,
    houseNumber,
    street,
    streetLong: expandWords(street).join(' '),
    city,
    state,
    stateName: stateNames[state] ?? state,
    zipCode,
    latitude: latitude + (hash.readInt16BE(24) / 32_768) * 0.03,
    longitude: longitude + (hash.readInt16BE(26) / 32_768) * 0.03,
  };
}

function* everyAddress(): Generator<Address> {
  yield address('UT', 'Salt Lake City', '84101', '350', 'S Main St', [40.7619, -111.891]);
  for (const row of cities.trim().split('\n')) {
    const [state = '', name = '', latitude, longitude, ...zipCodes] = row.split(' ');
    const city = name.replaceAll('_', ' ');
    for (const zipCode of zipCodes)
      for (let house = 0; house < housesInZip; house += 1) {
        const bytes = createHash('sha256').update(`${zipCode} ${house}`).digest();
        const street = streets[(bytes.readUInt16BE(0) + house) % streets.length] ?? 'Main St';
        const number = String(100 + (bytes.readUInt16BE(2) % 99) * 25 + ((bytes[4] ?? 0) % 25));
        yield address(state, city, zipCode, number, street, [Number(latitude), Number(longitude)]);
      }
  }
}

export const addresses: readonly Address[] = [
  ...new Map([...everyAddress()].map((entry) => [entry.placeId, entry])).values(),
];

const shortForm = new Map(
  Object.entries(longForms).map(([short, long]) => [long.toLowerCase(), short.toLowerCase()]),
);

const words = (text: string) =>
  text
    .toLowerCase()
    .replace(/[.,#]/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => shortForm.get(word) ?? word);

const searchable = addresses.map((entry) => ({
  entry,
  words: words(
    `${entry.houseNumber} ${entry.street} ${entry.city} ${entry.state} ${entry.zipCode} ${entry.stateName}`,
  ),
}));

/** Each typed word must start a word of the address, in order. Matching house numbers come first. */
export function findAddresses(input: string, limit: number): Address[] {
  const typed = words(input);
  if (typed.length === 0) return [];
  const [first = ''] = typed;
  const matches = searchable.flatMap(({ entry, words: known }) => {
    let position = 0;
    const found = typed.every((word) => {
      const at = known.findIndex((candidate, index) => index >= position && candidate.startsWith(word));
      position = at + 1;
      return at >= 0;
    });
    return found ? [{ entry, exact: known[0] === first ? 0 : 1 }] : [];
  });
  return matches
    .sort((left, right) => left.exact - right.exact)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

const byId = new Map(addresses.map((entry) => [entry.placeId, entry]));
export const findAddress = (placeId: string): Address | undefined => byId.get(placeId);
