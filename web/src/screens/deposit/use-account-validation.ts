// The validation of the account that receives the money, polled until it is over, which usually takes a moment.
import { getAccountValidation } from '#contract/account-validation.ts';
import { useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { usePolling } from '../../journey/use-polling.ts';

export function useAccountValidation() {
  const { data, refetch } = useServerQuery(getAccountValidation, useJourney()?.links.accountValidation);
  usePolling({
    read: async () => (await refetch()).data,
    isFinal: (validation) => validation !== undefined && validation.status !== 'CHECKING',
    pace: 'update',
  });
  return { data, refetch };
}
