import { expect, it } from 'vitest';
import { mcnemar, pairsNeeded } from './paired-difference.ts';

const pairs = (onlyFirst: number, onlySecond: number, all = 100) => ({
  both: all - onlyFirst - onlySecond,
  onlyFirst,
  onlySecond,
  neither: 0,
});

it("has McNemar's exact probability", () => {
  // 2 · (1 + 10) / 2¹⁰, and 2 · (1 + 8 + 28) / 2⁸.
  expect(mcnemar(pairs(9, 1))).toBeCloseTo(22 / 1024, 12);
  expect(mcnemar(pairs(2, 6))).toBeCloseTo(74 / 256, 12);
  expect(mcnemar(pairs(0, 5))).toBeCloseTo(2 / 32, 12);
  expect(mcnemar(pairs(4, 4))).toBe(1);
  expect(mcnemar(pairs(0, 0))).toBe(1);
  // By the normal distribution: z = (40,400 − 39,600) / √80,000 = 2.83.
  expect(mcnemar(pairs(40_400, 39_600, 1_000_000))).toBeCloseTo(0.0047, 3);
});

it("has Connor's number of pairs", () => {
  // 20% differ, 15% and 5%: (1.959964 √0.2 + 0.841621 √0.19)² / 0.01 = 154.6.
  expect(pairsNeeded(pairs(15, 5))).toBe(155);
  expect(pairsNeeded(pairs(5, 15))).toBe(155);
  expect(pairsNeeded(pairs(3, 3))).toBeUndefined();
  expect(pairsNeeded(pairs(0, 0, 0))).toBeUndefined();
});
