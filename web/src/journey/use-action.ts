import { useState } from 'react';
import { reasonOf } from '../api/failures.ts';
import { uiText } from '../wording/ui-text.ts';
import { useCodeDue } from './code-due.ts';
import { useRedirectToState } from './use-redirect-to-state.ts';

/** Goes to the current screen after `act` has 'moved' the application. Busy until the screen changes, unless 'again'. */
export function useAction(
  act: () => Promise<'moved' | 'again' | undefined>,
  failed: string | ((failure: unknown) => string) = (failure) => reasonOf(failure) ?? uiText.notSent,
) {
  const codeAfter = useCodeDue();
  const { afterRefusal, toCurrentScreen } = useRedirectToState();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const press = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const outcome = await act();
      if (outcome === 'moved') return await toCurrentScreen();
      if (outcome !== 'again') return;
    } catch (thrown) {
      const code = await codeAfter(thrown);
      if (code === 'entered') return press();
      if (code === 'none' && (await afterRefusal(thrown))) return;
      if (code === 'none') setFailure(typeof failed === 'string' ? failed : failed(thrown));
    }
    setBusy(false);
  };
  return { busy, failure, onClick: () => void press() };
}
