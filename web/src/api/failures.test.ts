import { expect, it } from 'vitest';
import { ApiFailure, isPast, isStepOver, NetworkFailure, reasonOf } from './failures.ts';

it('the reason of a failure is what the server wrote, and never empty', () => {
  const reason = (...errors: object[]) => reasonOf(new ApiFailure(400, { errors }));
  const expected = 'Try again. Please wait.';
  expect(reason({ message: 'Try again.' }, { code: 'wait', message: 'Please wait.' })).toBe(expected);
  for (const silent of [reason(), reason({ code: 'wait' }), reason({ code: 'wait', message: '' })])
    expect(silent).toBeUndefined();
  expect(reasonOf(new ApiFailure(502))).toBeUndefined();
  expect(reasonOf(new NetworkFailure('unreachable'))).toBeUndefined();
});

it('an offer is past if the server refuses it so, and not if the server could not be reached', () => {
  const refused = (code: string) => new ApiFailure(409, { errors: [{ code, message: 'No.' }] });
  expect(isPast(refused('expired'))).toBe(true);
  expect(isPast(refused('offer-void'))).toBe(true);
  expect(isPast(refused('not-found'))).toBe(false);
  expect(isPast(new NetworkFailure('unreachable'))).toBe(false);
});

it.each([
  ['expired', true],
  ['not-now', true],
  ['other-application', true],
  ['not-found', false],
])('a refusal as %s ends the step: %s', (code, isOver) => {
  expect(isStepOver(new ApiFailure(409, { errors: [{ code, message: 'No.' }] }))).toBe(isOver);
});
