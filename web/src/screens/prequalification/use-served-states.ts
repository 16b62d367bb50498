import { useState } from 'react';
import { getServedStates, type ServedState } from '#contract/prequalification.ts';
import { useReadOnce } from '../../journey/use-read-once.ts';
import { servedStates as ownStates } from '../../wording/lender.ts';

let loadedStates: readonly ServedState[] | undefined;

/** The served states: the server's list, fetched once, and the page's own list until it arrives. */
export function useServedStates(): readonly ServedState[] {
  const [states, setStates] = useState<readonly ServedState[]>(loadedStates ?? ownStates);
  useReadOnce(
    (call, signal) => (loadedStates ? undefined : call(getServedStates, undefined, { signal })),
    (response) => {
      loadedStates = response;
      setStates(response);
    },
  );
  return states;
}

export function useStateCheck(served: readonly ServedState[], initial: string | undefined) {
  const [code, setCode] = useState(initial);
  const [unserved, setUnserved] = useState<string>();
  return {
    unserved,
    notices: served.find((state) => state.code === code)?.notices ?? [],
    check: (chosen: string) => {
      setCode(chosen);
      if (chosen && !served.some((state) => state.code === chosen)) setUnserved(chosen);
    },
    /** For a state that only the server refuses. */
    refuse: setUnserved,
    close: () => setUnserved(undefined),
  };
}
