// The form hook of every screen. A schema holds the rules; the hook decides when the applicant sees a message.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type DefaultValues, get, type PathValue } from 'react-hook-form';
import type * as z from 'zod/mini';
import { uiText } from '../wording/ui-text.ts';
import type { FieldWiring } from './Field.tsx';
import { presses } from './presses.ts';
import {
  type FieldName,
  type FormHook,
  type FormSchema,
  isRequired,
  type SubmissionOptions,
  useFormHook,
  useFormSubmission,
} from './use-form-submission.ts';

interface ScreenFormOptions<S extends FormSchema> extends SubmissionOptions<S> {
  readonly schema: S;
  readonly defaults?: DefaultValues<z.input<S>>;
  readonly onChange?: (values: Partial<z.input<S>>) => void;
  /** Fields that are checked again when another changes: `{ accountNumber: ['confirmAccountNumber'] }`. */
  readonly linked?: { readonly [name in FieldName<S>]?: readonly FieldName<S>[] };
  /** The summary's name for a field whose message does not name it. */
  readonly names?: { readonly [name in FieldName<S>]?: string };
  /** A prefix for the ids of the fields, where two forms on a page share names. */
  readonly idPrefix?: string;
}

export interface ScreenForm<S extends FormSchema> {
  /** The props of a field of `Controls.tsx`. */
  readonly field: (name: FieldName<S>) => FieldWiring;
  /** Every required field is answered and every answer is valid. */
  readonly ready: boolean;
  readonly busy: boolean;
  readonly alerts: readonly string[];
  /** The errors of the last press that are still there, in the order of the page. */
  readonly summary: readonly { readonly id: string; readonly message: string }[];
  /** The only field shows its own error, without a summary. */
  readonly isOneField: boolean;
  /** Counts refused presses, so that the summary takes the focus at each. */
  readonly refused: number;
  readonly values: () => Partial<z.input<S>>;
  readonly value: <N extends FieldName<S>>(name: N) => PathValue<z.input<S>, N>;
  readonly set: <N extends FieldName<S>>(name: N, value: PathValue<z.input<S>, N>) => void;
  /** Takes a field back to its default, without an error. */
  readonly reset: (name: FieldName<S>) => void;
  /** Removes the error of a field, as when another answer made it meaningless. */
  readonly clearError: (name: FieldName<S>) => void;
  readonly setError: (name: FieldName<S>, message: string) => void;
  readonly check: (name: FieldName<S>) => void;
  /** Removes all errors of the last press, as when they no longer apply. */
  readonly clearRefusals: () => void;
  readonly submit: () => void;
}

/** While rules are being edited (`npm run dev`), the messages on screen follow them. */
const useEditedRules = import.meta.hot
  ? <S extends FormSchema>(hook: FormHook<S>, schema: unknown) =>
      useEffect(() => {
        if (schema && hook.formState.isSubmitted) void hook.trigger();
      }, [hook, schema])
  : () => {};

export function useScreenForm<S extends FormSchema>(options: ScreenFormOptions<S>): ScreenForm<S> {
  const { schema, defaults, idPrefix = '' } = options;
  const hook = useFormHook(schema, defaults);
  const { errors, touchedFields, isValid, submitCount } = hook.formState;
  useEditedRules(hook, schema);

  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  // Early answers are given again in the effect of the page around.
  useLayoutEffect(() => {
    const watching = hook.watch((values) => latest.current.onChange?.(values as Partial<z.input<S>>));
    return () => watching.unsubscribe();
  }, [hook]);
  // Presses are watched from the start, so that one under way is known when a field is left.
  useEffect(() => void presses(), []);

  const idOf = (name: string) => idPrefix + name.replaceAll('.', '-');
  const { wire, names } = useFieldWiring(
    hook,
    (name) => latest.current.linked?.[name] ?? [],
    () => latest.current.onChange?.(hook.getValues()),
  );
  const isOneField = Object.keys((schema as { shape?: object }).shape ?? {}).length === 1;
  const { listed, live, ...submission } = useFormSubmission({ hook, latest, names, idOf });

  /** A rule's message appears once the field was touched or the form was submitted. */
  const messageOf = (name: string): string | undefined => {
    const error = get(errors, name) as { type?: string; message?: string } | undefined;
    const isShown = submitCount > 0 || error?.type === 'server' || get(touchedFields, name);
    return isShown ? error?.message : undefined;
  };

  return {
    ...submission,
    field: (name) => ({
      id: idOf(name),
      name,
      required: isRequired(schema, name),
      error: messageOf(name),
      live: isOneField ? live : 0,
      ...wire(name),
    }),
    ready: isValid && !submission.busy,
    summary: listed.flatMap((name) => {
      const message = messageOf(name);
      if (!message) return [];
      const label = options.names?.[name as FieldName<S>];
      return [{ id: idOf(name), message: label ? uiText.named(label, message) : message }];
    }),
    isOneField,
    values: () => hook.getValues(),
    value: (name) => hook.watch(name),
    set: (name, value) => hook.setValue(name, value, asAnswered),
    reset: (name) => hook.resetField(name),
    clearError: (name) => hook.clearErrors(name),
    setError: (name, message) => hook.setError(name, { type: 'server', message }),
    check: (name) => void hook.trigger(name),
  };
}

/** A value that is set counts as the applicant's own answer. */
const asAnswered = { shouldTouch: true, shouldDirty: true, shouldValidate: true } as const;

type Wiring = Pick<FieldWiring, 'ref' | 'onInput' | 'onBlur'>;

/** Connects a form's controls to react-hook-form, and takes over what was typed or filled before the form was hydrated. */
function useFieldWiring<S extends FormSchema>(
  hook: FormHook<S>,
  linkedTo: (name: FieldName<S>) => readonly FieldName<S>[],
  /** Called once if there were answers before the form was hydrated. */
  onEarlyAnswers: () => void,
) {
  const wirings = useRef(new Map<string, Wiring>());
  const [initialValues] = useState(() => hook.getValues());
  const hasEarlyAnswers = useRef(false);

  // Each early answer was checked alone, before the fields after it were on the page. This checks the whole form once.
  const checkEarly = useEffectEvent(() => {
    if (!hasEarlyAnswers.current) return;
    void hook.trigger();
    onEarlyAnswers();
  });
  useEffect(() => {
    const timer = setTimeout(() => checkEarly());
    return () => clearTimeout(timer);
  }, []);

  const wire = (name: FieldName<S>): Wiring => {
    const existing = wirings.current.get(name);
    if (existing) return existing;
    const checkLinked = () => {
      const touched = linkedTo(name).filter((other) => hook.getFieldState(other).isTouched);
      if (touched.length > 0) void hook.trigger(touched);
    };
    const adopt = (value: string) =>
      hook.setValue(name, value as PathValue<z.input<S>, FieldName<S>>, asAnswered);
    const registered = hook.register(name);
    const wiring: Wiring = {
      ref: (element) => {
        const typed = element && isText(element) ? element.value : '';
        registered.ref(element);
        if (typed === '' || typed === String(get(initialValues, name) ?? '')) return;
        hasEarlyAnswers.current = true;
        adopt(typed);
      },
      onInput: (event) => {
        const element = event.target as HTMLInputElement;
        void registered.onChange({ target: element, type: 'change' });
        // The browser can fill a field without focusing it. That counts as touched.
        const isFilled = element !== document.activeElement || isAutofilled(element);
        if (isText(element) && element.value !== '' && isFilled) adopt(element.value);
        checkLinked();
      },
      onBlur: ({ target }) => presses().after(() => void registered.onBlur({ target, type: 'blur' })),
    };
    wirings.current.set(name, wiring);
    return wiring;
  };
  const names = (): readonly string[] => [...wirings.current.keys()];
  return { wire, names };
}

const isText = ({ type }: { readonly type: string }) => type !== 'radio' && type !== 'checkbox';

function isAutofilled(element: Element): boolean {
  try {
    return element.matches(':autofill');
  } catch {
    return false;
  }
}
