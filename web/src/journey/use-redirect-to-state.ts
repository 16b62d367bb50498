import { useMemo } from 'react';
import { ApiFailure } from '../api/failures.ts';
import { useEnvironment } from './environment.ts';
import { useNavigateTo } from './navigate.ts';
import { continueAfterCode } from './session-memory.ts';

interface RedirectToState {
  readonly toCurrentScreen: () => Promise<void>;
  /** Leaves the screen when the offer has expired or the step is not allowed anymore. Resolves to whether it did. */
  readonly afterRefusal: (failure: unknown) => Promise<boolean>;
}

export function useRedirectToState(): RedirectToState {
  const { journey, memory } = useEnvironment();
  const navigate = useNavigateTo();
  return useMemo(() => {
    const toCurrentScreen = async () => {
      try {
        const { rest } = await journey.refresh();
        if (rest === 'phone-check') continueAfterCode(memory);
        navigate(rest ?? 'landing', { replace: true });
      } catch {
        navigate('error', { replace: true });
      }
    };
    const afterRefusal = async (failure: unknown) => {
      if (!(failure instanceof ApiFailure)) return false;
      if (failure.has('offer-void') || failure.has('expired')) {
        navigate('expired', { replace: true });
        return true;
      }
      if (!failure.has('not-now')) return false;
      await toCurrentScreen();
      return true;
    };
    return { toCurrentScreen, afterRefusal };
  }, [journey, memory, navigate]);
}
