import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlainAddress } from '../../vendors/bank-data.ts';
import { compareAddresses } from './addresses.ts';

const rules = { addressMatchPercent: 80, sameZipIsEnough: false };
const home = { city: 'Salt Lake City', state: 'UT', zipCode: '84101' };
const streets = (declared: string, found: string) =>
  compareAddresses({ street: declared, ...home }, { street: found, ...home }, rules);

it.each([
  ['350 S Main St', '351 S Main St', 'other-number'],
  ['350 S Main St', '3500 S Main St', 'other-number'],
  ['350 S Main St', 'Main St', 'other-number'],
  ['350 S Main St', '', 'other-number'],
  ['350 S Main St', '350 N Main St', 'other-street'],
  ['350 Main St', '350 Main Ave', 'other-street'],
  ['350 Main St', '350 State St', 'other-street'],
  ['100 E 200 S', '100 E 300 S', 'other-street'],
  ['100 E 10200 S', '100 E 10300 S', 'other-street'],
  ['12 5th Ave', '12 6th Ave', 'other-street'],
  ['12 Oak Ave Apt 4B', '12 Oak Ave Apt 4C', 'other-unit'],
  ['12 Oak Ave #1', '12 Oak Ave Unit 2', 'other-unit'],
  ['12 Oak Ave', 'PO Box 12', 'other-street'],
  ['350 S Main St', 'P.O. BOX 350', 'other-street'],
])('a street is another: %s is not %s (%s)', (declared, found, finding) => {
  expect(streets(declared, found)).toBe(finding);
  expect(streets(found, declared)).toBe(finding);
});

// Labeled by hand: our own examples, then those from USPS Publication 28 and from public reports.
const pairs = readFileSync(path.join(import.meta.dirname, 'address-pairs.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => /^"(.*)","(.*)",(yes|no)$/.exec(line)?.slice(1) ?? [line]);
it.each(pairs)('%s and %s are one house: %s', (typed = '', atBank = '', label = '') => {
  const isSame = [streets(typed, atBank), streets(atBank, typed)].map((finding) => finding === 'same');
  expect(isSame).toEqual([label === 'yes', label === 'yes']);
});

describe('a place', () => {
  const street = '350 S Main St';
  const at = (found: Partial<PlainAddress>) =>
    compareAddresses({ street, ...home }, { street, ...home, ...found }, rules);

  it.each([
    [{ zipCode: '84101-1234' }, 'same'],
    [{ zipCode: '', city: 'SALT LAKE CITY' }, 'same'],
    [{ city: 'South Salt Lake' }, 'same'],
    [{ city: '' }, 'same'],
    [{ state: 'Utah' }, 'same'],
    [{ state: '' }, 'same'],
    [{ zipCode: '84111' }, 'same'],
    [{ state: 'NV' }, 'other-place'],
    [{ city: 'Provo', zipCode: '84601' }, 'other-place'],
    [{ city: '', zipCode: '' }, 'other-place'],
    [{ city: 'Malakoff', state: 'NY', zipCode: '14236' }, 'other-place'],
  ])('with %j is the %s', (found, finding) => {
    expect(at(found)).toBe(finding);
  });

  it('is the same for towns that are named short or long', () => {
    const declared = { street, city: 'St. George', state: 'UT', zipCode: '84770' };
    const found = { ...declared, city: 'Saint George', zipCode: '' };
    expect(compareAddresses(declared, found, rules)).toBe('same');
  });

  it('may be enough alone if the lender allows it', () => {
    const declared = { street, ...home };
    const found = { street: '12 Oak Ave', ...home };
    const enough = { ...rules, sameZipIsEnough: true };
    expect(compareAddresses(declared, found, rules)).toBe('other-number');
    expect(compareAddresses(declared, found, enough)).toBe('same-zip');
    expect(compareAddresses(declared, { ...found, zipCode: '84111' }, enough)).toBe('other-number');
  });
});

const name = fc.stringMatching(/^[A-Z][a-z]{4,10}$/).filter((word) => !/^(North|South|East|West)/.test(word));
const number = fc.integer({ min: 1, max: 99999 });
const suffix = fc.constantFrom(
  ['St', 'Street'],
  ['Ave', 'AVENUE'],
  ['Blvd', 'boulevard'],
  ['Dr', 'Drive'],
  ['Ln', 'Lane'],
);
const direction = fc.constantFrom(['N', 'North'], ['S', 'SOUTH'], ['E', 'east'], ['W', 'West'], ['', '']);
const unit = fc.constantFrom(['', ''], ['Apt 3', '#3'], ['Unit B', 'apt. b'], ['Suite 210', 'STE 210']);

describe('any address', () => {
  it('is itself, short or long', () => {
    fc.assert(
      fc.property(number, direction, name, suffix, unit, (no, [d1, d2], street, [s1, s2], [u1, u2]) => {
        expect(
          streets(`${no} ${d1} ${street} ${s1} ${u1}`, `${no} ${d2} ${street.toUpperCase()} ${s2}, ${u2}`),
        ).toBe('same');
      }),
    );
  });

  it('is compared alike from both sides, whatever its text', () => {
    const any = fc.record({
      street: fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'grapheme' }),
        fc.tuple(number, name).map((services) => services.join(' ')),
      ),
      city: fc.constantFrom('Provo', 'Orem', ''),
      state: fc.constantFrom('UT', 'Utah', 'NV'),
      zipCode: fc.constantFrom('84101', '84601', ''),
    });
    fc.assert(
      fc.property(any, any, (a, b) => {
        expect(compareAddresses(a, b, rules)).toBe(compareAddresses(b, a, rules));
      }),
    );
  });
});
