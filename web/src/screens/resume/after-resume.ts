import type { AnswerOf } from '#contract/endpoint.ts';
import type { Journey } from '#contract/journey.ts';
import type { LinkRefusal, resumeLead } from '#contract/resume.ts';
import type { ScreenName } from '#contract/screens.ts';

type Answer = Pick<AnswerOf<typeof resumeLead>, 'errors' | 'updateLead'>;

export interface AfterResume {
  readonly screen: ScreenName;
  /** What the expired page has to say. */
  readonly because?: LinkRefusal;
}

/** Where a link leads that does not open its application; undefined for one that does. */
export function refusedBy({ errors = [] }: Answer): AfterResume | undefined {
  const [error] = errors;
  if (error === undefined) return undefined;
  if (error.message === 'Application error') return { screen: 'error' };
  return { screen: 'expired', ...(error.code && { because: error.code }) };
}

/** To the details where they are old; else where the application stands, which is the offers until one is accepted. */
export function afterResume({ updateLead }: Answer, { rest }: Pick<Journey, 'rest'>): ScreenName {
  return updateLead ? 'update-application-details' : (rest ?? 'landing');
}

/** What a link says about the vehicle; undefined where it says nothing. */
export function isAutoSecuredOf(search: URLSearchParams): boolean | undefined {
  const said = search.get('is_auto_secured')?.toLowerCase();
  if (said === undefined) return undefined;
  return said === 'true' || said === '1';
}
