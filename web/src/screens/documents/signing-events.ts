// Coming back from the signing page: how it says that it was left.
import { type SigningEvent, signingEvents } from '#contract/documents.ts';

export function signingEventOf(search: URLSearchParams): SigningEvent | undefined {
  const event = search.get('event');
  return signingEvents.find((known) => known === event);
}
