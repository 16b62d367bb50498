// Google Maps Platform: suggested addresses and maps of branches.
import { address, is, secret, text } from './setting.ts';

export const googleMapsSettings = {
  GOOGLE_MAPS_KEY: text.meta(
    secret(
      'The key of both. Enable “Places API (New)” and “Maps Static API”, and restrict the key to them and to your servers’ IP addresses',
      {
        found: 'console.cloud.google.com › Google Maps Platform › Keys & Credentials',
        example: 'AIza…',
        neededFor: 'suggested addresses and the map of the nearest branch',
      },
    ),
  ),
  GOOGLE_PLACES_URL: address.default('https://places.googleapis.com').meta(
    is('Google Places (New), which suggests addresses', {
      found: 'Leave it out',
      example: 'https://places.googleapis.com',
      neededFor: 'the sandbox',
    }),
  ),
  GOOGLE_MAPS_URL: address.default('https://maps.googleapis.com').meta(
    is('Google’s static maps, which show the nearest branch', {
      found: 'Leave it out',
      example: 'https://maps.googleapis.com',
      neededFor: 'the sandbox',
    }),
  ),
};
