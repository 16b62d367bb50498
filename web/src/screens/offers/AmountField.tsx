// The amount beside its slider, to be typed. A listed amount counts as it is typed; any other once the field is left.
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { loanAmount, plainNumber } from '#contract/fields.ts';
import type { LoanRequest } from '#contract/offers.ts';
import { CurrencyField } from '../../forms/Controls.tsx';
import { usd } from '../../wording/format.ts';
import { offersText } from '../../wording/offers.ts';

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
  // While somebody types, the text is theirs.
  useEffect(() => {
    const element = input.current;
    if (!element || element === document.activeElement) return;
    element.value = text;
    setError(undefined);
  }, [text]);

  const typedIn = (element: EventTarget) => plainNumber((element as HTMLInputElement).value);
  const commit = async (element: EventTarget) => {
    const typed = typedIn(element);
    if (typed === '') {
      setError(undefined);
      (element as HTMLInputElement).value = text;
      return;
    }
    const checked = z.safeParse(loanAmount(ranges.map(inDollars)), typed);
    if (!checked.success) return setError(checked.error.issues[0]?.message);
    const cents = Math.round(Number(typed) * 100);
    setError(undefined);
    if (cents === amount) return;
    if (stops.includes(cents)) onMove(cents);
    else setError(await onTyped(cents));
  };
  return (
    <CurrencyField
      field={{
        id,
        name: id,
        required: true,
        error,
        ref: (element) => {
          input.current = element as HTMLInputElement | null;
        },
        onInput: ({ target }) => {
          const cents = Math.round(Number(typedIn(target)) * 100);
          if (!stops.includes(cents)) return;
          setError(undefined);
          onMove(cents);
        },
        onBlur: ({ target }) => void commit(target),
      }}
      label={words.amount}
      defaultValue={text}
      inputMode="numeric"
      onKeyDown={(event) => {
        if (event.key === 'Enter') void commit(event.currentTarget);
      }}
    />
  );
}

const inDollars = ({ min, max }: { readonly min: number; readonly max: number }) => ({
  min: Math.ceil(min / 100),
  max: Math.floor(max / 100),
});
