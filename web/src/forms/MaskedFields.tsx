// Fields whose text is shaped while it is typed. Apart from the other controls, because few screens need the shaping.
import { Maskito } from '@maskito/core';
import { useCallback, useState } from 'react';
import { uiText } from '../wording/ui-text.ts';
import { type ControlProps, TextField, type TextProps } from './Controls.tsx';
import styles from './Field.module.css';
import type { FieldWiring } from './Field.tsx';
import { currencyMask, dateMask, digitsMask, type Mask, phoneMask, ssnMask, zipMask } from './masks.ts';

interface MaskedProps extends Omit<TextProps, 'combobox' | 'onKeyDown'> {
  /** One of `masks.ts`; keep the same object between renders. */
  readonly mask: Mask;
}

/** Text that is shaped while it is typed, pasted or filled by the browser. */
export function MaskedField({ mask, ...props }: MaskedProps) {
  const join = props.field.ref;
  const ref = useCallback(
    (element: Parameters<FieldWiring['ref']>[0]) => {
      if (!(element instanceof HTMLInputElement)) return;
      // What was typed or filled before hydration.
      const early = mask.finish(element.value, element !== document.activeElement);
      if (early !== element.value) element.value = early;
      const masked = new Maskito(element, mask);
      join(element);
      return () => {
        masked.destroy();
        join(null);
      };
    },
    [join, mask],
  );
  return <TextField inputMode="numeric" {...props} field={{ ...props.field, ref }} />;
}

export const PhoneField = (props: Omit<MaskedProps, 'mask'>) => (
  <MaskedField type="tel" inputMode="tel" autoComplete="tel-national" {...props} mask={phoneMask} />
);

export const ZipField = (props: Omit<MaskedProps, 'mask'>) => (
  <MaskedField autoComplete="postal-code" size="short" {...props} mask={zipMask} />
);

/** An amount in dollars, with separators and up to two decimals, and a dollar sign in the field. */
export function CurrencyField(words: Omit<ControlProps, 'size'>) {
  return (
    <MaskedField
      inputMode="decimal"
      autoComplete="off"
      size="medium"
      {...words}
      mask={currencyMask}
      before="$"
    />
  );
}

/** Social Security number: one text field that takes spaces and hyphens, covered until shown. */
export function SsnField(props: Omit<MaskedProps, 'mask'>) {
  const [shown, setShown] = useState(false);
  return (
    <MaskedField
      autoComplete="off"
      size="medium"
      spellCheck={false}
      {...props}
      mask={ssnMask}
      inputClassName={shown ? styles.shown : styles.secret}
    >
      <button
        type="button"
        className={styles.toggle}
        aria-controls={props.field.id}
        onClick={() => setShown(!shown)}
      >
        <span>{shown ? uiText.hide : uiText.show}</span>
        <span className="visually-hidden"> {props.label}</span>
      </button>
    </MaskedField>
  );
}

/** A date as MM/DD/YYYY. Where keys became another date, a message says so. */
export function DateField({ now, ...props }: Omit<MaskedProps, 'mask'> & { readonly now: () => Date }) {
  const [changed, setChanged] = useState('');
  const [mask] = useState(() =>
    dateMask(now, (keys, date) => setChanged(keys && uiText.dateChanged(keys, date))),
  );
  return (
    <MaskedField size="short" {...props} mask={mask}>
      <span className={styles.changed} role="status">
        {changed}
      </span>
    </MaskedField>
  );
}

const sixDigits = digitsMask(6);

/** The code of a text message. Phones offer to fill it in. */
export function CodeField(words: Omit<MaskedProps, 'mask'>) {
  return (
    <MaskedField autoComplete="one-time-code" {...words} mask={sixDigits} inputClassName={styles.code} />
  );
}
