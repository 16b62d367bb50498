// What to do when a step turns out not to be open: go to where the application stands.
import { useMemo } from 'react';
import { ApiFailure } from '../api/failures.ts';
import { useEnvironment } from './environment.ts';
import { useGo } from './navigate.ts';

interface Elsewhere {
  /** Goes to the screen where the server says the application rests. */
  readonly toRest: () => Promise<void>;
  /** True when a refusal led away from this screen: the offer is past, or the step was not open any more. */
  readonly after: (failure: unknown) => Promise<boolean>;
}

export function useElsewhere(): Elsewhere {
  const { journey } = useEnvironment();
  const go = useGo();
  return useMemo(() => {
    const toRest = async () => {
      try {
        const { rest } = await journey.refresh();
        go(rest ?? 'landing', { replace: true });
      } catch {
        go('error', { replace: true });
      }
    };
    const after = async (failure: unknown) => {
      if (!(failure instanceof ApiFailure)) return false;
      if (failure.has('offer-void') || failure.has('expired')) {
        go('expired', { replace: true });
        return true;
      }
      if (!failure.has('not-now')) return false;
      await toRest();
      return true;
    };
    return { toRest, after };
  }, [journey, go]);
}
