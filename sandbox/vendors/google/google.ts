// Google Maps: address search with details (Places, new) and the static map.

import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Context, Vendor } from '../../context.ts';
import { type Fields, Refused, text } from '../../requests.ts';
import places from './places.json' with { type: 'json' };

const maxSuggestions = 5;
const maxSidePixels = 640;

function refused(message: string, field?: string, code = 400, status = 'INVALID_ARGUMENT'): Refused {
  const details = [
    {
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [{ field, description: message }],
    },
  ];
  return new Refused(code, { error: { code, message, status, ...(field ? { details } : {}) } });
}

const missingMask =
  'FieldMask is a required parameter. See https://cloud.google.com/apis/docs/system-parameters on how to provide it.';
const expiredPlace = 'The Place ID is no longer valid. Please refresh cached Place IDs.';

/** URL- and filename-safe base64 of 36 characters at most, such as a UUID. */
const isSessionToken = (token: string) => /^[\w=-]{1,36}$/.test(token);
const isPlaceId = (id: string) => /^ChIJ[\w-]{23}$/.test(id);

const texts = z.array(z.string()).default([]);
/** Every field that a request may have. The messages are Google's. */
const autocompleteRequest = z.strictObject({
  input: z
    .string('Request must contain a non-empty input.')
    .trim()
    .min(1, 'Request must contain a non-empty input.'),
  includedPrimaryTypes: texts.refine(
    (types) => types.length <= 5,
    'Too many primary types. At most 5 are allowed.',
  ),
  includedRegionCodes: texts,
  sessionToken: z.unknown().optional(),
  ...Object.fromEntries(
    'inputOffset includeQueryPredictions languageCode locationBias locationRestriction origin regionCode'
      .split(' ')
      .map((name) => [name, z.unknown().optional()]),
  ),
});
type AutocompleteRequest = z.output<typeof autocompleteRequest>;

const secondLine = ({ city, state }: Address) => `${city}, ${state}, USA`;

function suggestion(entry: Address, input: string) {
  const mainText = `${entry.houseNumber} ${entry.street}`;
  const matched = mainText.toLowerCase().startsWith(input.trim().toLowerCase()) ? input.trim().length : 0;
  const matches = matched > 0 ? [{ endOffset: matched }] : [];
  return {
    placePrediction: {
      place: `places/${entry.placeId}`,
      placeId: entry.placeId,
      text: { text: `${mainText}, ${secondLine(entry)}`, matches },
      structuredFormat: { mainText: { text: mainText, matches }, secondaryText: { text: secondLine(entry) } },
      types: ['street_address', 'geocode'],
    },
  };
}

const component = (longText: string, shortText: string, ...types: string[]) => ({
  longText,
  shortText,
  types,
  languageCode: 'en',
});

const details = (entry: Address): Fields => ({
  name: `places/${entry.placeId}`,
  id: entry.placeId,
  types: ['street_address'],
  addressComponents: [
    component(entry.houseNumber, entry.houseNumber, 'street_number'),
    component(entry.streetLong, entry.street, 'route'),
    component(entry.city, entry.city, 'locality', 'political'),
    component(entry.stateName, entry.state, 'administrative_area_level_1', 'political'),
    component('United States', 'US', 'country', 'political'),
    component(entry.zipCode, entry.zipCode, 'postal_code'),
  ],
});

function checkKey(request: FastifyRequest, { credentials }: Context): void {
  const key = text(request.headers['x-goog-api-key']) || text((request.query as Fields).key);
  if (!key) {
    const message =
      "Method doesn't allow unregistered callers. Please use API Key or other form of API consumer identity.";
    throw refused(message, undefined, 403, 'PERMISSION_DENIED');
  }
  if (key !== credentials.GOOGLE_MAPS_KEY) throw refused('API key not valid. Please pass a valid API key.');
}

/** Google would bill each request of an ended session separately, which no test would notice. */
function checkSession(token: unknown, endedSessions: ReadonlySet<string>): void {
  if (token === undefined || token === '') return;
  const invalid = (message: string) => refused(message, 'session_token');
  if (!isSessionToken(text(token)))
    throw invalid('Invalid session_token. Must be URL and filename safe base64 of at most 36 characters.');
  if (endedSessions.has(text(token)))
    throw invalid('The session of this session_token has concluded. Generate a fresh token.');
}

function autocompleteError({ issues: [issue] }: z.ZodError): Refused {
  if (issue?.code === 'unrecognized_keys') {
    const [name = ''] = issue.keys;
    return refused(`Invalid JSON payload received. Unknown name "${name}": Cannot find field.`, name);
  }
  const field = String(issue?.path[0]).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return refused(issue?.message ?? '', field);
}

function autocomplete({ input, includedRegionCodes, includedPrimaryTypes }: AutocompleteRequest) {
  const isIncluded = (list: readonly string[], wanted: string) => list.length === 0 || list.includes(wanted);
  if (!isIncluded(includedRegionCodes, 'us') || !isIncluded(includedPrimaryTypes, 'street_address'))
    return {};
  const found = findAddresses(input);
  return found.length === 0 ? {} : { suggestions: found.map((entry) => suggestion(entry, input)) };
}

function maskedDetails(entry: Address, mask: string): Fields {
  const all = details(entry);
  const names = mask.split(',').map((name) => name.trim().split('.')[0] ?? '');
  if (names.includes('*')) return all;
  const unknown = names.find((name) => !(name in all));
  if (unknown !== undefined)
    throw refused(`Error expanding 'fields' parameter. Cannot find matching fields for path '${unknown}'.`);
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

function routes(app: FastifyInstance, context: Context) {
  const endedSessions = new Set<string>();

  // The double colon escapes a literal one: the router reads a single colon as a parameter.
  app.post('/v1/places::autocomplete', async (request) => {
    checkKey(request, context);
    const read = autocompleteRequest.safeParse(request.body);
    if (!read.success) throw autocompleteError(read.error);
    checkSession(read.data.sessionToken, endedSessions);
    return autocomplete(read.data);
  });

  app.get('/v1/places/:id', async (request) => {
    const { fields: queryFields, sessionToken } = request.query as Fields;
    const mask = text(request.headers['x-goog-fieldmask']) || text(queryFields);
    checkKey(request, context);
    if (!mask) throw refused(missingMask);
    checkSession(sessionToken, endedSessions);
    const { id } = request.params as { id: string };
    const entry = byId.get(id);
    if (!entry && isPlaceId(id)) throw refused(expiredPlace, undefined, 404, 'NOT_FOUND');
    if (!entry) throw refused('Not a valid Place ID.', 'name');
    if (text(sessionToken)) endedSessions.add(text(sessionToken));
    return maskedDetails(entry, mask);
  });

  app.get('/maps/api/staticmap', async (request, reply) => {
    const { center, markers, zoom, size, key } = request.query as Fields;
    const rejected = (code: number, why: string) =>
      new Refused(code, `The Google Maps Platform server rejected your request. ${why}`);
    if (!text(key)) throw rejected(403, 'You must use an API key to authenticate each request.');
    if (text(key) !== context.credentials.GOOGLE_MAPS_KEY)
      throw rejected(403, 'The provided API key is invalid.');
    const [, width, height] = /^(\d{1,4})x(\d{1,4})$/.exec(text(size)) ?? [];
    if (!Number(width) || !Number(height))
      throw rejected(400, "Invalid request. Missing the 'size' parameter.");
    const marker = text(Array.isArray(markers) ? markers[0] : markers);
    if (!text(center) && !marker) throw rejected(400, "Invalid request. Missing the 'center' parameter.");
    const map = await drawMap({
      zoom: Math.min(21, Math.max(0, Number.parseInt(text(zoom), 10) || 13)),
      width: Math.min(maxSidePixels, Number(width)),
      height: Math.min(maxSidePixels, Number(height)),
      isMarked: marker !== '',
    });
    return reply.type('image/png').header('Cache-Control', 'public, max-age=86400').send(map);
  });
}

export const google: Vendor = {
  name: 'google',
  failure: () => ({
    status: 500,
    body: { error: { code: 500, message: 'Internal error encountered.', status: 'INTERNAL' } },
  }),
  routes,
};

/** In pixels at zoom 13. */
const block = 48;

type MapRequest = { zoom: number; width: number; height: number; isMarked: boolean };

async function drawMap({ zoom, width, height, isMarked }: MapRequest): Promise<Buffer> {
  const size = Math.max(8, Math.round(block * 2 ** (zoom - 13)));
  const street = size / 4;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<pattern id="blocks" width="${size}" height="${size}" patternUnits="userSpaceOnUse">
<path d="M0 0H${size}M0 0V${size}" stroke="#fff" stroke-width="${street}"/>
</pattern>
<rect width="100%" height="100%" fill="url(#blocks)"/>
${isMarked ? '<circle cx="50%" cy="50%" r="10" fill="#a8261c"/>' : ''}
</svg>`;
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg)).flatten({ background: '#f3efe6' }).png().toBuffer();
}

// House numbers are derived from the place, so that they are the same on every start.

type Address = {
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

const housesInZip = 40;

type Place = Pick<Address, 'city' | 'state' | 'stateName' | 'zipCode'>;

function address(place: Place, houseNumber: string, street: string): Address {
  const { city, state, zipCode } = place;
  const hash = createHash('sha256').update(`${houseNumber} ${street}, ${city}, ${state} ${zipCode}`).digest();
  return {
    placeId: `ChIJ${hash.toString('base64url').slice(0, 23)}`,
    houseNumber,
    street,
    streetLong: street.replace(/\S+/g, (word) => longForms[word] ?? word),
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

const byId = new Map([...everyAddress()].map((entry) => [entry.placeId, entry]));
export const addresses: readonly Address[] = [...byId.values()];

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
function findAddresses(input: string): Address[] {
  const typed = words(input);
  if (typed.length === 0) return [];
  const [first = ''] = typed;
  const matches = searchable.flatMap(({ entry, words: parts }) => {
    let position = 0;
    const found = typed.every((word) => {
      const at = parts.findIndex((candidate, index) => index >= position && candidate.startsWith(word));
      position = at + 1;
      return at >= 0;
    });
    return found ? [{ entry, exact: parts[0] === first ? 0 : 1 }] : [];
  });
  return matches
    .sort((left, right) => left.exact - right.exact)
    .slice(0, maxSuggestions)
    .map(({ entry }) => entry);
}
