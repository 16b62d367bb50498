// A text code that is due before what was pressed is asked for over the page, so that nothing typed is lost.
import { createContext, use, useCallback } from 'react';
import { getJourney, type Journey } from '#contract/journey.ts';
import { isRefusedAs } from '../api/failures.ts';
import { useEnvironment } from './environment.ts';

/** Resolves once the code was entered, or to false if the applicant closed the dialog. Undefined where nothing asks for it. */
export const CodeDueContext = createContext<((now: Journey) => Promise<boolean>) | undefined>(undefined);

/** After a refused press: whether the code was entered, so that the same press may be repeated. `none`: no code is due. */
export function useCodeDue() {
  const { call } = useEnvironment();
  const ask = use(CodeDueContext);
  return useCallback(
    async (failure: unknown): Promise<'entered' | 'closed' | 'none'> => {
      if (!ask || !isRefusedAs(failure, 'code-due')) return 'none';
      // Not the shared journey: the page around keeps showing its own.
      const now = await call(getJourney, undefined, {}).catch(() => undefined);
      if (!now) return 'none';
      return (await ask(now)) ? 'entered' : 'closed';
    },
    [ask, call],
  );
}
