import { useState } from 'react';
import { reasonOf } from '../api/failures.ts';
import { uiText } from '../wording/ui-text.ts';
import { useRedirectToState } from './use-redirect-to-state.ts';

/**
 * The props of a button that calls the server. It stays busy while the screen is about to change: after `act`, unless that resolves
 * to 'again', and after the refusal of a step that is over. `explain` returns why another call failed.
 */
export function useAction(
  act: () => Promise<unknown>,
  explain: (failure: unknown) => string = (failure) => reasonOf(failure) ?? uiText.notSent,
) {
  const { afterRefusal } = useRedirectToState();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const press = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      if ((await act()) !== 'again') return;
    } catch (thrown) {
      if (await afterRefusal(thrown)) return;
      setFailure(explain(thrown));
    }
    setBusy(false);
  };
  return { busy, failure, onClick: () => void press() };
}
