import { timingSafeEqual } from 'node:crypto';

/** Whether a signature or token is the expected one, in a time that does not reveal how much of it is right. */
export const isSameSecret = (actual: Buffer, expected: Buffer): boolean =>
  actual.length === expected.length && timingSafeEqual(actual, expected);
