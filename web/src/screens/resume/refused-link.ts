// A link that does not open its application: the reason, and the token with which to request a new link.
import { type LinkRefusal, linkRefusals } from '#contract/resume.ts';

const parameter = 'because';

export const expiredSearch = (because: LinkRefusal) => `?${parameter}=${because}`;

export function becauseOf(search: URLSearchParams): LinkRefusal | undefined {
  return linkRefusals.find((refusal) => refusal === search.get(parameter));
}

/** In memory only. */
export const refusedLink: { token?: string } = {};
