// A link that does not open its application: why, for the page that says so, and its token, with which a new one is asked for.
import { type LinkRefusal, linkRefusals } from '#contract/resume.ts';

const parameter = 'because';

export const expiredSearch = (because: LinkRefusal) => `?${parameter}=${because}`;

/** Undefined where nothing, or nothing that we know, is said. */
export function becauseOf(search: URLSearchParams): LinkRefusal | undefined {
  return linkRefusals.find((one) => one === search.get(parameter));
}

// Kept in no storage, and gone with the document.
let refusedToken: string | undefined;

export function saveToken(token: string): void {
  refusedToken = token;
}

export function savedToken(): string | undefined {
  return refusedToken;
}
