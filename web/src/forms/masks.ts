// Shapes that text takes while it is typed, pasted or filled by the browser. A mask never drops what a person meant: it
// tolerates the country code of a phone, the spaces of a Social Security number, the dollar sign of an amount.
import { type MaskitoOptions, maskitoUpdateElement } from '@maskito/core';

export type Mask = MaskitoOptions;

const digitsOf = (text: string) => text.replace(/\D/g, '');
const digit = /\d/;
const slots = (shape: string) => [...shape].map((sign) => (sign === '#' ? digit : sign));

/** Puts digits into a shape such as `###-##-####`, up to the last digit there is. */
function fill(shape: string, digits: string): string {
  let rest = digits;
  let text = '';
  for (const sign of shape) {
    if (rest === '') break;
    if (sign === '#') {
      text += rest[0];
      rest = rest.slice(1);
    } else text += sign;
  }
  return text;
}

/**
 * A mask of digits in a fixed shape. A `prefix` is dropped from digits that come into an empty field, or are too many. Otherwise a
 * number is being corrected, and may begin with any digit meanwhile.
 */
function shaped(shape: string, prefix = /^$/): Mask {
  const room = shape.replaceAll(/[^#]/g, '').length;
  return {
    mask: slots(shape),
    preprocessors: [
      ({ elementState, data }, action) => {
        const { value, selection } = elementState;
        if (action === 'validation') {
          const digits = digitsOf(value);
          const next = fill(shape, digits.replace(digits.length > room ? prefix : '', '').slice(0, room));
          return {
            elementState:
              next === value ? elementState : { value: next, selection: [next.length, next.length] },
          };
        }
        if (action !== 'insert') return { elementState };
        const incoming = digitsOf(data);
        const before = digitsOf(value.slice(0, selection[0]));
        const after = digitsOf(value.slice(selection[1]));
        const isWhole = !before && (!after || incoming.length + after.length > room);
        return { elementState, data: incoming.replace(isWhole ? prefix : '', '') };
      },
    ],
  };
}

// No area code begins with 1 or 0, so that a country code typed or pasted in front is dropped.
export const phoneMask: Mask = shaped('(###) ###-####', /^[01]+/);

export const ssnMask: Mask = shaped('###-##-####');

export const zipMask: Mask = shaped('#####');

export function digitsMask(count: number): Mask {
  return shaped('#'.repeat(count));
}

const pad = (text: string) => text.padStart(2, '0');
const within = (text: string, most: number) =>
  Number(text) === 0 ? '01' : Number(text) > most ? String(most) : text;

/** A month or day as far as it is typed: 5 can only be 05, 13 is no month. */
function dayOrMonth(text: string, most: number): string {
  if (text === '') return '';
  if (text.length === 1) return Number(text) > Math.floor(most / 10) ? `0${text}` : text;
  return within(text, most);
}

function datePieces(digits: string, year: number, onCapped: (digits: string) => void): string {
  const month = dayOrMonth(digits.slice(0, 2), 12);
  // A first digit that made a whole month pushes the rest along: 5 then 7 is 05/07.
  const afterMonth = month.length === 2 && digits.length === 1 ? '' : digits.slice(2);
  const day = afterMonth === '' ? '' : dayOrMonth(afterMonth.slice(0, 2), 31);
  const typedYear = day.length === 2 ? afterMonth.slice(2, 6) : '';
  if (typedYear.length < 4 || Number(typedYear) <= year) return month + day + typedYear;
  const capped = `${month}${day}${year}`;
  onCapped(capped);
  return capped;
}

/** Dates people paste or browsers fill: 1990-04-15, 4/5/1990. */
function writtenDate(text: string): string | undefined {
  const iso = /^\s*(\d{4})\D(\d{1,2})\D(\d{1,2})\s*$/.exec(text);
  if (iso) return pad(iso[2] ?? '') + pad(iso[3] ?? '') + iso[1];
  const spoken = /^\s*(\d{1,2})\D(\d{1,2})\D(\d{4})\s*$/.exec(text);
  if (spoken) return pad(spoken[1] ?? '') + pad(spoken[2] ?? '') + spoken[3];
  return undefined;
}

/** MM/DD/YYYY: month up to 12, day up to 31, zeros become 01, no year after this one. `onCapped` gets a date whose year changed. */
export function dateMask(now: () => Date, onCapped: (date: string) => void = () => {}): Mask {
  const shape = '##/##/####';
  let deleting = false;
  const tidy = (digits: string) =>
    datePieces(digits.slice(0, 8), now().getFullYear(), (capped) => onCapped(fill(shape, capped)));
  return {
    mask: slots(shape),
    preprocessors: [
      ({ elementState, data }, action) => {
        const { value, selection } = elementState;
        deleting = action === 'deleteBackward' || action === 'deleteForward';
        if (deleting) return { elementState };
        if (action === 'validation') {
          const next = fill(shape, tidy(writtenDate(value) ?? digitsOf(value)));
          return {
            elementState:
              next === value ? elementState : { value: next, selection: [next.length, next.length] },
          };
        }
        const whole = writtenDate(data);
        if (whole) return { elementState: { value: '', selection: [0, 0] }, data: tidy(whole) };
        // A slash after one digit ends the month or day: 1/ is 01/.
        const before = value.slice(0, selection[0]);
        if (
          /^\D$/.test(data) &&
          /(^|\/)\d$/.test(before) &&
          before.length < 6 &&
          selection[0] === value.length
        ) {
          const kept = before.slice(0, -1);
          return {
            elementState: { value: kept, selection: [kept.length, kept.length] },
            data: within(pad(before.slice(-1)), 12),
          };
        }
        return { elementState, data: digitsOf(data) };
      },
    ],
    postprocessors: [
      ({ value, selection }) => {
        if (deleting) return { value, selection };
        const next = fill(shape, tidy(digitsOf(value)));
        if (next === value) return { value, selection };
        const atEnd = selection[1] >= value.length;
        return { value: next, selection: atEnd ? [next.length, next.length] : selection };
      },
    ],
  };
}

/** An amount with separators and at most two decimals; anything else in the text is dropped, and nothing is rounded. */
export function currencyText(text: string, digits = 7): string {
  const [whole = '', ...rest] = text.replace(/[^\d.]/g, '').split('.');
  const dollars = whole.replace(/^0+(?=\d)/, '').slice(0, digits);
  const grouped = dollars.replace(/\B(?=(\d{3})+$)/g, ',');
  return rest.length === 0 ? grouped : `${grouped || '0'}.${rest.join('').slice(0, 2)}`;
}

/** The same amount once typing is over: no bare point, no empty cents, never one decimal. */
export function finishedCurrency(text: string): string {
  const [dollars = '', cents] = currencyText(text).split('.');
  return cents === undefined || /^0*$/.test(cents) ? dollars : `${dollars}.${cents.padEnd(2, '0')}`;
}

/** Letters, or a minus sign before a digit. */
const hasWords = (text: string) => /\p{L}|[-−]\d/u.test(text);

/** Dollars with separators. One digit more than the largest amount is accepted, so that a rule can explain the limit. */
export function currencyMask(digits = 7): Mask {
  const keep = (text: string) => text.replace(/[^\d.]/g, '');
  return {
    mask: /^/,
    preprocessors: [
      ({ elementState, data }, action) => {
        // Words that are pasted or filled in stay, so that the field's rule refuses them. A letter that is typed does not appear.
        if (action === 'insert')
          return { elementState, data: data.length > 1 && hasWords(data) ? data : keep(data) };
        if (action !== 'validation' || hasWords(elementState.value)) return { elementState };
        const value = currencyText(elementState.value, digits);
        return value === elementState.value
          ? { elementState }
          : { elementState: { value, selection: [value.length, value.length] } };
      },
    ],
    postprocessors: [
      ({ value, selection }) => {
        if (hasWords(value)) return { value, selection };
        const next = currencyText(value, digits);
        const place = (caret: number) => {
          let before = keep(value.slice(0, caret)).replace(/^0+(?=\d)/, '').length;
          if (value.startsWith('.') && caret > 0) before += 1;
          let at = 0;
          while (before > 0 && at < next.length) {
            if (next[at] !== ',') before -= 1;
            at += 1;
          }
          return at;
        };
        return { value: next, selection: [place(selection[0]), place(selection[1])] };
      },
    ],
    plugins: [
      (element) => {
        const finish = () => {
          if (hasWords(element.value)) return;
          const value = finishedCurrency(element.value);
          if (value !== element.value) maskitoUpdateElement(element, value);
        };
        element.addEventListener('blur', finish);
        return () => element.removeEventListener('blur', finish);
      },
    ],
  };
}
