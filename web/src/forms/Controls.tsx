import { type HTMLInputAutoCompleteAttribute, type ReactNode, useId, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/class-names.ts';
import { uiText } from '../wording/ui-text.ts';
import styles from './Field.module.css';
import { ControlBox, Field, FieldError, type FieldSize, type FieldText, type FieldWiring } from './Field.tsx';
import { presses } from './presses.ts';

export interface ControlProps extends FieldText {
  /** What `form.field(name)` returns. */
  readonly field: FieldWiring;
  readonly size?: FieldSize;
}

export interface TextProps extends ControlProps {
  readonly type?: 'text' | 'email' | 'tel';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email';
  readonly spellCheck?: boolean;
  readonly autoCapitalize?: 'none' | 'words' | 'characters';
  /** Suggestions under the control: their list's id and the active entry, for a screen's own autocomplete. */
  readonly combobox?: { readonly listId: string; readonly activeId?: string; readonly open: boolean };
  readonly onKeyDown?: (event: React.KeyboardEvent<HTMLInputElement>) => void;
  readonly onValue?: (value: string) => void;
  readonly inputClassName?: string | undefined;
  /** A sign in the control, before its text. */
  readonly before?: string;
  /** Content after the control, such as a button in it or a list of suggestions below. */
  readonly children?: ReactNode;
}

export function TextField(props: TextProps) {
  const { field, label, hint, size, combobox, onValue, inputClassName, before, children, ...input } = props;
  return (
    <Field {...{ ...field, label, hint, size }}>
      {(control) => (
        <ControlBox before={before}>
          <input
            type="text"
            {...input}
            {...control}
            className={classes(control.className, inputClassName)}
            name={field.name}
            ref={field.ref}
            onInput={(event) => {
              field.onInput(event);
              onValue?.(event.currentTarget.value);
            }}
            onBlur={field.onBlur}
            {...(combobox && {
              role: 'combobox',
              'aria-autocomplete': 'list',
              'aria-expanded': combobox.open,
              'aria-controls': combobox.listId,
              'aria-activedescendant': combobox.activeId,
            })}
          />
          {children}
        </ControlBox>
      )}
    </Field>
  );
}

/** A name, of which every word begins with a capital letter: of a person, a city or a bank. */
export const NameField = (props: Omit<TextProps, 'autoCapitalize'>) => (
  <TextField {...props} autoCapitalize="words" />
);

export function EmailField({ field, ...words }: Pick<ControlProps, 'field' | 'label' | 'hint'>) {
  const [meant, setMeant] = useState<string>();
  const check = ({ target }: { target: EventTarget }) => {
    field.onBlur({ target });
    presses().after(() => setMeant(emailSuggestion((target as HTMLInputElement).value)));
  };
  const accept = () => {
    const input = document.getElementById(field.id) as HTMLInputElement;
    input.value = meant ?? input.value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.focus();
  };
  return (
    <TextField
      {...words}
      field={{ ...field, onBlur: check }}
      onValue={() => setMeant(undefined)}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
    >
      <div role="status">
        {meant && (
          <Button kind="link" onClick={accept}>
            {uiText.didYouMean(meant)}
          </Button>
        )}
      </div>
    </TextField>
  );
}

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** Before the text of a radio button, such as a bank's logo. */
  readonly picture?: ReactNode;
}

interface SelectProps extends ControlProps {
  readonly options: readonly Option[];
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly onValue?: (value: string) => void;
}

export function SelectField({ field, label, hint, size, options, autoComplete, onValue }: SelectProps) {
  return (
    <Field {...{ ...field, label, hint, size }}>
      {(control) => (
        <select
          {...control}
          className={classes(control.className, styles.select)}
          name={field.name}
          ref={field.ref}
          autoComplete={autoComplete}
          onInput={(event) => {
            field.onInput(event);
            onValue?.(event.currentTarget.value);
          }}
          onBlur={field.onBlur}
        >
          <option value="">{uiText.choose}</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface RadioProps extends Omit<ControlProps, 'size'> {
  readonly options: readonly Option[];
}

export function RadioGroup({ field, label, hint, options }: RadioProps) {
  return (
    <Field {...{ ...field, label, hint }} group>
      {(control) => (
        <div className={styles.choices}>
          {options.map((option, index) => (
            // The first button carries the field's id, so that the error summary's link lands on it.
            <label key={option.value} className={styles.choice}>
              <input
                type="radio"
                className={styles.mark}
                id={index === 0 ? control.id : undefined}
                aria-invalid={control['aria-invalid']}
                name={field.name}
                value={option.value}
                ref={field.ref}
                onChange={field.onInput}
                onBlur={field.onBlur}
              />
              <span>{option.label}</span>
              {option.hint && <span className={styles.choiceHint}>{option.hint}</span>}
              {option.picture && <span className={styles.choicePicture}>{option.picture}</span>}
            </label>
          ))}
        </div>
      )}
    </Field>
  );
}

interface CheckboxProps {
  readonly field: FieldWiring;
  /** May hold links and buttons: pressing those does not check the box. */
  readonly label: ReactNode;
  readonly describedBy?: string;
}

export function Checkbox({ field, label, describedBy }: CheckboxProps) {
  const { ref } = field;
  const own = useId();
  const errorId = field.error ? `${field.id}-error${own}` : undefined;
  return (
    <div className={classes(styles.check, field.error && styles.wrong)}>
      <FieldError id={errorId} live={field.live}>
        {field.error}
      </FieldError>
      <input
        type="checkbox"
        className={styles.mark}
        id={field.id}
        name={field.name}
        ref={ref}
        aria-describedby={classes(errorId, describedBy) || undefined}
        aria-invalid={field.error ? true : undefined}
        aria-required={field.required ? true : undefined}
        onChange={field.onInput}
        onBlur={field.onBlur}
      />
      <label className={styles.checkLabel} htmlFor={field.id}>
        {label}
      </label>
    </div>
  );
}

const suggested = ['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'comcast.net'];
/** Real domains that are one letter from those. */
const alsoReal = ['mail.com', 'ymail.com'];

/** The address with the domain that is one mistake away; undefined for a known domain and for one unlike any. */
export function emailSuggestion(email: string): string | undefined {
  const at = email.lastIndexOf('@');
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  if (at < 1 || suggested.includes(domain) || alsoReal.includes(domain)) return undefined;
  const meant = suggested.find((provider) => isOneMistakeAway(domain, provider));
  return meant && `${email.slice(0, at)}@${meant}`;
}

/** Whether one letter is missing, added or different, or two neighbors are swapped. */
function isOneMistakeAway(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start += 1;
  const [rest, wanted] = [typed.slice(start), meant.slice(start)];
  return (
    rest.slice(1) === wanted.slice(1) ||
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    (rest.slice(2) === wanted.slice(2) && rest[0] === wanted[1] && rest[1] === wanted[0])
  );
}
