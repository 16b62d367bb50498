import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { emptyValues, formSchema } from './form-schema.ts';

const schema = formSchema(() => '2026-03-02', [{ code: 'UT' }, { code: 'AL' }]);
const messagesOf = (rules: typeof schema, field: string, value: string) =>
  z
    .safeParse(rules, { [field]: value })
    .error?.issues.filter(({ path }) => path[0] === field)
    .map(({ message }) => message);
const messages = (state: string) => messagesOf(schema, 'state', state);

it('a state where the lender does not lend stays wrong, and is named', () => {
  expect(messages('NY')).toEqual(["We don't lend in New York."]);
  expect(messages('UT')).toEqual([]);
  expect(messages('')?.[0]).toBe('State is required.');
});

it('starts every text answer empty and leaves choices unset', () => {
  const empty = emptyValues(schema);
  expect(Object.keys(schema.shape).filter((name) => !(name in empty))).toEqual([
    'residentialStatus',
    'agreeWithTermsOfUse',
  ]);
});

it('refuses the Social Security numbers of the test people in production only', () => {
  const inProduction = formSchema(() => '2026-03-02', [{ code: 'UT' }], true);
  expect(messagesOf(inProduction, 'ssn', '666-01-0001')).toEqual([
    'Please check your Social Security number. No one has this one.',
  ]);
  expect(messagesOf(inProduction, 'ssn', '123-45-0428')).toEqual([]);
  expect(messagesOf(schema, 'ssn', '666-01-0001')).toEqual([]);
});
