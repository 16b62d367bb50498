import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SetupError } from '../../platform/failure.ts';
import { readPartnerKeys } from './keys.ts';

describe('the keys of partners', () => {
  const partners = [{ id: 'one' }, { id: 'other' }];
  const hash = (key: string) => createHash('sha256').update(key).digest('hex');
  it('are told by their hashes, several of one partner while it changes them', () => {
    const isKeyOf = readPartnerKeys(`one:${hash('a')}, one:${hash('b')},other:${hash('c')}`, partners);
    expect([isKeyOf('one', 'a'), isKeyOf('one', 'b'), isKeyOf('other', 'c')]).toEqual([true, true, true]);
    expect([isKeyOf('one', 'c'), isKeyOf('other', 'a'), isKeyOf('one', ''), isKeyOf('', 'a')]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(readPartnerKeys('', partners)('one', '')).toBe(false);
  });
  it.each([
    'one',
    'one:abc',
    `one:${hash('a')}:x`,
    `nobody:${hash('a')}`,
  ])('stop the start where they read %s', (text) => {
    expect(() => readPartnerKeys(text, partners)).toThrow(SetupError);
  });
});
