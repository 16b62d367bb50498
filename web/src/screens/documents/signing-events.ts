// How the signing page reports why the applicant left it.
import { type SigningEvent, signingEvents } from '#contract/signing-return.ts';

export function signingEventOf(search: URLSearchParams): SigningEvent | undefined {
  const event = search.get('event');
  return signingEvents.find((name) => name === event);
}
