// The home address: a combobox, or a plain field where there are no suggestions.
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import {
  type Address,
  type AddressSuggestion,
  getAddress,
  suggestAddresses,
} from '#contract/prequalification.ts';
import { TextField } from '../../forms/Controls.tsx';
import type { FieldWiring } from '../../forms/Field.tsx';
import { useEnvironment } from '../../journey/environment.ts';
import { randomKey } from '../../lib/random-key.ts';
import { formText } from '../../wording/prequalification-form.ts';
import styles from './AddressField.module.css';

const words = formText.suggestions;

interface AddressFieldProps {
  readonly field: FieldWiring;
  readonly onAddress: FillAddress;
}

export function AddressField({ field, onAddress }: AddressFieldProps) {
  const { found, active, setActive, announcement, search, choose, close } = useAddressSuggestions(onAddress);
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);

  const onValue = (text: string) => {
    // A field that the browser fills needs no suggestions.
    const isTyping = box.current?.contains(document.activeElement) ?? false;
    search(isTyping ? text : '');
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (found.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = found[active];
    if (step) {
      event.preventDefault();
      // The position after the last entry is the typed text itself.
      setActive(((active + 1 + step + found.length + 1) % (found.length + 1)) - 1);
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      void choose(chosen);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      close();
    } else if (event.key === 'Tab') close();
  };

  const open = found.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that the focus leaves field and list.
    <div
      ref={box}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <TextField
        field={field}
        label={formText.streetAddress}
        autoComplete="address-line1"
        autoCapitalize="words"
        combobox={{ listId, open, ...(active >= 0 && { activeId: optionId(active) }) }}
        onKeyDown={onKeyDown}
        onValue={onValue}
      >
        <div className={styles.list} id={listId} role="listbox" aria-label={words.label} hidden={!open}>
          {found.map((suggestion, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus and answers the keyboard.
            <div
              key={suggestion.id}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              className={styles.option}
              // Keeps the focus in the field.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => void choose(suggestion)}
            >
              <span>{suggestion.main}</span>
              <span className={styles.secondary}>{suggestion.secondary}</span>
            </div>
          ))}
        </div>
      </TextField>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </div>
  );
}

const debounce = 300;
const shortest = 3;

/** Fills in the chosen street at once, and the rest once it is read. Resolves to what to announce. */
export type FillAddress = (street: string, reading: Promise<Address>) => Promise<string>;

/** Suggestions and the choice share a session, which the vendor bills as one. */
function useAddressSuggestions(fill: FillAddress) {
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
