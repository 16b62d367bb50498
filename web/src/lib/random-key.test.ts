import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { randomKey } from './random-key.ts';

it('a random key is a UUID of its own', () => {
  const keys = Array.from({ length: 100 }, randomKey);
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(z.safeParse(z.uuidv4(), key).success).toBe(true);
});
