import type { resumeSignature } from '#contract/documents.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { ScreenName } from '#contract/screens.ts';
import { ApiFailure, NetworkFailure } from '../../api/failures.ts';

type Resumed = Pick<ResponseOf<typeof resumeSignature>, 'docusignUrl' | 'status' | 'errors' | 'requiresCode'>;

/** The signing page's address, or the screen that explains why there is none. */
export function afterResume(response: Resumed): { readonly url: string } | { readonly screen: ScreenName } {
  if (response.requiresCode) return { screen: 'phone-check' };
  if (response.docusignUrl) return { url: response.docusignUrl };
  if (response.status === 'declined') return { screen: 'docusign-incomplete' };
  // Already signed, here or on another device. The guard redirects applicants who are further along.
  if (response.status === 'completed') return { screen: 'docusign-success' };
  const isExpired = response.status === 'expired' || response.errors?.some(({ code }) => code === 'expired');
  return { screen: isExpired ? 'docusign-resume-expired' : 'error' };
}

/** A dropped connection or a silent signing service is temporary, and the link still works. */
export function afterFailedResume(failure: unknown): ScreenName | 'try-again' | 'damaged' {
  if (failure instanceof NetworkFailure) return 'try-again';
  if (!(failure instanceof ApiFailure)) return 'error';
  // A reload without the link, in a browser whose session is over.
  if (failure.has('session-ended')) return 'landing';
  if (failure.has('expired')) return 'docusign-resume-expired';
  if (failure.has('not-found')) return 'damaged';
  return failure.status >= 500 || failure.has('too-many') ? 'try-again' : 'error';
}

export const authorizationOf = (token: string) => ({ Authorization: `Bearer ${token}` });
