// The addresses that search finds: real cities and ZIP codes with common street names. House numbers are derived from
// the place, so they are the same on every start.
import { createHash } from 'node:crypto';
import places from './places.json' with { type: 'json' };

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

const longForms: Record<string, string> = places.longForms;

const expandWords = (words: string) => words.split(' ').map((word) => longForms[word] ?? word);

const housesInZip = 40;

type Place = Pick<Address, 'city' | 'state' | 'stateName' | 'zipCode'>;

function address(place: Place, houseNumber: string, street: string): Address {
  const { city, state, zipCode } = place;
  const hash = createHash('sha256').update(`${houseNumber} ${street}, ${city}, ${state} ${zipCode}`).digest();
  return {
    placeId: `ChIJ${hash.toString('base64url').slice(0, 23)}`,
    houseNumber,
    street,
    streetLong: expandWords(street).join(' '),
    ...place,
  };
}

function* everyAddress(): Generator<Address> {
  const home = { city: 'Salt Lake City', state: 'UT', stateName: 'Utah', zipCode: '84101' };
  yield address(home, '350', 'S Main St');
  const { states, streets } = places;
  for (const [state, { name: stateName, cities }] of Object.entries(states))
    for (const [city, zipCodes] of Object.entries<string[]>(cities))
      for (const zipCode of zipCodes)
        for (let house = 0; house < housesInZip; house += 1) {
          const bytes = createHash('sha256').update(`${zipCode} ${house}`).digest();
          const street = streets[(bytes.readUInt16BE(0) + house) % streets.length] ?? 'Main St';
          const number = String(100 + (bytes.readUInt16BE(2) % 99) * 25 + ((bytes[4] ?? 0) % 25));
          yield address({ city, state, stateName, zipCode }, number, street);
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
