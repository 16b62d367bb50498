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
  ['350 S Main St', '350 SOUTH MAIN STREET'],
  ['350 South Main Street', '350 s. main st.'],
  ['350 S Main St', '350 Main St S'],
  ['350 S Main St', '350 Main St'],
  ['350 Main', '350 Main Street'],
  ['12 Oak Avenue Apt 4B', '12 Oak Ave #4B'],
  ['12 Oak Avenue Apt 4B', '12 OAK AVE UNIT 4-B'],
  ['12 Oak Avenue, Apt. 4B', '12 Oak Ave 4B'],
  ['12 Oak Avenue Apt 4B', '12 Oak Ave'],
  ['12 First Avenue', '12 1st Ave'],
  ['100 E 200 S', '100 East 200 South'],
  ['500 N 12th St', '500 North Twelfth Street'],
  ['42-17 Bell Blvd', '4217 Bell Boulevard'],
  ['2992 Cameron Road', '2992 Camron Rd'],
  ['10 Saint Charles Pl', '10 St Charles Place'],
  ['8 Martin Luther King Jr Blvd', '8 Martin Luther King Boulevard'],
  ['77 US Highway 60', '77 US HWY 60'],
  ['350 S Main St Bldg 2 Apt 5', '350 S Main St'],
  ['9 North Ave', '9 North Avenue'],
  ['1600 Pennsylvania Ave NW', '1600 Pennsylvania Avenue Northwest'],
  ['15 Peña Blvd', '15 PENA BLVD'],
])('a street is the same: %s is %s', (declared, found) => {
  expect(streets(declared, found)).toBe('same');
  expect(streets(found, declared)).toBe('same');
});

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

// Labeled by hand from USPS Publication 28 and from public reports.
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
    [{ zipCode: '84101-1234' }],
    [{ zipCode: '', city: 'SALT LAKE CITY' }],
    [{ city: 'South Salt Lake' }],
    [{ city: '' }],
    [{ state: 'Utah' }],
    [{ state: '' }],
    [{ zipCode: '84111' }],
  ])('is the same with %j', (found) => {
    expect(at(found)).toBe('same');
  });

  it.each([
    [{ state: 'NV' }],
    [{ city: 'Provo', zipCode: '84601' }],
    [{ city: '', zipCode: '' }],
    [{ city: 'Malakoff', state: 'NY', zipCode: '14236' }],
  ])('is another with %j', (found) => {
    expect(at(found)).toBe('other-place');
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

  it('is compared alike from both sides', () => {
    const any = fc.record({
      street: fc.oneof(
        fc.string(),
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

  it('answers for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(typeof streets(a, b)).toBe('string');
      }),
    );
  });
});
