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
};

/** Columns: state, city, ZIP codes. */
const cities = `
AL Birmingham 35203 35205 35209
AL Montgomery 36104 36106
AZ Phoenix 85003 85006
AZ Tucson 85701 85716
CA Los_Angeles 90012 90026 90034
CA San_Diego 92101 92104
GA Atlanta 30303 30308 30312
GA Augusta 30901 30904
ID Boise 83702 83706
ID Idaho_Falls 83402
IL Chicago 60601 60614 60647
IL Springfield 62701 62704
IN Indianapolis 46204 46220
IN Fort_Wayne 46802 46804
LA New_Orleans 70112 70115
LA Baton_Rouge 70801 70806
MO Kansas_City 64106 64111
MO St._Louis 63101 63108
MS Jackson 39201 39206
MS Gulfport 39501 39507
NC Charlotte 28202 28205
NC Raleigh 27601 27607
NM Albuquerque 87102 87106
NM Santa_Fe 87501 87505
OK Oklahoma_City 73102 73106
OK Tulsa 74103 74104
SC Columbia 29201 29205
SC Charleston 29401 29403
TN Nashville 37203 37206
TN Memphis 38103 38104
TX Houston 77002 77007
TX Dallas 75201 75206
TX Marfa 79843
UT Salt_Lake_City 84101 84102 84103
UT Provo 84601 84604
VA Richmond 23219 23220
VA Norfolk 23510 23517
WI Milwaukee 53202 53207
WI Madison 53703 53711
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

const housesInZip = 40;

function address(state: string, city: string, zipCode: string, houseNumber: string, street: string): Address {
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
  };
}

function* everyAddress(): Generator<Address> {
  yield address('UT', 'Salt Lake City', '84101', '350', 'S Main St');
  for (const row of cities.trim().split('\n')) {
    const [state = '', name = '', ...zipCodes] = row.split(' ');
    const city = name.replaceAll('_', ' ');
    for (const zipCode of zipCodes)
      for (let house = 0; house < housesInZip; house += 1) {
        const bytes = createHash('sha256').update(`${zipCode} ${house}`).digest();
        const street = streets[(bytes.readUInt16BE(0) + house) % streets.length] ?? 'Main St';
        const number = String(100 + (bytes.readUInt16BE(2) % 99) * 25 + ((bytes[4] ?? 0) % 25));
        yield address(state, city, zipCode, number, street);
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
