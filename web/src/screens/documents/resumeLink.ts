// The mailed documents link: what its answer leads to, and its token while this document lives.
import type { resumeSignature } from '#contract/documents.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { ScreenName } from '#contract/screens.ts';
import { ApiFailure } from '../../api/failures.ts';

type Answer = Pick<AnswerOf<typeof resumeSignature>, 'docusignUrl' | 'status' | 'errors'>;

/** The signing page's address, or the screen that says why there is none. */
export function afterResume(answer: Answer): { readonly url: string } | { readonly screen: ScreenName } {
  if (answer.docusignUrl) return { url: answer.docusignUrl };
  if (answer.status === 'declined') return { screen: 'docusign-incomplete' };
  // Signed already, here or on another device: the guard takes those who are further on to where they are.
  if (answer.status === 'completed') return { screen: 'docusign-success' };
  const isExpired = answer.status === 'expired' || answer.errors?.some(({ code }) => code === 'expired');
  return { screen: isExpired ? 'docusign-resume-expired' : 'error' };
}

export function afterFailedResume(failure: unknown): ScreenName {
  return failure instanceof ApiFailure && failure.has('expired') ? 'docusign-resume-expired' : 'error';
}

export const authorizationOf = (token: string) => ({ Authorization: `Bearer ${token}` });

// An expired link's token asks for a new link. It is kept in no storage, and gone with the document.
let expiredToken: string | undefined;

export function keepExpiredToken(token: string): void {
  expiredToken = token;
}

export function takenToken(): string | undefined {
  return expiredToken;
}
