// Connects label, hint, error and control for every kind of control.
import { type ReactNode, useId } from 'react';
import { classes } from '../ui/class-names.ts';
import { uiText } from '../wording/ui-text.ts';
import styles from './Field.module.css';

/** The props that connect a field to its form, from `form.field('email')`. */
export interface FieldWiring {
  readonly id: string;
  readonly name: string;
  readonly required: boolean;
  readonly error: string | undefined;
  /** The press at which the field had the focus already, so that its error is announced; 0 if another control had it. */
  readonly live?: number | undefined;
  readonly ref: (element: HTMLInputElement | HTMLSelectElement | null) => void;
  readonly onInput: (event: { target: EventTarget }) => void;
  readonly onBlur: (event: { target: EventTarget }) => void;
}

export interface FieldText {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
}

/** The attributes that tie a control to its label, hint and error. */
interface ControlAttributes {
  readonly id: string;
  readonly className: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
}

export type FieldSize = 'full' | 'medium' | 'short';

interface FieldProps extends FieldText {
  readonly id: string;
  readonly error?: string | undefined;
  readonly live?: number | undefined;
  readonly required?: boolean;
  readonly size?: FieldSize | undefined;
  /** Several controls under one legend, such as radio buttons. */
  readonly group?: boolean;
  readonly children: (control: ControlAttributes) => ReactNode;
}

export function Field({
  id,
  label,
  hint,
  error,
  live,
  required = true,
  size = 'full',
  group,
  children,
}: FieldProps) {
  const own = useId();
  const hintId = hint ? `${id}-hint${own}` : undefined;
  // Outside the label, so that the field's accessible name is only its label.
  const optionalId = required ? undefined : `${id}-optional${own}`;
  const errorId = error ? `${id}-error${own}` : undefined;
  const control: ControlAttributes = {
    id,
    className: styles.control ?? '',
    'aria-describedby': classes(optionalId, hintId, errorId) || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required ? true : undefined,
  };
  const around = (
    <>
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
      <FieldError id={errorId} live={live}>
        {error}
      </FieldError>
      {children(control)}
    </>
  );
  const className = classes(styles.field, styles[size], error && styles.wrong);
  const optional = !required && (
    <span className={styles.optional} id={optionalId}>
      {` ${uiText.optional}`}
    </span>
  );
  return group ? (
    <fieldset className={className} aria-describedby={control['aria-describedby']}>
      <legend className={styles.label}>
        {label}
        {optional}
      </legend>
      {around}
    </fieldset>
  ) : (
    <div className={className}>
      <div className={styles.label}>
        <label htmlFor={id}>{label}</label>
        {optional}
      </div>
      {around}
    </div>
  );
}

/** The message that explains how to fix a field, between its hint and control. */
export function FieldError({
  id,
  live,
  children,
}: {
  readonly id: string | undefined;
  readonly live?: number | undefined;
  readonly children: ReactNode;
}) {
  if (!children) return null;
  return (
    <p key={live} className={styles.error} id={id} role={live ? 'alert' : undefined}>
      <svg className={styles.sign} viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="9" fill="currentColor" />
        <path d="M10 5v6.2M10 14v1.4" stroke="var(--card)" strokeWidth="2.2" strokeLinecap="butt" />
      </svg>
      <span>{children}</span>
    </p>
  );
}

interface ControlBoxProps {
  /** A sign before the control's text. */
  readonly before?: string | undefined;
  readonly children: ReactNode;
}

export function ControlBox({ before, children }: ControlBoxProps) {
  return (
    <div className={styles.box}>
      {before && (
        <span className={styles.before} aria-hidden="true">
          {before}
        </span>
      )}
      {children}
    </div>
  );
}
