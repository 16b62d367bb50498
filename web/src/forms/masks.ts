// Shapes text that is typed, pasted or filled in. A mask drops only signs without a meaning. A text that it
// does not understand stays, so that the field's rule refuses it.
import { type MaskitoOptions, maskitoUpdateElement } from '@maskito/core';
import { isoFromTyped, plainNumber, ungrouped } from '#contract/fields.ts';

export interface Mask extends MaskitoOptions {
  /** The text once the field `isLeft`, or that was there before the mask. A field that has the focus may hold half of a text. */
  readonly finish: (text: string, isLeft: boolean) => string;
}

interface Edit {
  readonly before: string;
  readonly text: string;
  /** 'other' is a text that is pasted, filled in or composed. */
  readonly by: 'key' | 'deletion' | 'other';
  readonly isAtEnd: boolean;
}

/** `shape` returns the text after an edit; with the text `before` it refuses the edit. The caret stays before the same signs. */
function maskOf(shape: (edit: Edit) => string, finish: Mask['finish'], sign = /\d/): Mask {
  let by: Edit['by'];
  const count = (text: string) => text.split(sign).length - 1;
  return {
    finish,
    mask: /^/,
    preprocessors: [
      ({ elementState, data }, action) => {
        by = action.startsWith('delete') ? 'deletion' : data.length === 1 ? 'key' : 'other';
        return { elementState };
      },
    ],
    postprocessors: [
      ({ value: text, selection }, { value: before }) => {
        const value = shape({ before, text, by, isAtEnd: selection[1] === text.length });
        const place = (caret: number) => {
          let rest = count(value) - count(text.slice(caret));
          if (caret === text.length) return value.length;
          let at = 0;
          for (; rest > 0; at += 1) rest -= count(value[at] ?? '');
          return at;
        };
        return { value, selection: value === text ? selection : [place(selection[0]), place(selection[1])] };
      },
    ],
    plugins: [
      (element) => {
        const leave = () => maskitoUpdateElement(element, finish(element.value, true));
        element.addEventListener('blur', leave);
        return () => element.removeEventListener('blur', leave);
      },
    ],
  };
}

/** Anything but digits and what separates them. */
const odd = /[^\d\s\p{Pd}\p{Cf}().+/]|\+[2-9]/u;

/** Puts digits into a shape such as `###-##-####`, up to the last digit there is. */
function fill(shape: string, digits: string): string {
  let at = 0;
  return shape.replace(/([^#]*)#/g, (_, signs) => (at < digits.length ? signs + digits[at++] : ''));
}

/** A mask of digits in a fixed shape. `trim` drops what need not be there from a text in an empty field, or of too many digits. */
function shaped(shape: string, trim = (text: string) => text): Mask {
  const digitsOf = (text: string) => text.replace(/\D/g, '');
  const room = shape.split('#').length - 1;
  const digitsIn = (text: string, isNew: boolean) =>
    digitsOf(isNew || digitsOf(text).length > room ? trim(text) : text);
  const shapeOf = ({ before, text, by }: Pick<Edit, 'before' | 'text' | 'by'>) => {
    const digits = digitsIn(text, before === '');
    if (odd.test(text)) return text;
    if (digits.length <= room) return fill(shape, digits);
    return by === 'key' ? before : text;
  };
  return maskOf(shapeOf, (text, isLeft) =>
    isLeft || digitsIn(text, false).length === room ? shapeOf({ before: text, text, by: 'other' }) : text,
  );
}

// No area code begins with 1 or 0, so that a country code typed or pasted in front is dropped.
export const phoneMask: Mask = shaped('(###) ###-####', (text) => text.replace(/^(\D*[01])+/, ''));

export const ssnMask: Mask = shaped('###-##-####');

export const zipMask: Mask = shaped('#####', (text) => text.replace(/^(\s*\d{5})-\d{4}\s*$/, '$1'));

export function digitsMask(count: number): Mask {
  return shaped('#'.repeat(count));
}

/** MM/DD/YYYY of keys in the order in which they are typed; undefined for too many. `year` is the last one. */
function dateOfKeys(
  keys: string,
  year: number,
): { readonly date: string; readonly isClamped: boolean } | undefined {
  let isClamped = false;
  const atMost = (digits: string, most: number) => {
    const number = Math.min(Number(digits) || 1, most);
    if (number !== Number(digits)) isClamped = true;
    return String(number).padStart(2, '0');
  };
  let date = '';
  for (const key of keys) {
    const isDigit = /\d/.test(key);
    if (isDigit) date = date.replace(/^(\d\d\/)?\d\d$/, '$&/') + key;
    date = date.replace(/^(\d\d\/)?(\d\d?)$/, (_, month = '', digits) => {
      const most = month ? 31 : 12;
      // A first digit that makes a whole month or day, like 5, or is followed by a separator.
      if (isDigit && digits.length < 2 && digits * 10 <= most) return month + digits;
      return month + atMost(digits, most) + (isDigit ? '' : '/');
    });
  }
  if (date.length > 10) return undefined;
  if (Number(date.slice(6)) > year) {
    isClamped = true;
    date = date.slice(0, 6) + year;
  }
  return { date, isClamped };
}

const dateFromIso = (iso: string) => `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}`;

/**
 * MM/DD/YYYY: month up to 12, day up to 31, zeros become 01, no year after this one. That holds for keys at their place. A whole date
 * in a usual form is shaped, and every other text stays. `onClamped` gets the keys that became another date, and that date.
 */
export function dateMask(now: () => Date, onClamped: (keys: string, date: string) => void = () => {}): Mask {
  // A text that the mask has not seen from its beginning may be half of any form. `seenKeys` made the one that it has seen.
  let seen = '';
  let seenKeys = '';
  const finish = (text: string) => {
    const iso = isoFromTyped(text);
    return iso ? dateFromIso(iso) : text;
  };
  return maskOf(({ before, text, by, isAtEnd }) => {
    if (text === seen) return text;
    const isSeen = before === seen && by !== 'other';
    const keys = isSeen && by === 'key' && isAtEnd ? seenKeys + text.slice(-1) : text;
    let next = isAtEnd ? finish(keys) : text;
    let isClamped = false;
    const isYearFirst = /^(19|20)\d\d(\D|\d{4}$)/.test(keys);
    if (isSeen && by === 'key' && !odd.test(keys) && !isYearFirst) {
      const typed = dateOfKeys(keys, now().getFullYear());
      if (!typed) return before;
      // Within a date, a digit is not yet a month.
      if (isAtEnd || typed.date.length === text.length) {
        next = typed.date;
        isClamped = typed.isClamped;
      }
    }
    if (isSeen || next !== text || text === '') [seen, seenKeys] = [next, keys];
    onClamped(isClamped ? keys : '', next);
    return next;
  }, finish);
}

/** An amount with its separators, and the decimals that it has. */
function currencyText(plain: string): string {
  const [whole = '', ...decimals] = plain.split('.');
  const dollars = whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals.length === 0 ? dollars : `${dollars || '0'}.${decimals}`;
}

/** Dollars with separators and up to two decimals. Once typing is over, there is no bare point, no empty cents and never one decimal. */
export const currencyMask: Mask = maskOf(
  ({ before, text, by }) => {
    const isCorrection = by === 'deletion' || (by === 'key' && !text.endsWith(','));
    const isOwn = isCorrection && currencyText(before.replaceAll(',', '')) === before;
    // A space may be followed by the other digits of "72 000".
    const isHalf = isOwn || text.endsWith(' ');
    const plain = isHalf ? text.replaceAll(',', '') : ungrouped(text);
    return /^\d*(\.\d{0,2})?$/.test(plain) ? currencyText(plain) : text;
  },
  (text, isLeft) => {
    const plain = plainNumber(text);
    return isLeft && /^\d*(\.\d\d?)?$/.test(plain) ? currencyText(plain.replace(/\.\d$/, '$&0')) : text;
  },
  /[\d.]/,
);
