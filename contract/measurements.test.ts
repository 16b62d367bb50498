import { expect, it } from 'vitest';
import { measuredFields } from './measured-fields.ts';
import { phoneCheckForm } from './phone-check.ts';
import { prequalificationForm } from './prequalification.ts';
import { updateDetailsForm } from './resume.ts';

it.each([
  ['application', prequalificationForm(() => '2026-03-04')],
  ['details', updateDetailsForm(true)],
  ['text code', phoneCheckForm],
])('every field of the %s form can be measured by its name', (_, form) => {
  const names = Object.keys((form as unknown as { shape: object }).shape);
  expect(names.length).toBeGreaterThan(0);
  expect(measuredFields).toEqual(expect.arrayContaining(names));
});
