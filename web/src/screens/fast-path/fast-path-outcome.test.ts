import { expect, it } from 'vitest';
import { fastPathStatus } from '#contract/fast-path.ts';
import { afterFastPath, isFinalStatus } from './Loading.tsx';

it.each([
  ['FAST_PATH_APPROVED', 'fast-path-select-payment'],
  ['FAST_PATH_DECLINED', 'fast-path-declined'],
  ['FAST_PATH_REJECTED', 'error'],
  ['FAST_PATH_REFER', 'error'],
  ['FAST_PATH_COUNTEROFFER', 'fast-path-counteroffer'],
] as const)('%s leads to %s', (status, screen) => {
  expect(afterFastPath(status)).toBe(screen);
});

it('every status but pending ends the polling', () => {
  expect(fastPathStatus.options.filter((status) => !isFinalStatus(status))).toEqual(['FAST_PATH_PENDING']);
});
