// The one form hook. A schema says what holds; the hook says when the applicant hears of it.
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  type PathValue,
  type Resolver,
  set,
  useForm,
} from 'react-hook-form';
import * as z from 'zod/mini';
import { uiText } from '../wording/ui-text.ts';
import type { FieldWiring } from './Field.tsx';
import { presses } from './presses.ts';
import { placeRefusals, type Refusal } from './refusals.ts';

/**
 * What came of sending: nothing when the screen is about to change (the form stays busy, so that it cannot be sent
 * twice), 'again' when the same form may be used again, or what the server refused.
 */
export type Sent = undefined | 'again' | { readonly errors: readonly Refusal[] };

export interface ScreenFormOptions<S extends z.ZodMiniType<unknown, FieldValues>> {
  readonly schema: S;
  readonly send: (values: z.output<S>) => Promise<Sent> | Sent;
  readonly defaults?: DefaultValues<z.input<S>>;
  /** Fields that are checked again when another changes: `{ accountNumber: ['confirmAccountNumber'] }`. */
  readonly linked?: { readonly [name in FieldPath<z.input<S>>]?: readonly FieldPath<z.input<S>>[] };
  /** When a field is first checked: after it was left (the default), or from its first letter. */
  readonly check?: 'left' | 'typed';
  /** The sentence for a call that never came through. */
  readonly failure?: string;
  /** What the summary calls a field whose message does not tell which it is. */
  readonly names?: { readonly [name in FieldPath<z.input<S>>]?: string };
  /** Told which fields a press was refused for before anything was sent. */
  readonly onRefused?: (names: readonly string[]) => void;
  /** Put before the ids of the fields where two forms on a page share names. */
  readonly idPrefix?: string;
}

export interface ScreenForm<S extends z.ZodMiniType<unknown, FieldValues>> {
  /** What a field of `controls.tsx` takes. */
  readonly field: (name: FieldPath<z.input<S>>) => FieldWiring;
  /** Everything required is answered and nothing is wrong. */
  readonly ready: boolean;
  readonly busy: boolean;
  readonly alerts: readonly string[];
  readonly setAlerts: (alerts: readonly string[]) => void;
  /** The errors of the last press that still stand, in the order of the page. */
  readonly summary: readonly { readonly id: string; readonly message: string }[];
  /** Counts the presses that were refused, so that the summary takes the focus at each. */
  readonly refused: number;
  readonly value: <N extends FieldPath<z.input<S>>>(name: N) => PathValue<z.input<S>, N>;
  readonly set: <N extends FieldPath<z.input<S>>>(name: N, value: PathValue<z.input<S>, N>) => void;
  /** Takes the error off a field, as when another answer made it meaningless. */
  readonly clearError: (name: FieldPath<z.input<S>>) => void;
  readonly setError: (name: FieldPath<z.input<S>>, message: string) => void;
  /** Checks a field again. */
  readonly check: (name: FieldPath<z.input<S>>) => void;
  /** Takes back all that the last press said, as when what it was about is past. */
  readonly forget: () => void;
  readonly submit: () => void;
  readonly formRef: RefObject<HTMLFormElement | null>;
}

function resolverOf<S extends z.ZodMiniType<unknown, FieldValues>>(
  schema: S,
): Resolver<z.input<S>, unknown, z.output<S> & FieldValues> {
  return (values) => {
    const parsed = z.safeParse(schema, values);
    if (parsed.success) return { values: parsed.data as z.output<S> & FieldValues, errors: {} };
    const errors = {};
    for (const { path, message } of parsed.error.issues) {
      const name = path.join('.');
      if (!get(errors, name)) set(errors, name, { type: 'rule', message });
    }
    return { values: {}, errors: errors as FieldErrors<z.input<S>> };
  };
}

/** Whether a field must be answered: its rule does not take an empty answer. */
function mustAnswer(schema: unknown, name: string): boolean {
  let part = schema as { shape?: Record<string, unknown> } | undefined;
  for (const key of name.split('.')) part = part?.shape?.[key] as typeof part;
  if (!part) return true;
  const empty = [undefined, '', false];
  return !empty.some((value) => z.safeParse(part as unknown as z.ZodMiniType, value).success);
}

function isAutofilled(element: Element): boolean {
  try {
    return element.matches(':autofill');
  } catch {
    return false;
  }
}

const unsentErrors = (thrown: unknown): readonly Refusal[] | undefined => {
  const errors = (thrown as { errors?: unknown } | undefined)?.errors;
  return Array.isArray(errors) ? errors : undefined;
};

export function useScreenForm<S extends z.ZodMiniType<unknown, FieldValues>>(
  options: ScreenFormOptions<S>,
): ScreenForm<S> {
  type Values = z.input<S>;
  type Name = FieldPath<Values>;
  const { schema, defaults, check = 'left', idPrefix = '' } = options;
  const resolver = useMemo(() => resolverOf(schema), [schema]);
  const hook = useForm<Values, unknown, z.output<S> & FieldValues>({
    resolver,
    ...(defaults && { defaultValues: defaults }),
    mode: check === 'left' ? 'onTouched' : 'all',
    shouldFocusError: false,
  });
  const { errors, touchedFields, isValid, submitCount } = hook.formState;

  const [alerts, setAlerts] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState(0);
  const [listed, setListed] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const formRef = useRef<HTMLFormElement>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  const idOf = (name: string) => idPrefix + name.replaceAll('.', '-');
  const wirings = useRef(new Map<string, Pick<FieldWiring, 'ref' | 'onInput' | 'onBlur'>>());

  const wire = (name: Name): Pick<FieldWiring, 'ref' | 'onInput' | 'onBlur'> => {
    const known = wirings.current.get(name);
    if (known) return known;
    const linked = () => {
      const others = (latest.current.linked?.[name] ?? []) as Name[];
      const seen = others.filter((other) => get(hook.control._formState.touchedFields, other));
      if (seen.length > 0) void hook.trigger(seen);
    };
    const adopt = (value: string) =>
      hook.setValue(name, value as PathValue<Values, Name>, {
        shouldTouch: true,
        shouldDirty: true,
        shouldValidate: true,
      });
    const registered = hook.register(name);
    const wiring = {
      ref: (element: HTMLInputElement | HTMLSelectElement | null) => {
        const isText = element !== null && element.type !== 'radio' && element.type !== 'checkbox';
        // What was typed or filled before the page came alive is kept.
        const typed = isText ? element.value : '';
        registered.ref(element);
        if (typed !== '' && typed !== String(get(hook.control._defaultValues, name) ?? '')) adopt(typed);
      },
      onInput: (event: { target: EventTarget }) => {
        const element = event.target as HTMLInputElement;
        void registered.onChange({ target: element, type: 'change' });
        const isText = element.type !== 'radio' && element.type !== 'checkbox';
        // The browser fills a field without ever entering it: that counts as touched all the same.
        if (isText && element.value !== '' && (element !== document.activeElement || isAutofilled(element)))
          adopt(element.value);
        linked();
      },
      onBlur: (event: { target: EventTarget }) => {
        const { target } = event;
        presses().after(() => void registered.onBlur({ target, type: 'blur' }));
      },
    };
    wirings.current.set(name, wiring);
    return wiring;
  };

  const messageOf = (name: string): string | undefined => {
    const error = get(errors, name) as { type?: string; message?: string } | undefined;
    const heard = submitCount > 0 || error?.type === 'server' || get(touchedFields, name);
    return heard ? error?.message : undefined;
  };

  const inPageOrder = (names: readonly string[]) => {
    const place = (name: string) => document.getElementById(idOf(name));
    return [...names].sort((one, other) => {
      const [first, second] = [place(one), place(other)];
      if (!first || !second) return first ? -1 : 1;
      return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
    });
  };

  const refuse = (names: readonly string[]) => {
    setListed(inPageOrder(names));
    setRefused((count) => count + 1);
  };

  const refuseFromServer = (refusals: readonly Refusal[]) => {
    const placed = placeRefusals(refusals, [...wirings.current.keys()]);
    for (const [name, message] of placed.fields) hook.setError(name as Name, { type: 'server', message });
    setAlerts(placed.alerts);
    refuse([...placed.fields.keys()]);
  };

  const submit = async () => {
    if (sending.current) return;
    sending.current = true;
    setAlerts([]);
    let keep = false;
    try {
      await hook.handleSubmit(
        async (values) => {
          setBusy(true);
          try {
            const sent = await latest.current.send(values);
            if (typeof sent === 'object') refuseFromServer(sent.errors);
            else keep = sent !== 'again';
          } catch (thrown) {
            const refusals = unsentErrors(thrown);
            if (refusals) refuseFromServer(refusals);
            else {
              setAlerts([latest.current.failure ?? uiText.notSent]);
              refuse([]);
            }
          }
        },
        (wrong) => {
          const names = [...wirings.current.keys()].filter((name) => get(wrong, name));
          refuse(names);
          latest.current.onRefused?.(names);
        },
      )();
    } finally {
      if (!keep) {
        sending.current = false;
        setBusy(false);
      }
    }
  };

  // What was answered before the page came alive was checked field by field, each without those after it: the whole is
  // checked once more when that is over.
  useEffect(() => {
    const over = setTimeout(() => void hook.control._setValid(true));
    return () => clearTimeout(over);
  }, [hook.control]);

  useEffect(() => void presses(), []);

  // A press of the button before the page came alive was noted on the form by the page's first script.
  const press = useRef(submit);
  press.current = submit;
  useEffect(() => {
    const form = formRef.current;
    if (form?.dataset.pressed === undefined) return;
    delete form.dataset.pressed;
    void press.current();
  }, []);

  return {
    field: (name) => ({
      id: idOf(name),
      name,
      required: mustAnswer(schema, name),
      error: messageOf(name),
      ...wire(name),
    }),
    ready: isValid && !busy,
    busy,
    alerts,
    setAlerts,
    refused,
    summary: listed.flatMap((name) => {
      const message = messageOf(name);
      if (!message) return [];
      const called = options.names?.[name as Name];
      return [{ id: idOf(name), message: called ? uiText.named(called, message) : message }];
    }),
    value: (name) => hook.watch(name),
    set: (name, value) =>
      hook.setValue(name, value, { shouldTouch: true, shouldDirty: true, shouldValidate: true }),
    clearError: (name) => hook.clearErrors(name),
    setError: (name, message) => hook.setError(name, { type: 'server', message }),
    check: (name) => void hook.trigger(name),
    forget: () => {
      hook.clearErrors();
      setAlerts([]);
      setListed([]);
    },
    submit: () => void submit(),
    formRef,
  };
}
