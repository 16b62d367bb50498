// Coming back from the signing page: what the server is asked, and where its answer leads.
import { type SigningEvent, signingEvents } from '#contract/documents.ts';
import type { ScreenName } from '#contract/screens.ts';

export function signingEventOf(search: URLSearchParams): SigningEvent | undefined {
  const event = search.get('event');
  return signingEvents.find((known) => known === event);
}

/** `job` is how the look at the envelope ended; undefined where there was nothing to look at. */
export function afterSigning(
  event: SigningEvent | undefined,
  job: 'SUCCESS' | 'FAILURE' | undefined,
): ScreenName {
  switch (event) {
    case 'session_timeout':
      return 'docusign-expired';
    case 'cancel':
      return 'docusign-canceled';
    case 'decline':
      return 'docusign-incomplete';
    case 'signing_complete':
    case 'viewing_complete':
    // An address without a known event was loaded again while the envelope was being looked at.
    case undefined:
      return job === 'SUCCESS' ? 'docusign-success' : 'error';
  }
}
