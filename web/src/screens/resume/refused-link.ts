// A link that does not open its application: the reason, and the token with which to request a new link.
import { type LinkRefusal, linkRefusals } from '#contract/resume.ts';

const parameter = 'because';

export const expiredSearch = (because: LinkRefusal) => `?${parameter}=${because}`;

/** Undefined when the address has no known reason. */
export function becauseOf(search: URLSearchParams): LinkRefusal | undefined {
  return linkRefusals.find((one) => one === search.get(parameter));
}

// In memory only.
let refusedToken: string | undefined;

export function saveToken(token: string): void {
  refusedToken = token;
}

export function savedToken(): string | undefined {
  return refusedToken;
}
