// The amount beside its slider, to be typed. A listed amount counts as it is typed; any other once the field is left.
import { useEffect, useRef, useState } from 'react';
import type { LoanRequest } from '#contract/offers.ts';
import { DollarBox, Field } from '../../forms/Field.tsx';
import { usd } from '../../wording/format.ts';
import { offersText } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';

const words = offersText.controls;

interface AmountFieldProps {
  readonly id: string;
  readonly ranges: LoanRequest['amountRanges'];
  readonly amount: number;
  readonly stops: readonly number[];
  readonly onMove: (amount: number) => void;
  /** For an amount at which the slider does not stop. Resolves to a message if the server does not lend it. */
  readonly onTyped: (amount: number) => Promise<string | undefined>;
}

export function AmountField({ id, ranges, amount, stops, onMove, onTyped }: AmountFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const text = usd(amount).slice(1);
  // While the applicant types, the text is left alone.
  useEffect(() => {
    const element = input.current;
    if (!element || element === document.activeElement) return;
    element.value = text;
    setError(undefined);
  }, [text]);

  const commit = async (element: HTMLInputElement) => {
    const typed = typedIn(element);
    if (typed === '' || centsOf(typed) === amount) {
      setError(undefined);
      element.value = text;
      return;
    }
    if (stops.includes(centsOf(typed))) return onMove(centsOf(typed));
    try {
      const { mistakeIn } = await import('./typed-amount.ts');
      setError(mistakeIn(typed, ranges) ?? (await onTyped(centsOf(typed))));
    } catch {
      setError(uiText.notSent);
    }
  };
  return (
    <Field id={id} label={words.amount} error={error} size="medium">
      {(control) => (
        <DollarBox>
          <input
            {...control}
            ref={input}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={text}
            onInput={({ currentTarget }) => {
              const cents = centsOf(typedIn(currentTarget));
              if (!stops.includes(cents)) return;
              setError(undefined);
              onMove(cents);
            }}
            onBlur={({ currentTarget }) => void commit(currentTarget)}
            onKeyDown={({ key, currentTarget }) => {
              if (key === 'Enter') void commit(currentTarget);
            }}
          />
        </DollarBox>
      )}
    </Field>
  );
}

/** What is typed, in dollars, without signs and separators. */
const typedIn = ({ value }: HTMLInputElement) => value.replace(/[$,\s]/g, '');
const centsOf = (typed: string) => Math.round(Number(typed) * 100);
