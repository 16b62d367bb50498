// The amount to be typed. A listed one counts as it is typed, any other once the field is left, or before the
// press takes effect.
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { hasCents, wholeDollarsOf } from '#contract/fields.ts';
import type { LoanRequest } from '#contract/offers.ts';
import { ControlBox, Field } from '../../forms/Field.tsx';
import { presses } from '../../forms/presses.ts';
import { usd } from '../../wording/format.ts';
import { amountText, offersText } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import { centsTyped } from './offer-list.ts';

const words = offersText.controls;

/** The field for the controls that continue with its amount. */
export interface AmountEntry {
  /** Resolves to the shown amount (cents), or to undefined if it cannot be lent, which the field shows. */
  readonly settle: () => Promise<number | undefined>;
  /** Shows an amount (cents) that the caller saves, in place of what is typed. */
  readonly show: (amount: number) => void;
  readonly focus: () => void;
}

interface AmountFieldProps {
  readonly entry: Ref<AmountEntry>;
  readonly id: string;
  readonly ranges: LoanRequest['amountRanges'];
  readonly amount: number;
  readonly stops: readonly number[];
  readonly onMove: (amount: number) => void;
  /** Saves an amount at which the slider does not stop, or takes note of the `mistake` in it. Resolves to the field's message, if any. */
  readonly onTyped: (amount: number, mistake: string | undefined) => Promise<string | undefined>;
}

export function AmountField({ entry, id, ranges, amount, stops, onMove, onTyped }: AmountFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [live, setLive] = useState(0);
  const [hasDroppedCents, setDroppedCents] = useState(false);
  /** The amount whose offers the page shows, or is about to show. */
  const current = useRef(amount);
  /** Whether the field shows text that is not committed yet. Otherwise it shows the current amount. */
  const isTyped = useRef(false);
  const show = (cents: number) => {
    isTyped.current = false;
    if (input.current) input.current.value = textOf(cents);
  };
  const move = (cents: number) => {
    current.current = cents;
    onMove(cents);
  };
  /** Whether the field has changed since, for example by the slider, so that an error about the old amount no longer applies. */
  const isPast = (typed: string) => typedIn(input.current) !== typed;
  /** Resolves to the message, if any. */
  const take = async (typed: string): Promise<string | undefined> => {
    const cents = centsTyped(typed);
    if (cents === current.current || stops.includes(cents)) return void move(cents);
    try {
      const { mistakeIn } = await import('./typed-amount.ts');
      const found = mistakeIn(typed, ranges);
      if (found && isPast(typed)) return found;
      const mistake = await onTyped(cents, found);
      if (!mistake && typedIn(input.current) === typed) current.current = cents;
      return mistake;
    } catch {
      return uiText.notSent;
    }
  };
  const commit = useCommit(async (typed) => {
    setDroppedCents(hasCents(input.current?.value));
    const mistake = await take(typed);
    if (mistake && isPast(typed)) return undefined;
    setError(mistake);
    setLive(Number(input.current === document.activeElement));
    if (mistake) return undefined;
    if (typedIn(input.current) === typed) {
      isTyped.current = false;
      // The text is not formatted under the caret.
      if (input.current !== document.activeElement) show(centsTyped(typed));
    }
    return centsTyped(typed);
  });

  const commitTyped = () => {
    if (isTyped.current) void commit(typedIn(input.current));
  };
  useImperativeHandle(entry, () => ({
    settle: async () => {
      const settled = isTyped.current ? await commit(typedIn(input.current)) : current.current;
      if (settled === undefined) input.current?.focus();
      return settled;
    },
    show: (cents) => {
      current.current = cents;
      setError(undefined);
      show(cents);
    },
    focus: () => input.current?.focus(),
  }));
  useEffect(() => {
    if (amount === current.current) return;
    current.current = amount;
    setError(undefined);
    if (isTyped.current && input.current === document.activeElement) return;
    isTyped.current = false;
    if (input.current) input.current.value = textOf(amount);
  }, [amount]);
  // What was typed, and left, before the page was hydrated.
  const commitEarly = useEffectEvent(() => {
    const element = input.current;
    isTyped.current = element?.value !== element?.defaultValue;
    if (isTyped.current && element !== document.activeElement) void commit(typedIn(element));
  });
  useEffect(() => {
    // Presses are watched from the start, so that one under way is known when the field is left.
    presses();
    commitEarly();
  }, []);

  return (
    <Field id={id} label={words.amount} error={error} live={live} size="medium">
      {(control) => (
        <>
          <ControlBox before="$">
            <input
              {...control}
              ref={input}
              type="text"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={textOf(amount)}
              onInput={({ currentTarget }) => {
                isTyped.current = true;
                setDroppedCents(false);
                const cents = centsTyped(typedIn(currentTarget));
                if (!stops.includes(cents)) return;
                setError(undefined);
                move(cents);
              }}
              onBlur={() => presses().after(() => (isTyped.current ? commitTyped() : show(current.current)))}
              onKeyDown={({ key }) => {
                if (key === 'Enter') commitTyped();
              }}
            />
          </ControlBox>
          <span role="status">{hasDroppedCents && amountText.centsDropped}</span>
        </>
      )}
    </Field>
  );
}

type Commit = (typed: string) => Promise<number | undefined>;

/** Commits one text at a time. Whatever commits the same text meanwhile gets the same outcome. */
function useCommit(commit: Commit): Commit {
  const running = useRef<{ readonly typed: string; readonly outcome: Promise<number | undefined> }>(
    undefined,
  );
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  return async (typed) => {
    while (running.current) {
      const { typed: other, outcome } = running.current;
      if (other === typed) return outcome;
      await outcome;
    }
    const outcome = latest.current(typed).finally(() => {
      running.current = undefined;
    });
    running.current = { typed, outcome };
    return outcome;
  };
}

/** What is typed, in whole dollars, without signs and separators. */
const typedIn = (input: HTMLInputElement | null) => wholeDollarsOf(input?.value ?? '');
const textOf = (amount: number) => usd(amount).slice(1);
