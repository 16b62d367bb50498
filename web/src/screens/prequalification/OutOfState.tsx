// The states that the lender serves, and the dialog for applicants who live elsewhere.
import { useEffect, useState } from 'react';
import { getServedStates } from '#contract/prequalification.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Dialog.tsx';
import { servedStates as ownStates } from '../../wording/lender.ts';
import { landingText } from '../../wording/prequalification.ts';
import { uiText } from '../../wording/ui-text.ts';
import { type ServedState, stateName } from './form-schema.ts';

const words = landingText.outOfState;

interface OutOfStateProps {
  readonly state: string | undefined;
  readonly served: readonly ServedState[];
  readonly onClose: () => void;
}

export function OutOfState({ state, served, onClose }: OutOfStateProps) {
  return (
    <Modal
      open={state !== undefined}
      onClose={onClose}
      title={words.title}
      actions={<Button onClick={onClose}>{uiText.close}</Button>}
    >
      <p>{words.what(stateName(state ?? ''))}</p>
      <p>
        {words.list} {served.map((one) => one.name).join(', ')}.
      </p>
      <p>
        <PhoneSentence sentence={words.call} />
      </p>
    </Modal>
  );
}

let loadedStates: readonly ServedState[] | undefined;

/** The served states: the server's list, fetched once, and the page's own list until it arrives. */
export function useServedStates(): readonly ServedState[] {
  const { call } = useEnvironment();
  const [states, setStates] = useState<readonly ServedState[]>(loadedStates ?? ownStates);
  useEffect(() => {
    if (loadedStates) return;
    const stop = new AbortController();
    call(getServedStates, undefined, { signal: stop.signal })
      .then((answer) => {
        loadedStates = answer;
        setStates(answer);
      })
      .catch(() => {});
    return () => stop.abort();
  }, [call]);
  return states;
}
