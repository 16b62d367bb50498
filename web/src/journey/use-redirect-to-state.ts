import { useMemo } from 'react';
import type { ScreenName } from '#contract/screens.ts';
import { isPast, isRefusedAs } from '../api/failures.ts';
import { useEnvironment } from './environment.ts';
import { loadScreen, useNavigateTo } from './navigate.ts';
import { continueAfterCode } from './session-memory.ts';

interface RedirectToState {
  readonly toCurrentScreen: () => Promise<void>;
  /** After an expired offer, a refused step or another application, leaves and resolves to true. */
  readonly afterRefusal: (failure: unknown) => Promise<boolean>;
}

export function useRedirectToState(): RedirectToState {
  const { journey, memory } = useEnvironment();
  const navigate = useNavigateTo();
  return useMemo(() => {
    const leaveFor = (screen: ScreenName, by = navigate) => by(screen, { replace: true });
    const toCurrentScreen = async (by = navigate) => {
      try {
        const { defaultScreen } = await journey.refresh();
        if (defaultScreen === 'phone-check') continueAfterCode(memory);
        leaveFor(defaultScreen ?? 'landing', by);
      } catch {
        leaveFor('error');
      }
    };
    const afterRefusal = async (failure: unknown) => {
      if (isPast(failure)) leaveFor('expired');
      else if (isRefusedAs(failure, 'not-now', 'code-due')) await toCurrentScreen();
      else if (isRefusedAs(failure, 'other-application')) {
        // A new document keeps nothing of the application that this tab shows.
        memory.clear();
        await toCurrentScreen(loadScreen);
      } else return false;
      return true;
    };
    return { toCurrentScreen: () => toCurrentScreen(), afterRefusal };
  }, [journey, memory, navigate]);
}
