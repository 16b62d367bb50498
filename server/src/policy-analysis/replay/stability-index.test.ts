import { expect, it } from 'vitest';
import { stabilityIndex } from './stability-index.ts';

it('matches a value computed by hand', () => {
  // 0.1 ln 1.2 − 0.1 ln 0.8.
  expect(stabilityIndex({ a: 50, b: 50 }, { a: 60, b: 40 })).toBeCloseTo(0.040547, 6);
  // Of any size, and in either direction: 0.3 ln 4 − 0.3 ln 0.5 = 0.3 ln 8.
  expect(stabilityIndex({ a: 10, b: 60, c: 30 }, { a: 400, b: 300, c: 300 })).toBeCloseTo(0.623832, 6);
  expect(stabilityIndex({ a: 400, b: 300, c: 300 }, { a: 10, b: 60, c: 30 })).toBeCloseTo(0.623832, 6);
});

it('is 0 for the same people, and counts a band that one of them lacks', () => {
  expect(stabilityIndex({ a: 1, b: 3 }, { a: 100, b: 300 })).toBe(0);
  // 0.4999 ln 5000 + 0.5 ln 2, where the empty band counts as 0.0001.
  expect(stabilityIndex({ a: 50, b: 50 }, { b: 100 })).toBeCloseTo(4.604318, 5);
});

it('has no value without anyone', () => {
  expect(stabilityIndex({}, { a: 1 })).toBeUndefined();
  expect(stabilityIndex({ a: 1 }, {})).toBeUndefined();
});
