// The form's initial answers: those of an applicant who returns to correct them, and unsent ones after a reload.
import { useState } from 'react';
import { useEnvironment } from '../../journey/environment.ts';
import { useBrowserValue } from '../../lib/use-browser-value.ts';
import { draft, readTypedAnswers } from './draft.ts';
import { emptyValues, type formSchema } from './form-schema.ts';

export function useEarlierAnswers(schema: ReturnType<typeof formSchema>) {
  const { now } = useEnvironment();
  const [answers] = useState(() => {
    const sent = draft();
    const unsent = readTypedAnswers(now().getTime())?.values;
    return {
      isReturning: sent !== undefined,
      hasUnsent: Object.values(unsent ?? {}).some(Boolean),
      defaults: { ...emptyValues(schema), ...sent, ...unsent },
    };
  });
  const { isReturning, hasUnsent, defaults } = answers;
  const isRefilled = useBrowserValue(() => isReturning || hasUnsent, isReturning);
  return { isReturning, isRefilled, defaults };
}
