import { describe, expect, it } from 'vitest';
import { SetupError } from '../../platform/failure.ts';
import { hashOfKey } from '../../records/partner-keys.ts';
import { readPartnerKeys } from './keys.ts';

describe('the keys that PARTNER_KEYS names', () => {
  const partners = [{ id: 'one' }, { id: 'other' }];
  const a = hashOfKey('a');

  it('are read by partner, several of one partner while it changes them', () => {
    const other = hashOfKey('c').toUpperCase();
    expect(readPartnerKeys(`one:${a}, one:${hashOfKey('b')},other:${other}`, partners)).toEqual([
      { partner: 'one', hash: a },
      { partner: 'one', hash: hashOfKey('b') },
      { partner: 'other', hash: hashOfKey('c') },
    ]);
    expect(readPartnerKeys('', partners)).toEqual([]);
  });

  it.each(['one', 'one:abc', `one:${a}:x`, `nowhere:${a}`])('stop the start where they read %s', (text) => {
    expect(() => readPartnerKeys(text, partners)).toThrow(SetupError);
  });
});
