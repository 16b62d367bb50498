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

  it('stop the start where they name a partner that the lender does not have', () => {
    expect(() => readPartnerKeys(`nowhere:${a}`, partners)).toThrow(SetupError);
  });
});
