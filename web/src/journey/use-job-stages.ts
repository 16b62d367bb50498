import { useCallback, useRef, useState } from 'react';
import type { JobStage } from '#contract/jobs.ts';

/** `first`: the stages that were done when the page appeared. */
export function useJobStages(first: readonly JobStage[] = []) {
  const [done, setDone] = useState(first);
  const shown = useRef(first);
  /** The query of a poll, to which the server responds as soon as another stage is done. */
  const query = useCallback(() => ({ stages: shown.current.length }), []);
  /** Shows the stages of a response. True if one is new, so that the next request follows at once. */
  const take = useCallback((now: readonly JobStage[] | undefined) => {
    if (now === undefined || now.length <= shown.current.length) return false;
    shown.current = now;
    setDone(now);
    return true;
  }, []);
  return { done, query, take };
}
