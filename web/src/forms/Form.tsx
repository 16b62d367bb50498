import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Alert } from '../ui/Alert.tsx';
import { Button, type ButtonKind } from '../ui/Button.tsx';
import { classes } from '../ui/class-names.ts';
import { Tick } from '../ui/Tick.tsx';
import { uiText } from '../wording/ui-text.ts';
import styles from './Form.module.css';
import type { FormSchema } from './use-form-submission.ts';
import type { ScreenForm } from './use-screen-form.ts';

type Sendable = Pick<
  ScreenForm<FormSchema>,
  'ready' | 'busy' | 'alerts' | 'summary' | 'isOneField' | 'refused' | 'submit'
>;

interface FormProps {
  /** What `useScreenForm` returns. */
  readonly form: Sendable;
  readonly id?: string;
  readonly label?: string;
  readonly children: ReactNode;
}

export function Form({ form, id, label, children }: FormProps) {
  return (
    <form
      id={id}
      aria-label={label}
      aria-busy={form.busy || undefined}
      className={styles.form}
      // If a browser ever sends it by itself, nothing of it may be in an address.
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        form.submit();
      }}
    >
      <FormErrors form={form} />
      {children}
    </form>
  );
}

/**
 * Links to the refused fields. The focus has them read; a live region besides would have it done twice.
 * A form with one field needs none: that field takes the focus, or announces its error if it has it.
 */
function FormErrors({ form }: { readonly form: Pick<Sendable, 'summary' | 'isOneField' | 'refused'> }) {
  const box = useRef<HTMLDivElement>(null);
  const { refused, isOneField, summary } = form;
  const focusedAt = useRef(0);
  // The errors of a press may be rendered a moment after the press is counted: the focus waits for them.
  useEffect(() => {
    const [first] = summary;
    if (refused === focusedAt.current || !first) return;
    focusedAt.current = refused;
    (isOneField ? document.getElementById(first.id) : box.current)?.focus();
  });
  if (summary.length === 0 || isOneField) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be one of the form's own questions.
    <div className={styles.errors} ref={box} tabIndex={-1} role="group" aria-label={uiText.summaryTitle}>
      <Alert kind="error" title={uiText.summaryTitle} live={false}>
        <ul className={styles.links}>
          {summary.map(({ id, message }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault();
                  const control = document.getElementById(id);
                  control?.closest('fieldset, div')?.scrollIntoView({ block: 'center' });
                  control?.focus({ preventScroll: true });
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  );
}

interface SubmitProps {
  readonly form: Pick<Sendable, 'ready' | 'busy' | 'alerts'>;
  readonly kind?: ButtonKind;
  readonly words: string;
  readonly busyWords: string;
}

/** The form's main button: it can always be pressed, but appears enabled only when the form is ready. What concerns no field is beside it. */
export function SubmitButton({ form, words, ...look }: SubmitProps) {
  return (
    <Button {...look} type="submit" waiting={!form.ready} busy={form.busy} failure={form.alerts.join(' ')}>
      {words}
    </Button>
  );
}

export interface PartProgress {
  readonly part: number;
  readonly done: boolean;
  readonly text: string;
}

interface SectionProps {
  readonly title: string;
  /** Concerns several of its fields. */
  readonly hint?: string;
  readonly progress: PartProgress;
  readonly children: ReactNode;
}

export function FieldSection({ title, hint, progress, children }: SectionProps) {
  const hintId = useId();
  return (
    <fieldset
      className={classes(styles.part, progress.done && styles.partDone)}
      aria-describedby={hint && hintId}
    >
      <legend className={styles.legend}>
        <span className={styles.number} aria-hidden="true">
          {progress.done ? <Tick /> : progress.part}
        </span>
        {`${title} `}
        <span className={styles.progress}>{progress.text}</span>
      </legend>
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}

export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
