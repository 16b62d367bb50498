// Suggests addresses for what is typed, and reads the chosen one. Suggestions and the choice share a session, which the vendor
// bills as one.
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type Address,
  type AddressSuggestion,
  getAddress,
  suggestAddresses,
} from '#contract/prequalification.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { randomKey } from '../../lib/random-key.ts';
import { formText } from '../../wording/prequalification-form.ts';

const debounce = 300;
const shortest = 3;
const words = formText.suggestions;

/** Fills in the chosen street at once, and the rest once it is read. Resolves to what to announce. */
export type FillAddress = (street: string, reading: Promise<Address>) => Promise<string>;

export function useAddressSuggestions(fill: FillAddress) {
  const { call, timers } = useEnvironment();
  const [found, setFound] = useState<readonly AddressSuggestion[]>([]);
  const [active, setActive] = useState(-1);
  const [announcement, announce] = useState('');
  const session = useRef('');
  const request = useRef<AbortController>(undefined);
  const cancelTimer = useRef<() => void>(undefined);

  const stop = useCallback(() => {
    cancelTimer.current?.();
    request.current?.abort();
  }, []);
  useEffect(() => stop, [stop]);

  const close = () => {
    stop();
    setFound([]);
    setActive(-1);
  };
  const suggest = async (input: string) => {
    const control = new AbortController();
    request.current = control;
    session.current ||= randomKey();
    try {
      const { suggestions } = await call(suggestAddresses, undefined, {
        body: { input, session: session.current },
        signal: control.signal,
      });
      if (control.signal.aborted) return;
      setFound(suggestions);
      setActive(-1);
      announce(words.count(suggestions.length));
    } catch {
      if (!control.signal.aborted) close();
    }
  };
  const search = (text: string) => {
    stop();
    const input = text.trim();
    if (input.length < shortest) return close();
    cancelTimer.current = timers.after(debounce, () => void suggest(input));
  };
  const choose = async (suggestion: AddressSuggestion) => {
    close();
    const query = { session: session.current };
    // This request ends the session, so that what is typed from now on begins another.
    session.current = '';
    const reading = call(getAddress, undefined, { parameters: { placeId: suggestion.id }, query });
    announce(await fill(suggestion.main, reading));
  };
  return { found, active, setActive, announcement, search, choose, close };
}
