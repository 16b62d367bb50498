import { maskitoTransform } from '@maskito/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { datePattern, mainIncome, phonePattern, plainNumber, ssnPattern } from '#contract/fields.ts';
import {
  currencyMask,
  currencyText,
  dateMask,
  digitsMask,
  finishedCurrency,
  type Mask,
  phoneMask,
  ssnMask,
  zipMask,
} from './masks.ts';

const now = () => new Date('2026-03-02T12:00:00Z');
const date = dateMask(now);

/** What the field holds after text is filled in at once, as by the browser. */
const filled = (text: string, mask: Mask) => maskitoTransform(text, mask);

/** What the field holds after text is typed sign by sign, or pasted, at the end of what is there. */
function entered(pieces: readonly string[], mask: Mask): string {
  return pieces.reduce((value, data) => {
    const elementState = { value, selection: [value.length, value.length] as const };
    const before = (mask.preprocessors ?? []).reduce<{ elementState: typeof elementState; data: string }>(
      (state, process) => {
        const next = process({ elementState: state.elementState, data: state.data }, 'insert');
        return {
          elementState: next.elementState as typeof elementState,
          data: next.data ?? state.data,
        };
      },
      { elementState, data },
    );
    // The fixed signs of the shape are put in by the library itself, as for a whole value.
    const value_ = before.elementState.value + before.data;
    const end = [value_.length, value_.length] as const;
    const fitted = maskitoTransform(value_, { mask: mask.mask });
    return (mask.postprocessors ?? []).reduce(
      (state, process) => process(state, { value: value_, selection: end }),
      { value: fitted, selection: [fitted.length, fitted.length] as readonly [number, number] },
    ).value;
  }, '');
}
const typed = (text: string, mask: Mask) => entered([...text], mask);
const pasted = (text: string, mask: Mask) => entered([text], mask);

/** What the field holds after a sign is typed at a place in its value. */
function typedAt(at: number, value: string, sign: string, mask: Mask): string {
  const state = { elementState: { value, selection: [at, at] as const }, data: sign };
  const data = mask.preprocessors?.[0]?.(state, 'insert').data ?? sign;
  return filled(value.slice(0, at) + data + value.slice(at), mask);
}

const digits = (count: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count })
    .map((list) => list.join(''));
const areaCode = fc
  .tuple(fc.integer({ min: 2, max: 9 }), digits(9))
  .map(([first, rest]) => `${first}${rest}`);

describe('phone', () => {
  it('takes the same number however it is written', () => {
    fc.assert(
      fc.property(areaCode, (number) => {
        const [area, middle, last] = [number.slice(0, 3), number.slice(3, 6), number.slice(6)];
        const wanted = `(${area}) ${middle}-${last}`;
        expect(wanted).toMatch(phonePattern);
        const spellings = [
          number,
          `1${number}`,
          `+1${number}`,
          `+1 (${area}) ${middle}-${last}`,
          `${area}.${middle}.${last}`,
          `1-${area}-${middle}-${last}`,
          ` ${wanted} `,
        ];
        for (const spelling of spellings) {
          expect(filled(spelling, phoneMask)).toBe(wanted);
          expect(pasted(spelling, phoneMask)).toBe(wanted);
          expect(typed(spelling, phoneMask)).toBe(wanted);
        }
      }),
    );
  });

  it('keeps the other digits while one is corrected', () => {
    const corrected = (value: string, at: number, digit: string) =>
      typedAt(at, filled(value.slice(0, at) + value.slice(at + 1), phoneMask), digit, phoneMask);
    expect(corrected('(801) 555-1234', 1, '5')).toBe('(501) 555-1234');
    const place = fc.constantFrom(1, 2, 3, 6, 7, 8, 10, 11, 12, 13);
    fc.assert(
      fc.property(areaCode, place, digits(1), (number, at, digit) => {
        const value = filled(number, phoneMask);
        const wanted = value.slice(0, at) + digit + value.slice(at + 1);
        expect(corrected(value, at, digit)).toBe(wanted);
      }),
    );
  });

  it('takes no country code in front of a whole number', () => {
    expect(typedAt(0, '(801) 555-1234', '1', phoneMask)).toBe('(801) 555-1234');
  });

  it('never holds more than the pattern has room for', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(filled(text, phoneMask).length).toBeLessThanOrEqual(14);
      }),
    );
  });
});

describe('Social Security number', () => {
  it('is grouped 3-2-4 whether typed, pasted with spaces or with hyphens', () => {
    fc.assert(
      fc.property(digits(9), (number) => {
        const parts = [number.slice(0, 3), number.slice(3, 5), number.slice(5)];
        const wanted = parts.join('-');
        expect(wanted).toMatch(ssnPattern);
        for (const spelling of [number, parts.join(' '), wanted, ` ${wanted} `]) {
          expect(filled(spelling, ssnMask)).toBe(wanted);
          expect(pasted(spelling, ssnMask)).toBe(wanted);
          expect(typed(spelling, ssnMask)).toBe(wanted);
        }
      }),
    );
  });
});

describe('date', () => {
  const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2026-12-31'), noInvalidDate: true });

  it('keeps every date up to this year, typed, pasted or filled', () => {
    fc.assert(
      fc.property(day, (value) => {
        const [year, month, dayOfMonth] = value.toISOString().slice(0, 10).split('-') as [
          string,
          string,
          string,
        ];
        const wanted = `${month}/${dayOfMonth}/${year}`;
        expect(typed(wanted, date)).toBe(wanted);
        expect(typed(month + dayOfMonth + year, date)).toBe(wanted);
        expect(pasted(wanted, date)).toBe(wanted);
        expect(pasted(`${Number(month)}/${Number(dayOfMonth)}/${year}`, date)).toBe(wanted);
        expect(filled(`${year}-${month}-${dayOfMonth}`, date)).toBe(wanted);
        expect(pasted(`${year}-${month}-${dayOfMonth}`, date)).toBe(wanted);
        expect(typed(`${Number(month)}/${Number(dayOfMonth)}/${year}`, date)).toBe(wanted);
      }),
    );
  });

  it.each([
    ['04/12/2090', '04/12/2026', true],
    ['04/12/2026', '04/12/2026', false],
    ['04/12/1990', '04/12/1990', false],
    ['04/31/1990', '04/31/1990', false],
  ])('reports %s with its changed year', (text, wanted, isCapped) => {
    let reported: string | undefined;
    const mask = dateMask(now, (date) => {
      reported = date;
    });
    expect(typed(text, mask)).toBe(wanted);
    expect(reported).toBe(isCapped ? wanted : undefined);
    reported = undefined;
    expect(filled(text, mask)).toBe(wanted);
    expect(reported).toBe(isCapped ? wanted : undefined);
  });

  it('holds month, day and year within bounds, whatever digits come', () => {
    fc.assert(
      fc.property(digits(8), (text) => {
        for (const value of [typed(text, date), filled(text, date)]) {
          const [month = '', dayOfMonth = '', year = ''] = value.split('/');
          expect(Number(month)).toBeLessThanOrEqual(12);
          expect(Number(dayOfMonth)).toBeLessThanOrEqual(31);
          if (month.length === 2) expect(Number(month)).toBeGreaterThan(0);
          if (dayOfMonth.length === 2) expect(Number(dayOfMonth)).toBeGreaterThan(0);
          if (year.length === 4) expect(Number(year)).toBeLessThanOrEqual(2026);
        }
      }),
    );
  });

  it.each([
    ['13', '12'],
    ['00', '01'],
    ['5', '05'],
    ['0145', '01/04/5'],
    ['01321990', '01/31/1990'],
    ['01002000', '01/01/2000'],
    ['05052099', '05/05/2026'],
  ])('makes %s into %s', (text, wanted) => expect(typed(text, date)).toBe(wanted));

  it('is empty again when everything is deleted', () => expect(filled('', date)).toBe(''));

  it('makes a date that the contract accepts', () => expect(typed('4/15/1990', date)).toMatch(datePattern));
});

describe('currency', () => {
  it('groups thousands and keeps the value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), (dollars) => {
        const wanted = dollars.toLocaleString('en-US');
        expect(currencyText(String(dollars))).toBe(wanted);
        expect(filled(`$${wanted}.00`, currencyMask())).toBe(`${wanted}.00`);
        expect(typed(String(dollars), currencyMask())).toBe(wanted);
        expect(plainNumber(finishedCurrency(`$${wanted}.00`))).toBe(String(dollars));
      }),
    );
  });

  it('has at most two decimals, and is the same when read again', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,$ -x') }), (text) => {
        const once = currencyText(text);
        expect(once).toMatch(/^(\d{1,3}(,\d{3})*)?(\.\d{0,2})?$/);
        expect(currencyText(once)).toBe(once);
        expect(currencyText(finishedCurrency(once))).toBe(finishedCurrency(once));
      }),
    );
  });

  it('leaves words that are pasted or filled in to the field’s rule, and takes no letter that is typed', () => {
    for (const words of ['72k', 'seventy thousand', '-500', '$72,000 a year']) {
      expect(pasted(words, currencyMask())).toBe(words);
      expect(filled(words, currencyMask())).toBe(words);
    }
    expect(typed('72k', currencyMask())).toBe('72');
    const refused = z.safeParse(mainIncome, pasted('72k', currencyMask()));
    expect(refused.error?.issues[0]?.message).toBe('Please enter a valid numerical value.');
  });

  it.each([
    ['', ''],
    ['abc', ''],
    ['007', '7'],
    ['.5', '0.50'],
    ['12.', '12'],
    ['12.00', '12'],
    ['4500.5', '4,500.50'],
  ])('finishes %j as %j', (text, wanted) => expect(finishedCurrency(text)).toBe(wanted));
});

describe('digits', () => {
  it('keeps the first five of a ZIP+4', () => expect(pasted('78701-1234', zipMask)).toBe('78701'));

  it('drops everything that is no digit', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 17 }), (text, count) => {
        expect(filled(text, digitsMask(count))).toBe(text.replace(/\D/g, '').slice(0, count));
      }),
    );
  });
});
