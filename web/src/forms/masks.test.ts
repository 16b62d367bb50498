import { Maskito } from '@maskito/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { accountNumber } from '#contract/bank-account-fields.ts';
import * as fields from '#contract/fields.ts';
import { currencyMask, dateMask, digitsMask, type Mask, phoneMask, ssnMask, zipMask } from './masks.ts';

const now = () => new Date('2026-03-02T12:00:00Z');

class InputEvent extends Event {
  readonly inputType: string;
  readonly data: string | null;
  constructor(type: string, { inputType = '', data = null }: InputEventInit = {}) {
    super(type, { bubbles: true, cancelable: type === 'beforeinput' });
    this.inputType = inputType;
    this.data = data;
  }
}
beforeAll(() => void vi.stubGlobal('InputEvent', InputEvent));
afterAll(() => void vi.unstubAllGlobals());

/** A text field as the browser edits it, with the mask from `attach` on. */
class Field extends EventTarget {
  value = '';
  selectionStart = 0;
  selectionEnd = 0;
  readonly maxLength = -1;
  readonly mask: Mask;
  isFocused = true;

  constructor(mask: Mask) {
    super();
    this.mask = mask;
  }

  matches() {
    return this.isFocused;
  }

  setSelectionRange(from: number, to: number) {
    [this.selectionStart, this.selectionEnd] = [from, to];
  }

  /** What `MaskedField` does when it is hydrated. */
  attach() {
    const early = this.mask.finish(this.value, !this.isFocused);
    if (early !== this.value) this.fill(early);
    new Maskito(this as unknown as HTMLInputElement, this.mask);
    return this;
  }

  private fill(text: string) {
    this.value = text;
    this.setSelectionRange(text.length, text.length);
  }

  private edit(inputType: string, data: string, from = this.selectionStart) {
    const event = new InputEvent('beforeinput', { inputType, data });
    if (!this.dispatchEvent(event)) return this;
    const { value, selectionEnd } = this;
    this.value = value.slice(0, from) + data + value.slice(selectionEnd);
    this.setSelectionRange(from + data.length, from + data.length);
    this.dispatchEvent(new InputEvent('input', { inputType, data }));
    return this;
  }

  type(text: string) {
    for (const key of text) this.edit('insertText', key);
    return this;
  }

  paste(text: string) {
    return this.edit('insertFromPaste', text);
  }

  autofill(text: string) {
    this.fill(text);
    this.dispatchEvent(new InputEvent('input'));
    return this;
  }

  /** As Android keyboards do: the composed text is replaced with each key. */
  compose(text: string) {
    const begin = this.selectionStart;
    for (let length = 1; length <= text.length; length += 1)
      this.edit('insertCompositionText', text.slice(0, length), begin);
    this.dispatchEvent(new Event('compositionend'));
    return this;
  }

  back(times = 1) {
    for (let time = 0; time < times; time += 1) {
      const { selectionStart, selectionEnd } = this;
      this.edit('deleteContentBackward', '', selectionStart - (selectionStart === selectionEnd ? 1 : 0));
    }
    return this;
  }

  at(place: number) {
    this.setSelectionRange(place, place);
    return this;
  }

  leave() {
    this.isFocused = false;
    this.dispatchEvent(new Event('blur'));
    return this.value;
  }
}

const field = (mask: Mask) => new Field(mask).attach();
const typed = (text: string, mask: Mask) => field(mask).type(text).value;
const pasted = (text: string, mask: Mask) => field(mask).paste(text).value;
const filled = (text: string, mask: Mask) => field(mask).autofill(text).value;

const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`));
const areaCode = fc.stringMatching(/^[2-9]\d{9}$/);

let sentence = '';
const date = () =>
  dateMask(now, (keys, changed) => {
    sentence = keys && `${keys} became ${changed}`;
  });

const ways = ['type', 'paste', 'autofill', 'compose'] as const;
type Way = (typeof ways)[number];

/** Each way to enter a text, with the mask from the beginning, from some place in the text, or after it. */
function entered(mask: Mask, text: string, way: Way, from: number, isLeft: boolean): string {
  const input = new Field(mask);
  const whole = way === 'paste' || way === 'autofill';
  const first = whole && from < text.length ? '' : text.slice(0, from);
  input[way](first);
  input.isFocused = !isLeft;
  input.attach();
  input.isFocused = true;
  if (first !== text) input[way](text.slice(first.length));
  return input.leave();
}

/** The letters and digits of a text: its separators have no meaning. */
const signsOf = (text: string) => text.replace(/[^\p{L}\p{N}*]/gu, '');
const phoneSigns = (text: string) => {
  const signs = signsOf(text);
  return signs.length > 10 ? signs.replace(/^[01]+/, '') : signs;
};

describe.each([
  ['phone', () => phoneMask, fields.phone, phoneSigns, 10],
  ['Social Security number', () => ssnMask, fields.ssn, signsOf, 9],
  [
    'ZIP code',
    () => zipMask,
    fields.zipCode,
    (text: string) => signsOf(text.replaceAll(' ', '').replace(/^(\d{5})(-\d{4})+/, '$1')),
    5,
  ],
  ['code', () => digitsMask(6), fields.textCode, signsOf, 6],
  ['account number', () => digitsMask(18), accountNumber, signsOf, 18],
  ['amount', () => currencyMask, fields.mainIncome, (text: string) => Number(fields.plainNumber(text)), 99],
  ['date', date, fields.dateOfBirth(() => '2026-03-02'), fields.isoFromTyped, 99],
] as const)('a %s', (name, mask, rule, meaning, room) => {
  const numbers = fc.oneof(
    digits(Math.min(room, 8)),
    digits(Math.min(room, 9)),
    areaCode,
    fc.nat(99_999_999).map(String),
  );
  const dates = fc
    .tuple(fc.date({ min: new Date('1907'), max: new Date('2027-12-31'), noInvalidDate: true }), fc.nat(9))
    .map(([day, form]) => {
      const iso = day.toISOString().slice(0, 10);
      const [year = '', month = '', dayOfMonth = ''] = iso.split('-');
      const [m, d] = [Number(month), Number(dayOfMonth)];
      const named = day.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
      return (
        [
          `${month}/${dayOfMonth}/${year}`,
          `${m}/${d}/${year}`,
          `${m}-${d}-${year.slice(2)}`,
          iso,
          iso.replaceAll('-', ''),
          named,
          month + dayOfMonth + year,
          `${dayOfMonth}/${month}/${year}`,
          `${m}${d}${year}`,
          `${m}.${d}.${year}`,
        ][form] ?? ''
      );
    });
  const spelled = fc
    .tuple(
      numbers,
      fc.constantFrom('', '1', '+1 ', '$', ' '),
      fc.constantFrom('', '-', ' ', '.', ',', ' – '),
      fc.nat(6),
      fc.constantFrom('', ' ', '.00', '-1234', 'k', 'O', '٤', '*'),
    )
    .map(
      ([number, before, separator, at, after]) =>
        before + number.slice(0, at) + separator + number.slice(at) + after,
    );
  const odd = fc.string({
    unit: fc.constantFrom(...'0123456789', '/', '-', '.', ',', ' ', 'O', 'l', 'k', '*', '４', 'é'),
  });
  const text = fc.oneof(spelled, dates, odd);

  it('is what was typed, pasted, filled in or composed, or refused, or says what it became', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...ways), fc.nat(20), fc.boolean(), (entry, way, from, isLeft) => {
        // A key that finds no room is not taken.
        fc.pre(way !== 'type' || signsOf(entry).length <= room);
        sentence = '';
        const value = entered(mask(), entry, way, from, isLeft);
        // The rest is typed after what a field shows that the mask found: "7k" that was left is 7,000. A key after 7,000 makes it 70,000.
        const isByKeys = way === 'type' || way === 'compose';
        const early = entry.slice(0, from);
        const found = from < entry.length ? mask().finish(early, isLeft) : early;
        const shown = isByKeys
          ? (found + entry.slice(from)).replace(/^\d{1,3}([,\s]\d{3})+(?=\d)/, (all) =>
              all.replace(/\D/g, ''),
            )
          : entry;
        if (sentence !== '') {
          expect(way).toBe('type');
          expect(sentence.split(' became ').at(-1)).toBe(value);
        } else if (z.safeParse(rule, value).success) {
          // Keys are taken for their places, also where the whole text would be no date, and a whole date takes no more of them.
          const isAtPlace = name === 'date' && way === 'type' && fields.isoFromTyped(shown) === undefined;
          const keys = (one: string) => signsOf(one).replaceAll('0', '');
          if (isAtPlace) expect(keys(shown).slice(0, keys(value).length)).toBe(keys(value));
          else expect(meaning(value)).toBe(meaning(shown));
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('phone', () => {
  it('takes the same number however it is written', () => {
    fc.assert(
      fc.property(areaCode, (number) => {
        const [area, middle, last] = [number.slice(0, 3), number.slice(3, 6), number.slice(6)];
        const wanted = `(${area}) ${middle}-${last}`;
        const spellings = [
          number,
          `+1${number}`,
          `+1 (${area}) ${middle}-${last}`,
          `${area}.${middle}.${last}`,
          `1-${area}-${middle}-${last}`,
          ` ${wanted} `,
          `\u202A${area}‑${middle}–${last}\u202C`,
        ];
        for (const spelling of spellings) {
          expect(filled(spelling, phoneMask)).toBe(wanted);
          expect(pasted(spelling, phoneMask)).toBe(wanted);
          expect(typed(spelling, phoneMask)).toBe(wanted);
        }
      }),
    );
  });

  it('keeps the other digits, and the caret, while one is corrected', () => {
    const corrected = (value: string, at: number, digit: string) =>
      field(phoneMask)
        .autofill(value)
        .at(at + 1)
        .back()
        .type(digit);
    expect(corrected('(801) 555-1234', 1, '5').value).toBe('(501) 555-1234');
    const place = fc.constantFrom(1, 2, 3, 6, 7, 8, 10, 11, 12, 13);
    fc.assert(
      fc.property(areaCode, place, digits(1), (number, at, digit) => {
        const value = filled(number, phoneMask);
        const input = corrected(value, at, digit);
        expect(input.value).toBe(value.slice(0, at) + digit + value.slice(at + 1));
        expect(input.selectionStart).toBe(at + 1);
      }),
    );
  });

  it('of another country stays as it is, so that the form asks', () => {
    expect(pasted('+47 22 12 34 56', phoneMask)).toBe('+47 22 12 34 56');
  });

  it('can be deleted over its signs', () => {
    expect(field(phoneMask).type('8015551').back(7).value).toBe('');
  });
});

describe('date', () => {
  it.each([
    ['4/12/1984', '04/12/1984'],
    ['1984-04-12', '04/12/1984'],
    ['19840412', '04/12/1984'],
    ['April 12, 1984', '04/12/1984'],
    ['04 / 12 / 1984', '04/12/1984'],
  ])('is the same, %s', (text, wanted) => {
    for (const way of ways) {
      for (let from = 0; from <= text.length; from += 1) {
        for (const isLeft of [true, false]) expect(entered(date(), text, way, from, isLeft)).toBe(wanted);
      }
    }
    expect(sentence).toBe('');
  });

  it.each([
    ['13', '12'],
    ['0/', '01/'],
    ['5', '05'],
    ['0145', '01/04/5'],
    ['01321990', '01/31/1990'],
    ['13/04/1984', '12/04/1984'],
    ['04/12/2090', '04/12/2026'],
  ])('takes the keys of %s for %s, and says so', (keys, wanted) => {
    sentence = '';
    expect(typed(keys, date())).toBe(wanted);
    const isPadded = keys === '5' || keys === '0145';
    expect(sentence).toBe(isPadded ? '' : `${keys} became ${wanted}`);
  });

  const texts = ['13/04/1984', '04/12/2090', '04/31/1990', '04-12-84', '20121984', 'Smarch 13, 1984'];
  it.each(texts)('leaves %s as it is, unless its keys are typed', (text) => {
    for (const way of ['paste', 'autofill', 'compose'] as const) {
      for (const from of [0, text.length]) expect(entered(date(), text, way, from, true)).toBe(text);
    }
  });

  it('is not begun again while a month or day is corrected', () => {
    const input = field(date()).type('11/12/1984').at(2).back();
    expect(input.value).toBe('1/12/1984');
    expect(input.type('0').value).toBe('10/12/1984');
    expect(input.at(2).back(2).type('5').value).toBe('5/12/1984');
    expect(input.leave()).toBe('05/12/1984');
    sentence = '';
    expect(field(date()).type('11/12/1984').at(2).back().type('9').value).toBe('12/12/1984');
    expect(sentence).toBe('19/12/1984 became 12/12/1984');
  });

  it('takes no more keys once it is whole, at any place, and is empty when everything is deleted', () => {
    for (let at = 0; at <= 10; at += 1) {
      expect(field(date()).type('04/12/1984').at(at).type('5').value).toBe('04/12/1984');
    }
    const empty = [field(date()).type('04/12/1984').back(10), field(date()).paste('13/04/1984').autofill('')];
    for (const input of empty) expect(input.type('13/04/1984').value).toBe('12/04/1984');
  });
});

describe('currency', () => {
  it('groups thousands and keeps the value', () => {
    fc.assert(
      fc.property(fc.nat(9_999_999), (dollars) => {
        const wanted = dollars.toLocaleString('en-US');
        expect(filled(`$${wanted}.00`, currencyMask)).toBe(`${wanted}.00`);
        expect(typed(String(dollars), currencyMask)).toBe(wanted);
        expect(typed(wanted, currencyMask)).toBe(wanted);
        expect(field(currencyMask).paste(`$${wanted}.00`).leave()).toBe(wanted);
      }),
    );
  });

  it.each(['seventy thousand', '$72,000 a year', '72.000'])('leaves %s to the field’s rule', (text) => {
    for (const way of ways) {
      const value = entered(currencyMask, text, way, 0, false);
      if (way !== 'type') expect(value).toBe(text);
      expect(z.safeParse(fields.mainIncome, value).success).toBe(false);
    }
  });

  it.each([
    ['', ''],
    ['007', '7'],
    ['.5', '0.50'],
    ['12.00', '12'],
    ['4500.5', '4,500.50'],
    ['72k', '72,000'],
    ['72 000', '72,000'],
    ['7 2', '7 2'],
  ])('finishes %j as %j', (text, wanted) => expect(field(currencyMask).type(text).leave()).toBe(wanted));
});
