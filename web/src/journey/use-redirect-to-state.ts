import { useMemo } from 'react';
import type { ScreenName } from '#contract/screens.ts';
import { ApiFailure, isPast } from '../api/failures.ts';
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
    const leaveFor = (screen: ScreenName) => navigate(screen, { replace: true });
    const toCurrentScreen = async () => {
      try {
        const { defaultScreen } = await journey.refresh();
        if (defaultScreen === 'phone-check') continueAfterCode(memory);
        leaveFor(defaultScreen ?? 'landing');
      } catch {
        leaveFor('error');
      }
    };
    const afterRefusal = async (failure: unknown) => {
      if (isPast(failure)) leaveFor('expired');
      else if (failure instanceof ApiFailure && failure.has('not-now')) await toCurrentScreen();
      else return false;
      return true;
    };
    return { toCurrentScreen, afterRefusal };
  }, [journey, memory, navigate]);
}
