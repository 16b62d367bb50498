import * as z from 'zod/mini';
import { calls } from '#contract/api.ts';
import { phoneCheckForm } from '#contract/phone-check.ts';

/** The names of all form fields: the properties of all bodies of the contract, at any depth. */
const formFields: ReadonlySet<string> = new Set(
  [...calls.map((call) => call.body ?? ('response' in call.endpoint && call.endpoint.body)), phoneCheckForm]
    .filter((body) => typeof body === 'object')
    .flatMap((body) => propertiesIn(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))),
);

function propertiesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return [...own, ...Object.values(schema).flatMap(propertiesIn)];
}

/** The field, or `other` for a name that no form has, so that typed text is never stored as a name. */
export const formField = (name: string): string => (formFields.has(name) ? name : 'other');
