// Shared field types: dollars to integer cents, dates to ISO. Messages complete "<field> …".
import { z } from 'zod';
import { isIsoDate } from '#finance/dates.ts';

/** Dollars and cents as written, "2501.00", to integer cents. */
export const money = z
  .string()
  .regex(/^\d{1,9}\.\d{2}$/, 'must be dollars and cents like "2501.00"')
  .transform((text) => Number(text.replace('.', '')));

/** A rate in percent as written, "31.22". It stays text because a binary number could not hold it exactly. */
export const rate = z
  .string()
  .regex(/^\d{1,2}\.\d{2}$/, 'must be a rate in percent with two decimals like "31.22"');

export const sentence = z.string().trim().min(1, 'must not be empty');

export const isoDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'must be a date like "2026-01-31"', abort: true })
  .refine((text): boolean => isIsoDate(text), 'must be a date that the calendar has');

export const stateCode = z.string().regex(/^[A-Z]{2}$/, 'must be the two letters of a state');

/** Who compared a row with its source, and when; null until then. */
export const confirmedBy = z.strictObject({ name: sentence, on: isoDate }).nullable();

/** Where a row applies. A row that names a state takes precedence over "any". */
export const statesOfRow = z.union([z.literal('any'), z.array(stateCode).min(1)], {
  error: 'must be "any" or a list of states like ["UT"]',
});

/** The first and last day on which a row is in force; compared as text. */
export const effectiveDates = {
  from: isoDate,
  /** The last day in force; left out while no end is known. */
  until: isoDate.optional(),
};

export const endsAfterStart = (value: { from: string; until?: string | undefined }) =>
  value.until === undefined || value.until >= value.from;
export const END_ISSUE = { message: 'must not be before from', path: ['until'] };

export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like "06:30"');
export const phone = z
  .string()
  .regex(/^\+1\d{10}$/, 'must be +1 and ten digits, without spaces, like "+18015550100"');
/** A number that is free to call from anywhere in the country. */
export const tollFreePhone = phone.regex(
  /^\+18(00|33|44|55|66|77|88)\d{7}$/,
  'must be toll-free: +1 and 800, 833, 844, 855, 866, 877 or 888',
);
export const zipCode = z.string().regex(/^\d{5}$/, 'must be five digits');
export const id = z
  .string()
  .regex(/^[a-z0-9]+([_-][a-z0-9]+)*$/, 'must be lower-case letters, digits and hyphens');
export const url = z.url({ protocol: /^https?$/, error: 'must be an address that begins with https://' });
export const timeZone = z.string().refine((zone) => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}, 'must be a time zone like "America/New_York"');
export const picture = z
  .string()
  .regex(/^[\w/-]+\.svg$/, 'must be the path of an SVG file under lender/public, like "logo.svg"');

export const nineDigits = z.string().regex(/^\d{9}$/, 'must be the nine digits of a routing number');
