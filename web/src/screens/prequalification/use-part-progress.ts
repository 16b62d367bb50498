// Which of the form's parts are answered, by the form's own rules.
import { useState } from 'react';
import * as z from 'zod/mini';
import type { PrequalificationForm } from '#contract/prequalification.ts';
import type { PartProgress } from '../../forms/Form.tsx';
import { formText } from '../../wording/prequalification-form.ts';
import type { formSchema } from './form-schema.ts';

/** The required answers of each part, in the order of the form. */
const parts = {
  you: ['firstName', 'lastName', 'email', 'phone', 'dob'],
  home: ['streetAddress', 'city', 'state', 'zipCode', 'residentialStatus'],
  income: ['mainIncome'],
} as const satisfies Record<string, readonly (keyof PrequalificationForm)[]>;
const order = Object.keys(parts);

type Schema = ReturnType<typeof formSchema>;

/** The names of the answers that are missing or wrong, as one text. */
export const missingAnswers = (schema: Schema, values: Partial<PrequalificationForm>): string =>
  z
    .safeParse(schema, values)
    .error?.issues.map(({ path }) => path[0])
    .join() ?? '';

export function partProgress(name: keyof typeof parts, missing: string): PartProgress {
  const names = missing.split(',');
  const { length } = parts[name];
  const answered = parts[name].filter((answer) => !names.includes(answer)).length;
  return {
    part: order.indexOf(name) + 1,
    done: answered === length,
    text: formText.partProgress(answered, length),
  };
}

export function usePartProgress(schema: Schema) {
  // A text, so that the form is rendered again only where it changes. A prerendered form is empty.
  const [missing, setMissing] = useState(Object.values(parts).flat().join());
  return {
    update: (values: Partial<PrequalificationForm>) => setMissing(missingAnswers(schema, values)),
    of: (name: keyof typeof parts) => partProgress(name, missing),
  };
}
