import { useEffect, useState } from 'react';
import { useEnvironment } from '../../journey/environment.ts';
import { localDay } from '../../lib/days.ts';
import { type LegalText, loadLegalText } from './legal-texts.ts';

/** The text that is in effect; undefined while it loads. */
export function useLegalText(id: string): LegalText | 'failed' | undefined {
  const { now } = useEnvironment();
  const [text, setText] = useState<LegalText | 'failed'>();
  useEffect(() => {
    let current = true;
    loadLegalText(id, localDay(now()))
      .then((loaded) => current && setText(loaded ?? 'failed'))
      .catch(() => current && setText('failed'));
    return () => {
      current = false;
    };
  }, [id, now]);
  return text;
}
