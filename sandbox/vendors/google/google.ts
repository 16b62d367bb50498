// Google Maps: address search with details (Places, new) and the static map.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import { type Fields, text } from '../../request-fields.ts';
import { type Address, findAddress, findAddresses } from './addresses.ts';
import { drawMap } from './static-map.ts';

const maxSuggestions = 5;
const maxSidePixels = 640;
const maxCachedMaps = 50;

function refuse(reply: FastifyReply, code: number, status: string, message: string, field?: string) {
  const details = [
    {
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [{ field, description: message }],
    },
  ];
  return reply.code(code).send({ error: { code, message, status, ...(field ? { details } : {}) } });
}

/** URL- and filename-safe base64 of 36 characters at most, such as a UUID. */
const isSessionToken = (token: string) => /^[\w=-]{1,36}$/.test(token);
const isPlaceId = (id: string) => /^ChIJ[\w-]{23}$/.test(id);

/** The request's own fields, and those that nobody must send. */
const autocompleteFields: ReadonlySet<string> = new Set([
  'input',
  'includedPrimaryTypes',
  'includedRegionCodes',
  'inputOffset',
  'includeQueryPredictions',
  'languageCode',
  'locationBias',
  'locationRestriction',
  'origin',
  'regionCode',
  'sessionToken',
]);
const mostPrimaryTypes = 5;

const secondLine = ({ city, state }: Address) => `${city}, ${state}, USA`;
const formatted = (entry: Address) =>
  `${entry.houseNumber} ${entry.street}, ${entry.city}, ${entry.state} ${entry.zipCode}, USA`;

function suggestion(entry: Address, input: string) {
  const mainText = `${entry.houseNumber} ${entry.street}`;
  const matched = mainText.toLowerCase().startsWith(input.trim().toLowerCase()) ? input.trim().length : 0;
  const matches = matched > 0 ? [{ endOffset: matched }] : [];
  return {
    placePrediction: {
      place: `places/${entry.placeId}`,
      placeId: entry.placeId,
      text: { text: `${mainText}, ${secondLine(entry)}`, matches },
      structuredFormat: {
        mainText: { text: mainText, matches },
        secondaryText: { text: secondLine(entry) },
      },
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
  formattedAddress: formatted(entry),
  shortFormattedAddress: `${entry.houseNumber} ${entry.street}, ${entry.city}`,
  addressComponents: [
    component(entry.houseNumber, entry.houseNumber, 'street_number'),
    component(entry.streetLong, entry.street, 'route'),
    component(entry.city, entry.city, 'locality', 'political'),
    component(entry.stateName, entry.state, 'administrative_area_level_1', 'political'),
    component('United States', 'US', 'country', 'political'),
    component(entry.zipCode, entry.zipCode, 'postal_code'),
  ],
  location: { latitude: Number(entry.latitude.toFixed(6)), longitude: Number(entry.longitude.toFixed(6)) },
});

function routes(app: FastifyInstance, { credentials }: Context) {
  const maps = new Map<string, Buffer>();
  const endedSessions = new Set<string>();

  /**
   * Sends the error for a session token that cannot be one, or whose session a place's details have ended. Google would not refuse the
   * latter: it bills every request of it by itself, which nobody sees in a test.
   */
  function sessionRefused(reply: FastifyReply, token: unknown) {
    if (token === undefined || token === '') return undefined;
    const refuseToken = (why: string) => refuse(reply, 400, 'INVALID_ARGUMENT', why, 'session_token');
    if (!isSessionToken(text(token)))
      return refuseToken(
        'Invalid session_token. Must be URL and filename safe base64 of at most 36 characters.',
      );
    return endedSessions.has(text(token))
      ? refuseToken('The session of this session_token has concluded. Generate a fresh token.')
      : undefined;
  }

  /** Sends the error for a missing or wrong API key; undefined when the key is valid. */
  function keyRefused(request: FastifyRequest, reply: FastifyReply) {
    const key = text(request.headers['x-goog-api-key']) || text((request.query as Fields).key);
    if (!key)
      return refuse(
        reply,
        403,
        'PERMISSION_DENIED',
        "Method doesn't allow unregistered callers. Please use API Key or other form of API consumer identity.",
      );
    if (key !== credentials.GOOGLE_MAPS_KEY)
      return refuse(reply, 400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.');
    return undefined;
  }

  // The double colon escapes a literal one: the router reads a single colon as a parameter.
  app.post('/v1/places::autocomplete', async (request, reply) => {
    const refused = keyRefused(request, reply);
    if (refused) return refused;
    const body = (request.body ?? {}) as Fields;
    const unknown = Object.keys(body).find((name) => !autocompleteFields.has(name));
    if (unknown !== undefined)
      return refuse(
        reply,
        400,
        'INVALID_ARGUMENT',
        `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`,
        unknown,
      );
    const { input, includedRegionCodes, includedPrimaryTypes, sessionToken } = body;
    if (!text(input).trim())
      return refuse(reply, 400, 'INVALID_ARGUMENT', 'Request must contain a non-empty input.', 'input');
    if (Array.isArray(includedPrimaryTypes) && includedPrimaryTypes.length > mostPrimaryTypes)
      return refuse(
        reply,
        400,
        'INVALID_ARGUMENT',
        'Too many primary types. At most 5 are allowed.',
        'included_primary_types',
      );
    const ended = sessionRefused(reply, sessionToken);
    if (ended) return ended;
    const asked = (value: unknown, wanted: string) =>
      !Array.isArray(value) || value.length === 0 || value.includes(wanted);
    if (!asked(includedRegionCodes, 'us') || !asked(includedPrimaryTypes, 'street_address')) return {};
    const found = findAddresses(text(input), maxSuggestions);
    return found.length === 0 ? {} : { suggestions: found.map((entry) => suggestion(entry, text(input))) };
  });

  app.get('/v1/places/:id', async (request, reply) => {
    const refused = keyRefused(request, reply);
    if (refused) return refused;
    const mask = text(request.headers['x-goog-fieldmask']) || text((request.query as Fields).fields);
    if (!mask)
      return refuse(
        reply,
        400,
        'INVALID_ARGUMENT',
        'FieldMask is a required parameter. See https://cloud.google.com/apis/docs/system-parameters on how to provide it.',
      );
    const { sessionToken } = request.query as Fields;
    const ended = sessionRefused(reply, sessionToken);
    if (ended) return ended;
    const { id } = request.params as { id: string };
    const entry = findAddress(id);
    if (!entry)
      return isPlaceId(id)
        ? refuse(reply, 404, 'NOT_FOUND', 'The Place ID is no longer valid. Please refresh cached Place IDs.')
        : refuse(reply, 400, 'INVALID_ARGUMENT', 'Not a valid Place ID.', 'name');
    if (text(sessionToken)) endedSessions.add(text(sessionToken));
    const known = details(entry);
    const names = mask.split(',').map((name) => name.trim().split('.')[0] ?? '');
    if (names.includes('*')) return known;
    const unknown = names.find((name) => !(name in known));
    if (unknown !== undefined)
      return refuse(
        reply,
        400,
        'INVALID_ARGUMENT',
        `Error expanding 'fields' parameter. Cannot find matching fields for path '${unknown}'.`,
      );
    return Object.fromEntries(names.map((name) => [name, known[name]]));
  });

  app.get('/maps/api/staticmap', async (request, reply) => {
    const { center: requestedCenter, markers, zoom, size, key } = request.query as Fields;
    const plain = (code: number, message: string) =>
      reply
        .code(code)
        .type('text/plain; charset=utf-8')
        .send(`The Google Maps Platform server rejected your request. ${message}`);
    if (!text(key)) return plain(403, 'You must use an API key to authenticate each request.');
    if (text(key) !== credentials.GOOGLE_MAPS_KEY) return plain(403, 'The provided API key is invalid.');
    const [, width, height] = /^(\d{1,4})x(\d{1,4})$/.exec(text(size)) ?? [];
    if (!width || !height || Number(width) < 1 || Number(height) < 1)
      return plain(400, "Invalid request. Missing the 'size' parameter.");
    const marked =
      text(Array.isArray(markers) ? markers[0] : markers)
        .split('|')
        .at(-1) ?? '';
    const center = text(requestedCenter) || marked;
    if (!center) return plain(400, "Invalid request. Missing the 'center' parameter.");
    const wanted = {
      center: center.toLowerCase(),
      zoom: Math.min(21, Math.max(0, Number.parseInt(text(zoom), 10) || 13)),
      width: Math.min(maxSidePixels, Number(width)),
      height: Math.min(maxSidePixels, Number(height)),
      marker: marked !== '',
    };
    const name = JSON.stringify(wanted);
    const picture = maps.get(name) ?? drawMap(wanted);
    if (maps.size >= maxCachedMaps) maps.clear();
    maps.set(name, picture);
    return reply.type('image/png').header('Cache-Control', 'public, max-age=86400').send(picture);
  });
}

export const google: Vendor = {
  name: 'google',
  prefix: '/google',
  failure: () => ({
    status: 500,
    body: { error: { code: 500, message: 'Internal error encountered.', status: 'INTERNAL' } },
  }),
  routes,
};
