// What the form hooks share: react-hook-form's own hook for a schema, and the schema's rules.
import { useMemo } from 'react';
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
