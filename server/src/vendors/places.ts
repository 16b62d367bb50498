// Address autocomplete and maps of branches: Google Places (New) and Static Maps. The server calls them so that the API key
// stays secret.
import * as z from 'zod';
import type { Address, AddressSuggestion } from '#contract/prequalification.ts';
import { callVendor, send, VendorFailed, VendorRefused } from './http-client.ts';
import { optional, optionalList } from './optional-fields.ts';
import { type Checkable, ToFix } from './vendor-check.ts';

/** Every method rejects with `VendorRefused` if Google does not accept the request, which is our mistake. */
export interface Places extends Checkable {
  /** `session` groups the requests of one address for billing. */
  suggest(input: string, session: string, signal: AbortSignal): Promise<AddressSuggestion[]>;
  /** Ends the session. Undefined if the place has no complete street address. */
  details(placeId: string, session: string, signal: AbortSignal): Promise<Address | undefined>;
  /**
   * A map around a point: a PNG of 640 by 484 pixels with Google's attribution in its lower corners. It must not be cached (Google Maps
   * Platform Terms of Service, 3.2.3(b)).
   */
  map(latitude: number, longitude: number, signal: AbortSignal): Promise<Buffer>;
}

interface GoogleSettings {
  readonly placesUrl: string;
  readonly mapsUrl: string;
  readonly key: string;
}

const suggestions = z.object({
  suggestions: optionalList(
    z.object({
      placePrediction: optional(
        z.object({
          placeId: z.string(),
          text: z.object({ text: z.string() }),
          structuredFormat: z.object({
            mainText: z.object({ text: z.string() }),
            secondaryText: optional(z.object({ text: z.string() })),
          }),
        }),
      ),
    }),
  ),
});

const place = z.object({
  addressComponents: z.array(
    z.object({ longText: z.string(), shortText: z.string(), types: z.array(z.string()) }),
  ),
});

export const googlePlaces = (settings: GoogleSettings): Places => ({
  async suggest(input, session, signal) {
    const request = {
      input,
      sessionToken: session,
      includedRegionCodes: ['us'],
      includedPrimaryTypes: ['street_address', 'premise', 'subpremise'],
    };
    const response = await autocomplete(settings, request, signal);
    return response.suggestions
      .flatMap(({ placePrediction }) => placePrediction ?? [])
      .map(({ placeId, text, structuredFormat: { mainText, secondaryText } }) => ({
        id: placeId,
        text: text.text,
        main: mainText.text,
        secondary: secondaryText?.text ?? '',
      }));
  },
  async details(placeId, session, signal) {
    const { addressComponents } = await callVendor({
      vendor: 'places',
      method: 'GET',
      url: `${settings.placesUrl}/v1/places/${encodeURIComponent(placeId)}?sessionToken=${encodeURIComponent(session)}`,
      headers: { 'x-goog-api-key': settings.key, 'x-goog-fieldmask': 'addressComponents' },
      response: place,
      signal,
    });
    return addressOf(addressComponents);
  },
  async map(latitude, longitude, signal) {
    const center = `${latitude},${longitude}`;
    const parameters = { center, zoom: '13', size: '640x484', markers: center };
    const response = await staticMap(settings, parameters, signal);
    return Buffer.from(await response.arrayBuffer());
  },
  /** One suggestion and one picture, of an address that isn't an applicant's. */
  async tryKeys(signal) {
    const refused = (api: string) => (error: unknown) => {
      if (!(error instanceof VendorRefused)) throw error;
      throw new ToFix(
        `GOOGLE_MAPS_KEY is not accepted for “${api}”: enable it in the key’s project and among the key’s restrictions (${error.message})`,
      );
    };
    await autocomplete(settings, { input: '350 S Main St', includedRegionCodes: ['us'] }, signal).catch(
      refused('Places API (New)'),
    );
    const small = { center: '40.76,-111.89', zoom: '13', size: '64x64' };
    const picture = await staticMap(settings, small, signal).catch(refused('Maps Static API'));
    await picture.body?.cancel();
    return 'addresses are suggested and maps drawn';
  },
});

const autocomplete = ({ placesUrl, key }: GoogleSettings, json: object, signal: AbortSignal) =>
  callVendor({
    vendor: 'places',
    method: 'POST',
    url: `${placesUrl}/v1/places:autocomplete`,
    headers: { 'x-goog-api-key': key },
    json,
    response: suggestions,
    signal,
  });

async function staticMap(
  { mapsUrl, key }: GoogleSettings,
  parameters: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> {
  const query = new URLSearchParams({ ...parameters, key });
  const response = await send('maps', new Request(`${mapsUrl}/maps/api/staticmap?${query}`), signal);
  if (response.ok) return response;
  await response.body?.cancel();
  const Refusal = response.status >= 500 ? VendorFailed : VendorRefused;
  throw new Refusal('maps', response.status, undefined);
}

function addressOf(components: z.output<typeof place>['addressComponents']): Address | undefined {
  const part = (type: string) => components.find(({ types }) => types.includes(type));
  const [number, route] = [part('street_number')?.longText, part('route')?.shortText];
  const apartment = part('subpremise')?.longText;
  const city = (part('locality') ?? part('sublocality') ?? part('postal_town'))?.longText;
  const state = part('administrative_area_level_1')?.shortText;
  const zipCode = part('postal_code')?.longText;
  if (!number || !route || !city || !state || !zipCode) return undefined;
  return { streetAddress: `${number} ${route}${apartment ? ` # ${apartment}` : ''}`, city, state, zipCode };
}
