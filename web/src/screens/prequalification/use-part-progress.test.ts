import { expect, it } from 'vitest';
import { formSchema } from './form-schema.ts';
import { missingAnswers, partProgress } from './use-part-progress.ts';

const schema = formSchema(() => '2026-03-02', [{ code: 'UT' }]);
const you = {
  firstName: 'Alex',
  lastName: 'Rivera',
  email: 'alex@example.com',
  phone: '(801) 555-1000',
  dob: '04/12/1985',
};
const texts = (values: Parameters<typeof missingAnswers>[1]) => {
  const missing = missingAnswers(schema, values);
  return (['you', 'home', 'income'] as const).map((part) => partProgress(part, missing).text);
};

it('each part counts its own required answers, and is done with the last', () => {
  expect(texts({ ...you, dob: '' })[0]).toBe('4 of 5 answered');
  expect(texts({ ...you, state: 'UT', mainIncome: '72000' })).toEqual(['Done', '1 of 5 answered', 'Done']);
});

it('a wrong answer does not count, and an optional one is not needed', () => {
  expect(texts({ ...you, phone: '(801) 555' })[0]).toBe('4 of 5 answered');
  expect(texts({ ...you, state: 'NY' })[1]).toBe('');
  expect(texts({ additionalIncome: '500' })[2]).toBe('');
});
