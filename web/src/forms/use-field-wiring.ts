// Connects a form's controls to react-hook-form, and takes over what was typed or filled before the form was hydrated.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { get, type PathValue } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { FieldWiring } from './Field.tsx';
import type { FieldName, FormHook, FormSchema } from './form-hook.ts';
import { presses } from './presses.ts';

type Wiring = Pick<FieldWiring, 'ref' | 'onInput' | 'onBlur'>;

interface FieldWirings<S extends FormSchema> {
  readonly wire: (name: FieldName<S>) => Wiring;
  /** The fields on the page so far. */
  readonly names: () => readonly string[];
}

export function useFieldWiring<S extends FormSchema>(
  hook: FormHook<S>,
  /** The fields to check again when this one changes. */
  linkedTo: (name: FieldName<S>) => readonly FieldName<S>[],
  /** Called once if there were answers before the form was hydrated. */
  onEarlyAnswers: () => void,
): FieldWirings<S> {
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
      hook.setValue(name, value as PathValue<z.input<S>, FieldName<S>>, {
        shouldTouch: true,
        shouldDirty: true,
        shouldValidate: true,
      });
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
  return { wire, names: () => [...wirings.current.keys()] };
}

const isText = ({ type }: { readonly type: string }) => type !== 'radio' && type !== 'checkbox';

function isAutofilled(element: Element): boolean {
  try {
    return element.matches(':autofill');
  } catch {
    return false;
  }
}
