import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ssnUnissued } from '#contract/fields.ts';
import { isRequired } from '../../forms/use-form-submission.ts';
import { emptyValues, formSchema } from './form-schema.ts';

const schema = formSchema(() => '2026-03-02', [{ code: 'UT' }, { code: 'AL' }]);
const messages = (state: string) =>
  z
    .safeParse(schema, { state })
    .error?.issues.filter(({ path }) => path[0] === 'state')
    .map(({ message }) => message);

it('a state where the lender does not lend stays wrong, and is named', () => {
  expect(messages('NY')).toEqual(["We don't lend in New York."]);
  expect(messages('UT')).toEqual([]);
  expect(messages('')?.[0]).toBe('State is required.');
});

it('the number of a test person is refused in production alone', () => {
  const ssn = '666-01-0001';
  const refusals = [true, false].map((isProduction) =>
    z
      .safeParse(
        formSchema(() => '2026-03-02', [], isProduction),
        { ssn },
      )
      .error?.issues.filter(({ path }) => path[0] === 'ssn')
      .map(({ message }) => message),
  );
  expect(refusals).toEqual([[ssnUnissued], []]);
});

it('starts every text answer empty and leaves choices unset', () => {
  const empty = emptyValues(schema);
  const expected = ['residentialStatus', 'agreeWithTermsOfUse', 'acceptTexts', 'stateConfirmed'];
  expect(Object.keys(schema.shape).filter((name) => !(name in empty))).toEqual(expected);
});

it('the box about texts is no condition, and stays empty until it is checked', () => {
  expect(isRequired(schema, 'agreeWithTermsOfUse')).toBe(true);
  expect(isRequired(schema, 'acceptTexts')).toBe(false);
  expect(emptyValues(schema)).not.toHaveProperty('acceptTexts');
});
