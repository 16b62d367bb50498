import { useState } from 'react';
import type { ServedState } from '#contract/prequalification.ts';

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
