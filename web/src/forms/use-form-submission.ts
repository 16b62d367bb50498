// Sends a form, once at a time, and places what was refused: on the fields, in the summary or in an alert.
import { type RefObject, useMemo, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import * as z from 'zod/mini';
import type { Refusal } from '#contract/errors.ts';
import { ApiFailure } from '../api/failures.ts';
import { useCodeDue } from '../journey/code-due.ts';
import { useRedirectToState } from '../journey/use-redirect-to-state.ts';
import { uiText } from '../wording/ui-text.ts';

/**
 * undefined: the screen is about to change, and the form stays busy, so that it cannot be sent twice.
 * 'again': the same form may be used again. Otherwise the server's errors.
 */
export type Sent = undefined | 'again' | { readonly errors: readonly Refusal[] };

export interface SubmissionOptions<S extends FormSchema> {
  /** After the refusal of a step that is over, the form leads to the step that is open. */
  readonly send: (values: z.output<S>) => Promise<Sent> | Sent;
  /** The message for a call without a response. */
  readonly failure?: string;
  /** Called with the invalid fields when a press is refused before anything is sent. */
  readonly onRefused?: (names: readonly string[]) => void;
}

interface Wired<S extends FormSchema> {
  readonly hook: FormHook<S>;
  readonly latest: RefObject<SubmissionOptions<S>>;
  readonly names: () => readonly string[];
  readonly idOf: (name: string) => string;
}

export function useFormSubmission<S extends FormSchema>({ hook, latest, names, idOf }: Wired<S>) {
  const codeAfter = useCodeDue();
  const { afterRefusal } = useRedirectToState();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  /** What the last press was refused for, beside the fields. */
  const [alerts, setAlerts] = useState<readonly string[]>([]);
  /** Counts the refused presses. `live` is the last one, if its first field had the focus already and so does not get it. */
  const [{ refused, live }, setRefused] = useState({ refused: 0, live: 0 });
  const [listed, setListed] = useState<readonly string[]>([]);

  const refuse = (invalid: readonly string[]) => {
    const inOrder = inPageOrder(invalid, idOf);
    const [first] = inOrder;
    const hasFocus = first !== undefined && document.activeElement?.id === idOf(first);
    setListed(inOrder);
    setRefused(({ refused }) => ({ refused: refused + 1, live: hasFocus ? refused + 1 : 0 }));
  };
  const refuseFromServer = (errors: readonly Refusal[]) => {
    const placed = placeServerErrors(errors, names());
    for (const [name, message] of placed.fields)
      hook.setError(name as FieldName<S>, { type: 'server', message });
    setAlerts(placed.alerts);
    refuse([...placed.fields.keys()]);
  };
  const clearRefusals = () => {
    hook.clearErrors();
    setAlerts([]);
    setListed([]);
  };

  /** Resolves to whether the form stays busy. */
  const send = async (values: z.output<S>): Promise<boolean> => {
    setBusy(true);
    try {
      const sent = await latest.current.send(values);
      if (typeof sent !== 'object') return sent !== 'again';
      refuseFromServer(sent.errors);
    } catch (thrown) {
      const code = await codeAfter(thrown);
      if (code === 'entered') return send(values);
      if (code === 'closed') return false;
      if (await afterRefusal(thrown)) return true;
      if (thrown instanceof ApiFailure && thrown.errors) refuseFromServer(thrown.errors);
      else {
        setAlerts([latest.current.failure ?? uiText.notSent]);
        refuse([]);
      }
    }
    return false;
  };

  const submit = async () => {
    if (sending.current) return;
    sending.current = true;
    setAlerts([]);
    let staysBusy = false;
    try {
      await hook.handleSubmit(
        async (values) => {
          staysBusy = await send(values);
        },
        (errors) => {
          const invalid = names().filter((name) => get(errors, name));
          refuse(invalid);
          latest.current.onRefused?.(invalid);
        },
      )();
    } finally {
      if (!staysBusy) {
        sending.current = false;
        setBusy(false);
      }
    }
  };

  return { alerts, refused, live, listed, busy, submit: () => void submit(), clearRefusals };
}

function inPageOrder(names: readonly string[], idOf: (name: string) => string): readonly string[] {
  const elementOf = (name: string) => document.getElementById(idOf(name));
  return [...names].sort((a, b) => {
    const [first, second] = [elementOf(a), elementOf(b)];
    if (!first || !second) return first ? -1 : 1;
    return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
}

const toWords = (name: string) => name.replace(/([A-Z])/g, (sign) => ` ${sign.toLowerCase()}`);
const toSnakeCase = (name: string) => name.replace(/([A-Z])/g, (sign) => `_${sign.toLowerCase()}`);
const lastPart = (path: string) => path.slice(path.lastIndexOf('.') + 1);

/** The server's errors where the applicant can fix them: on a field, or in an alert. */
export function placeServerErrors(errors: readonly Refusal[], names: readonly string[]) {
  /** Field name and sentence, in the order of the response. */
  const fields = new Map<string, string>();
  const alerts: string[] = [];

  /** The form's name for a field, whether the server sends `address.zipCode`, `zipCode` or `zip_code`. */
  const fieldAt = (path: string): string | undefined =>
    names.find((name) => name === path) ??
    names.find((name) => [lastPart(name), toSnakeCase(lastPart(name))].includes(lastPart(path)));

  /** The fields that a sentence mentions by name. */
  const named = (sentence: string): readonly string[] =>
    names.filter((name) => {
      const own = lastPart(name);
      return new RegExp(`(^|[^\\w])(${own}|${toSnakeCase(own)}|${toWords(own)})([^\\w]|$)`, 'i').test(
        sentence,
      );
    });

  const put = (name: string, sentence: string) => {
    if (!fields.has(name)) fields.set(name, sentence);
  };

  const place = (message: unknown, path: string | undefined): void => {
    if (Array.isArray(message)) {
      for (const inner of message) place(inner, path);
    } else if (typeof message === 'object' && message !== null) {
      for (const [key, inner] of Object.entries(message)) place(inner, path ? `${path}.${key}` : key);
    } else if (typeof message === 'string' && message.trim() !== '') {
      const own = path === undefined ? undefined : fieldAt(path);
      const targets = own === undefined ? (path === undefined ? named(message) : []) : [own];
      for (const name of targets) put(name, message);
      if (targets.length === 0 && !alerts.includes(message)) alerts.push(message);
    }
  };

  for (const { field, message } of errors) place(message, field);
  return { fields, alerts };
}

export type FormSchema = z.ZodMiniType<unknown, FieldValues>;
export type FormHook<S extends FormSchema> = UseFormReturn<z.input<S>, unknown, z.output<S> & FieldValues>;
export type FieldName<S extends FormSchema> = FieldPath<z.input<S>>;

export function useFormHook<S extends FormSchema>(
  schema: S,
  defaults: DefaultValues<z.input<S>> | undefined,
): FormHook<S> {
  const resolver = useMemo(() => resolverOf(schema), [schema]);
  return useForm({
    resolver,
    ...(defaults && { defaultValues: defaults }),
    mode: 'onTouched',
    shouldFocusError: false,
  });
}

function resolverOf<S extends FormSchema>(
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

/** Whether the field's rule refuses an empty answer. */
export function isRequired(schema: unknown, name: string): boolean {
  let rule = schema;
  for (const key of name.split('.')) rule = (rule as { shape?: Record<string, unknown> })?.shape?.[key];
  if (!rule) return true;
  const empty = [undefined, '', false];
  return !empty.some((value) => z.safeParse(rule as z.ZodMiniType, value).success);
}
