import type { AnswerOf } from '#contract/endpoint.ts';
import type { Journey } from '#contract/journey.ts';
import type { LoanRequest } from '#contract/offers.ts';
import type { resumeLead } from '#contract/resume.ts';
import type { ScreenName } from '#contract/screens.ts';
import { amountShown } from '../offers/offerList.ts';

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

/** The amount to begin with where the link decides on the vehicle: the one shown, else the highest that goes with it. */
export function amountFor(
  isAutoSecured: boolean,
  request: LoanRequest,
  choices: Journey['choices'],
): number | undefined {
  const fitting = request.programs.flatMap(({ validAmounts }) =>
    validAmounts.filter((one) => one.isAutoSecured === isAutoSecured).map(({ amount }) => amount),
  );
  const shown = amountShown(request, choices);
  if (shown !== undefined && fitting.includes(shown)) return shown;
  return fitting.length > 0 ? Math.max(...fitting) : undefined;
}
