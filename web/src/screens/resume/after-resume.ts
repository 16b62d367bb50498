import type { ResponseOf } from '#contract/endpoint.ts';
import type { Journey } from '#contract/journey.ts';
import type { LinkRefusal, resumeLead } from '#contract/resume.ts';
import type { ScreenName } from '#contract/screens.ts';

type Resumed = Pick<ResponseOf<typeof resumeLead>, 'errors' | 'updateLead'>;

export interface AfterResume {
  readonly screen: ScreenName;
  /** The reason that the expired page shows. */
  readonly because?: LinkRefusal;
}

/** Where a refused link leads; undefined when the link opens its application. */
export function refusedBy({ errors = [] }: Resumed): AfterResume | undefined {
  const [error] = errors;
  if (error === undefined) return undefined;
  if (error.message === 'Application error') return { screen: 'error' };
  return { screen: 'expired', ...(error.code && { because: error.code }) };
}

/** The details screen if they are outdated, else the application's current screen: the offers, until one is accepted. */
export function afterResume(
  { updateLead }: Resumed,
  { defaultScreen }: Pick<Journey, 'defaultScreen'>,
): ScreenName {
  return updateLead ? 'update-application-details' : (defaultScreen ?? 'landing');
}

/** Whether the fraud check is still to come, for a lead's applicant. */
export const isUndecided = ({
  defaultScreen,
  isReturning,
}: Pick<Journey, 'defaultScreen' | 'isReturning'>): boolean =>
  defaultScreen === 'update-application-details' || (defaultScreen === 'phone-check' && isReturning !== true);

/** Whether a link leads to the applicant's documents, which the status page lists. */
export const opensDocuments = (search: URLSearchParams): boolean => search.get('opens') === 'documents';

/** A link's choice about the vehicle, if it has one. */
export function isAutoSecuredOf(search: URLSearchParams): boolean | undefined {
  const value = search.get('is_auto_secured')?.toLowerCase();
  if (value === undefined) return undefined;
  return value === 'true' || value === '1';
}
