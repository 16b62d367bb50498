// The token of the emailed link that opened a page leaves the address bar at once. For a reload, the history entry has it
// until its outcome is known, and from then on the outcome.
import { useCallback, useEffect, useState } from 'react';
import { useBrowserValue } from '../lib/use-browser-value.ts';

interface KeptLink<Outcome> {
  readonly token?: string;
  readonly outcome?: Outcome;
}

function keep<Outcome>(emailedLink: KeptLink<Outcome>, address?: string): void {
  window.history.replaceState({ ...window.history.state, emailedLink }, '', address);
}

/** Reads it once: a link to a part of the page begins another history entry. */
function keptBefore<Outcome>() {
  let kept: KeptLink<Outcome> | undefined;
  return () => {
    kept ??= (window.history.state?.emailedLink ?? {}) as KeptLink<Outcome>;
    return kept;
  };
}

/** `path` takes the place of the link in the address, and `inAddress` is the link's token there, if any. */
export function useKeptLink<Outcome extends string>(path: string, inAddress: string | null | undefined) {
  const [opened] = useState(inAddress);
  const [read] = useState(keptBefore<Outcome>);
  const before = useBrowserValue<KeptLink<Outcome> | undefined>(read, undefined);
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    if (opened) keep({ token: opened }, path);
  }, [opened, path]);
  const finish = useCallback((next: Outcome) => {
    keep({ outcome: next });
    setOutcome(next);
  }, []);
  const token = opened || before?.token;
  return {
    token,
    outcome: outcome ?? before?.outcome,
    /** There is no link. A page is rendered before that is known. */
    isMissing: before !== undefined && token === undefined,
    finish,
  };
}
