// The field of the loan amount. An amount that is lent counts as it is typed; why another is not lent shows once the
// field is left, or a press needs the amount.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { hasCents } from '#contract/fields.ts';
import type { LoanRequest } from '#contract/offers.ts';
import { isRefusedAs } from '../../api/failures.ts';
import { ControlBox, Field } from '../../forms/Field.tsx';
import { presses } from '../../forms/presses.ts';
import { usd } from '../../wording/format.ts';
import { amountText } from '../../wording/offers.ts';
import { centsTyped, mistakeIn, notFound } from './typed-amount.ts';

interface AmountEntry {
  readonly input: RefObject<HTMLInputElement | null>;
  /** The amount (cents) to show until another is typed. */
  readonly amount: number | undefined;
  readonly error: string | undefined;
  readonly isLive: boolean;
  readonly hasDroppedCents: boolean;
  readonly onInput: () => void;
  readonly onLeave: () => void;
  /** The amount in the field (cents), or undefined if it is not lent, which the field then shows. */
  readonly settle: () => number | undefined;
  /** Sends the amount in the field, unless it is not lent. */
  readonly save: (send: (amount: number) => Promise<boolean>) => Promise<boolean>;
}

interface AmountEntryOptions {
  readonly request: LoanRequest;
  readonly amount: number | undefined;
  /** An amount that looked as if it were lent, and is not. */
  readonly gone?: number | undefined;
  readonly onTyped?: (amount: number) => void;
}

export function useAmountEntry({ request, amount, gone, onTyped }: AmountEntryOptions): AmountEntry {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [isLive, setLive] = useState(false);
  const [hasDroppedCents, setDroppedCents] = useState(false);
  const mistakeOf = (typed: string) =>
    mistakeIn(typed, request) ?? (centsTyped(typed) === gone ? notFound(request, gone) : undefined);
  const show = (mistake: string | undefined) => {
    setError(mistake);
    setLive(input.current === document.activeElement);
  };
  const onInput = () => {
    const typed = input.current?.value ?? '';
    const mistake = mistakeOf(typed);
    setDroppedCents(hasCents(typed));
    // A message that is shown stays until the amount is right, but no new one appears while it is typed.
    setError((shown) => shown && mistake);
    if (!mistake) onTyped?.(centsTyped(typed));
  };
  const check = (): number | undefined => {
    const element = input.current;
    if (!element) return amount;
    const mistake = mistakeOf(element.value);
    show(mistake);
    if (mistake) return undefined;
    const cents = centsTyped(element.value);
    // The text is not formatted under the caret.
    if (element !== document.activeElement) element.value = textOf(cents);
    return cents;
  };
  const settle = () => {
    const settled = check();
    if (settled === undefined) input.current?.focus();
    return settled;
  };
  // What is chosen elsewhere on the page takes the place of what was typed.
  const follow = useEffectEvent(() => {
    const element = input.current;
    if (!element || amount === undefined) return;
    const typed = centsTyped(element.value);
    if (typed === gone) return show(notFound(request, gone));
    // The way back from an amount that is not lent: what is typed since stays.
    if (gone !== undefined || typed === amount) return;
    element.value = textOf(amount);
    setDroppedCents(false);
    show(undefined);
  });
  const shown = useRef(amount);
  useEffect(() => {
    if (shown.current === amount) return;
    shown.current = amount;
    follow();
  }, [amount]);
  // What was typed, and left, before the page was hydrated.
  const takeEarly = useEffectEvent(() => {
    const element = input.current;
    if (!element || element.value === element.defaultValue) return;
    onInput();
    if (element !== document.activeElement) check();
  });
  useEffect(() => {
    // Presses are watched from the start, so that one under way is known when the field is left.
    presses();
    takeEarly();
  }, []);

  return {
    input,
    amount,
    error,
    isLive,
    hasDroppedCents,
    onInput,
    onLeave: () =>
      presses().after(() => {
        const element = input.current;
        if (element !== document.activeElement && element?.value !== element?.defaultValue) check();
      }),
    settle,
    save: async (send) => {
      const settled = settle();
      if (settled === undefined) return false;
      try {
        return await send(settled);
      } catch (failure) {
        // The caps of a state can rule out an amount inside a range.
        if (!isRefusedAs(failure, 'invalid')) throw failure;
        show(notFound(request, settled));
        input.current?.focus();
        return false;
      }
    },
  };
}

interface AmountFieldProps {
  readonly entry: AmountEntry;
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly onEnter?: () => unknown;
}

export function AmountField({ entry, id, label, hint, onEnter = entry.settle }: AmountFieldProps) {
  const { input, amount, error, isLive, hasDroppedCents, onInput, onLeave } = entry;
  return (
    <Field id={id} label={label} hint={hint} error={error} live={Number(isLive)} size="medium">
      {(control) => (
        <>
          <ControlBox before="$">
            <input
              {...control}
              ref={input}
              type="text"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={amount === undefined ? '' : textOf(amount)}
              onInput={onInput}
              onBlur={onLeave}
              onKeyDown={({ key }) => {
                if (key === 'Enter') onEnter();
              }}
            />
          </ControlBox>
          <span role="status">{hasDroppedCents && amountText.centsDropped}</span>
        </>
      )}
    </Field>
  );
}

const textOf = (amount: number) => usd(amount).slice(1);
