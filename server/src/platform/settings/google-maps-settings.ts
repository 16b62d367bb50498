// Google Maps Platform: suggested addresses and maps of branches.
import { secret, service, text } from './setting.ts';

export const googleMapsSettings = {
  GOOGLE_MAPS_KEY: secret(
    text,
    'The key of both. Enable “Places API (New)” and “Maps Static API”, and restrict the key to them and to your servers’ IP addresses',
    {
      found: 'console.cloud.google.com › Google Maps Platform › Keys & Credentials',
      example: 'AIza…',
      neededFor: 'suggested addresses and the map of the nearest branch',
    },
  ),
  GOOGLE_PLACES_URL: service(
    'https://places.googleapis.com',
    'Google Places (New), which suggests addresses',
  ),
  GOOGLE_MAPS_URL: service(
    'https://maps.googleapis.com',
    'Google’s static maps, which show the nearest branch',
  ),
};
