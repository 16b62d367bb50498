// The vehicle that an applicant enters to secure a loan: by its VIN, or by year, make and model.
import * as z from 'zod/mini';
import { application, post, put } from './endpoint.ts';
import { atMost, filled, holdsNoLink, isWritable, text } from './field-rules.ts';
import { cents, nothing } from './shapes.ts';

/** A VIN as typed, without spaces and hyphens, in capitals. */
export const plainVin = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/** I, O and Q are in no VIN, because they look like 1 and 0. */
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const letterValues = '12345678123457923456789';
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** Whether the ninth character follows from the others, as it does in every VIN of North America (49 CFR 565.15(c)). */
function hasCheckDigit(vin: string): boolean {
  const sum = [...vin].reduce((total, character, at) => {
    const value = /\d/.test(character) ? character : letterValues[letters.indexOf(character)];
    return total + Number(value) * (weights[at] ?? 0);
  }, 0);
  return vin[8] === (sum % 11 === 10 ? 'X' : String(sum % 11));
}

const vin = text(
  [filled, 'Please enter your VIN.'],
  [
    (typed) => !/[IOQ]/.test(plainVin(typed)),
    'A VIN never has the letters I, O or Q. Please use 1 or 0 instead.',
  ],
  [
    (typed) => /^[A-Z\d]{17}$/.test(plainVin(typed)),
    'A VIN has 17 letters and numbers. Please enter all of them.',
  ],
  [
    (typed) => hasCheckDigit(plainVin(typed)),
    'This VIN has a typo. Please compare it with your registration, one character at a time.',
  ],
);

/** The years whose vehicles have a model year in four digits. */
const year = text(
  [filled, 'Please enter the model year.'],
  [(typed) => /^(?:19|20)\d\d$/.test(typed.trim()), 'Please enter the model year with 4 digits.'],
);
const makeLimit = 40;
const named = (what: 'make' | 'model') =>
  text(
    [filled, `Please enter the ${what}.`],
    [atMost(makeLimit), `The ${what} can't have more than ${makeLimit} characters.`],
    [isWritable, `Please write the ${what} in Latin letters.`],
    [holdsNoLink, `Please enter only the ${what}.`],
  );

export const vinForm = z.object({ vin });
export const modelForm = z.object({ year, make: named('make'), model: named('model') });

/** Values the vehicle and decides the offers again with it. A vehicle that we cannot lend on changes nothing. */
export const enterVehicle = put(`${application}/vehicle`, {
  body: z
    .strictObject({
      vin: z.optional(vin),
      year: z.optional(year),
      make: z.optional(named('make')),
      model: z.optional(named('model')),
    })
    .check(
      z.refine(
        ({ vin, year, make, model }) => {
          const described = [year, make, model].filter((part) => part !== undefined);
          return described.length === (vin === undefined ? 3 : 0);
        },
        { error: 'Please enter the VIN, or the year, make and model.' },
      ),
    ),
  response: z.object({ description: z.string(), value: cents }),
});

/** The applicant has no vehicle: the application is decided without one. Only where nothing can be offered without. */
export const goWithoutVehicle = post(`${application}/without-vehicle`, { body: nothing, response: nothing });
