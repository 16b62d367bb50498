// The validation of the account that receives the money, polled until it is over, which usually takes a moment.
import { getAccountValidation } from '#contract/account-validation.ts';
import type { ScreenName } from '#contract/screens.ts';
import { useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { usePolling } from '../../journey/use-polling.ts';

export function useAccountValidation() {
  const { data, refetch } = useServerQuery(getAccountValidation, useJourney()?.links.accountValidation);
  usePolling({
    read: async () => (await refetch()).data,
    isFinal: (validation) => validation !== undefined && validation.status !== 'CHECKING',
    onTimeout: () => {},
    pace: 'update',
  });
  return { data, refetch };
}

const replacingScreens = ['other-account', 'deposit', 'fast-path-deposit'] as const;

/** Where an account that could not be confirmed is replaced: on the screen that chose it, or on another one after signing. */
export const replacingScreen = (allowed: readonly ScreenName[]) =>
  replacingScreens.find((screen) => allowed.includes(screen));
