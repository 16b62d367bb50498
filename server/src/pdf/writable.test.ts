import { expect, it } from 'vitest';
import { bankName } from '#contract/bank-account-fields.ts';
import { isWritable } from '#contract/field-rules.ts';
import { city, firstName, lastName, streetAddress } from '#contract/fields.ts';
import { fontsWith, hasGlyph } from './drawing/fonts.ts';

it.each(['body', 'strong'] as const)('a letter that the form takes is one that the %s font has', (face) => {
  const lacking: string[] = [];
  for (let code = 0x20; code < 0x3_0000; code += 1) {
    const letter = String.fromCodePoint(code);
    // The PDF prints the composed form.
    const printed = letter.isWellFormed() ? [...letter.normalize('NFC')] : [];
    if (isWritable(`a${letter}a`) && !printed.every((one) => hasGlyph(fontsWith()[face], one)))
      lacking.push(letter);
  }
  expect(lacking).toEqual([]);
});

const errorOf = (field: typeof firstName, value: string) => field.safeParse(value).error?.issues[0]?.message;

const unwritable = ['李', 'علي', 'Иван', 'Γιώργος', 'Alex 😀', 'Ａｌｅｘ', 'q̄'];
it.each(unwritable)('the name %s must be in Latin letters', (name) => {
  expect(errorOf(firstName, name)).toBe('Please write your first name in Latin letters, as on your ID.');
  expect(errorOf(lastName, name)).toBe('Please write your last name in Latin letters, as on your ID.');
});

it('a name without a letter is none, and an address, a city and a bank are written in Latin letters too', () => {
  expect(errorOf(firstName, '--')).toBe('Please enter only your first name, as on your ID.');
  expect(errorOf(streetAddress, '上海路 1')).toBe('Please write your address in Latin letters.');
  expect(errorOf(city, 'Москва')).toBe('Please enter valid city name.');
  expect(errorOf(bankName, 'بنك')).toBe('Please write the bank name in Latin letters.');
  expect(streetAddress.safeParse('12 Cañón Blvd, № 4').success).toBe(false);
  expect(streetAddress.safeParse('12½ Cañón Blvd #4').success).toBe(true);
});
