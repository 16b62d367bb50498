import { expect, it } from 'vitest';
import { ApiFailure, NetworkFailure, reasonOf } from './failures.ts';

it('the reason of a failure is what the server wrote, and never empty', () => {
  const reason = (...errors: object[]) => reasonOf(new ApiFailure(400, { errors }));
  expect(reason({ message: 'Try again.' }, { code: 'wait', message: 'Please wait.' })).toBe(
    'Try again. Please wait.',
  );
  for (const silent of [reason(), reason({ code: 'wait' }), reason({ code: 'wait', message: '' })])
    expect(silent).toBeUndefined();
  expect(reasonOf(new ApiFailure(502))).toBeUndefined();
  expect(reasonOf(new NetworkFailure('unreachable'))).toBeUndefined();
});
