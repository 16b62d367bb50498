import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enterVehicle, modelForm, plainVin, vinForm } from './vehicle.ts';

const messageOf = (vin: string) => vinForm.safeParse({ vin }).error?.issues[0]?.message;
const right = ['1M8GDM9AXKP042788', '4S4BSANC4J3000042', '11111111111111111'];

describe('a VIN', () => {
  it.each(right)('%s is accepted as typed: with spaces, hyphens and small letters', (vin) => {
    for (const typed of [vin, vin.toLowerCase(), ` ${vin.slice(0, 9)}-${vin.slice(9)} `])
      expect(messageOf(typed), typed).toBeUndefined();
    expect(plainVin(` ${vin.slice(0, 9).toLowerCase()}-${vin.slice(9)} `)).toBe(vin);
  });

  it.each([
    ['', 'Please enter your VIN.'],
    ['1M8GDM9AXKP04278', 'A VIN has 17 letters and numbers. Please enter all of them.'],
    ['1M8GDM9AXKP0427888', 'A VIN has 17 letters and numbers. Please enter all of them.'],
    ['1M8GDM9AXKP04278Ñ', 'A VIN has 17 letters and numbers. Please enter all of them.'],
    ['1M8GDM9AXKPO42788', 'A VIN never has the letters I, O or Q. Please use 1 or 0 instead.'],
    [
      '1M8GDM9A1KP042788',
      'This VIN has a typo. Please compare it with your registration, one character at a time.',
    ],
  ])('%s is refused in a sentence that explains how to fix it', (vin, message) => {
    expect(messageOf(vin)).toBe(message);
  });

  it('with any one digit mistyped is refused', () => {
    const place = fc.integer({ min: 0, max: 16 }).filter((at) => at !== 8);
    fc.assert(
      fc.property(fc.constantFrom(...right), place, fc.integer({ min: 1, max: 9 }), (vin, at, more) => {
        const before = vin[at] ?? '';
        fc.pre(/\d/.test(before));
        const mistyped = vin.slice(0, at) + String((Number(before) + more) % 10) + vin.slice(at + 1);
        expect(messageOf(mistyped)).toMatch(/typo/);
      }),
    );
  });
});

it('a year, make and model are required one by one', () => {
  const { error } = modelForm.safeParse({ year: '18', make: ' ', model: 'visit spam.com' });
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['year', 'Please enter the model year with 4 digits.'],
    ['make', 'Please enter the make.'],
    ['model', 'Please enter only the model.'],
  ]);
  const body = { year: '2018', make: 'Mazda', model: 'CX-5' };
  expect(enterVehicle.body.safeParse(body).success).toBe(true);
  expect(enterVehicle.body.safeParse({ ...body, vin: right[0] }).success).toBe(false);
  expect(enterVehicle.body.safeParse({ vin: right[0] }).success).toBe(true);
  for (const part of [{}, { year: '2018', make: 'Mazda' }])
    expect(enterVehicle.body.safeParse(part).success).toBe(false);
});
