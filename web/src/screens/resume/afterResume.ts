import type { AnswerOf } from '#contract/endpoint.ts';
import type { Journey } from '#contract/journey.ts';
import type { resumeLead } from '#contract/resume.ts';
import type { ScreenName } from '#contract/screens.ts';

/** Where the answer to a mailed link leads. */
export function afterResume(
  answer: Pick<AnswerOf<typeof resumeLead>, 'errors' | 'updateLead'>,
): 'error' | 'expired' | 'update-application-details' | 'offers' {
  const [error] = answer.errors ?? [];
  if (error) return error.message === 'Application error' ? 'error' : 'expired';
  return answer.updateLead ? 'update-application-details' : 'offers';
}

/** There, or where the application stands when it is past that. */
export function asFarAsAllowed(
  screen: ScreenName,
  { allowed, rest }: Pick<Journey, 'allowed' | 'rest'>,
): ScreenName {
  return allowed.includes(screen) ? screen : (rest ?? 'landing');
}

/** What a link says about the vehicle; undefined where it says nothing. */
export function isAutoSecuredOf(search: URLSearchParams): boolean | undefined {
  const said = search.get('is_auto_secured')?.toLowerCase();
  if (said === undefined) return undefined;
  return said === 'true' || said === '1';
}
