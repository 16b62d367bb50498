// The fields applicants fill. The browser validates the text as typed, the server without its mask.
import * as z from 'zod/mini';
import { atMost, filled, holdsNoLink, isName, isPostBox, isWritable, matches, text } from './field-rules.ts';

export const limits = {
  name: 32,
  email: 100,
  streetAddress: 255,
  city: 64,
  income: 999_999,
  monthlyPayment: 99_999,
  /** Years. An older birth date is a mistake in typing. */
  age: 120,
} as const;

/** Whether a typed text is a whole amount of dollars from zero to a largest one. */
export const wholeUpTo = (max: number) => (value: string) =>
  /^\d+$/.test(plainNumber(value)) && Number(plainNumber(value)) <= max;
const numeric = (value: string) => plainNumber(value) !== '' && Number.isFinite(Number(plainNumber(value)));
const emptyOr = (holds: (value: string) => boolean) => (value: string) => value.trim() === '' || holds(value);

/**
 * An amount as typed, without its dollar sign and separators of thousands. Another comma stays, because "72,5" is no number here, and
 * neither is "0,500".
 */
export function ungrouped(value: string): string {
  const amount = value.trim().replace(/^\$\s*/, '');
  return /^[1-9]/.test(amount) ? amount.replace(/[,\s](?=\d{3}(?!\d))/g, '') : amount;
}

/** The same without empty cents: "$72,000.00" is "72000", and so is "72k". */
export function plainNumber(value: string): string {
  return ungrouped(value)
    .replace(/^(\d+)\s?k$/i, (_, thousands) => `${thousands}000`)
    .replace(/\.0{0,2}$/, '');
}

/** An amount as typed in whole dollars, without its cents. */
export const wholeDollarsOf = (value: string): string => plainNumber(value).replace(/\.\d{0,2}$/, '');
/** Whether an amount as typed has cents that `wholeDollarsOf` drops. */
export const hasCents = (value = ''): boolean => /\.(?:[1-9]\d?|0[1-9])$/.test(plainNumber(value));

/** "72.000,00" and "72,00" could be two amounts, so the form asks. */
const usSeparators = [
  (value: string) => !/^\W*\d+(?:(?:\.\d{3})+(?:,\d*)?|,\d{1,2})\W*$/.test(value.trim()),
  'Which amount do you mean? Please write it like 72,000.00.',
] as const;

const phonePattern = /^\(\d{3}\) \d{3}-\d{4}$/;
/** What the numbering plan assigns: no area code 555 or like 911, and no exchange that begins with 0 or 1. */
const assignedPhone = /^\((?!555|.11)[2-9]\d{2}\) [2-9]/;
/** A domain may have accents, or be written with its ASCII letters: münchen.de is xn--mnchen-3ya.de. */
const emailPattern =
  /^[^\s@<>()[\]\\,;:"]+@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*(?<!-)\.)+(?:\p{L}[\p{L}\p{M}]+|xn--[a-z\d-]+)$/iu;
/** It ends with a month or day, then two digits, and does not begin with the year. */
const shortYearPattern = /^(?!\d{4}).*\d\D+\d{2}$/;
const ssnPattern = /^\d{3}-\d{2}-\d{4}$/;
/** The Social Security Administration issues no other. None begins with 666 either, but the test people's do. */
/** Two are void: a wallet's sample card and a leaflet had them, and thousands used them. */
const issuedSsn = /^(?!000|9|078-05-1120|219-09-9999)\d{3}-(?!00)\d{2}-(?!0000)/;
/** The IRS issues these to people without a Social Security number. */
const itin = /^9\d\d-(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])-/;
const cityPattern = /^[\p{L}.'‘’ʻʼ]+(?:[\s-][\p{L}.'‘’ʻʼ]+)*$/u;

const monthNames = 'janfebmaraprmayjunjulaugsepoctnovdec';

/**
 * The ISO date of a usual form: 4/12/1984, 04121984, 1984-04-12, 19840412 or April 12, 1984. Undefined for any other text, and
 * where the calendar has no such day.
 */
export function isoFromTyped(value: string): string | undefined {
  const [, month, day, year] = (
    /^(\d\d?)\W+(\d\d?)\W+((?:19|20)\d\d)$/.exec(
      value
        .trim()
        .replace(/^[a-z]{3,}/i, (name) => `${monthNames.indexOf(name.slice(0, 3).toLowerCase()) / 3 + 1}`)
        .replace(/^((?:19|20)\d\d)\D?(\d\d)\D?(\d\d)$/, '$2/$3/$1')
        .replace(/^([2-9]|\d\d)(\d\d)(\d{4})$/, '$1/$2/$3'),
    ) ?? []
  ).map(Number) as [number, number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : undefined;
}

export const firstName = text(
  [filled, 'Please enter your first name.'],
  [atMost(limits.name), "First name can't have more than 32 characters."],
  [isWritable, 'Please write your first name in Latin letters, as on your ID.'],
  [isName, 'Please enter only your first name, as on your ID.'],
);

export const lastName = text(
  [filled, 'Please enter your last name.'],
  [atMost(limits.name), "Last name can't have more than 32 characters."],
  [isWritable, 'Please write your last name in Latin letters, as on your ID.'],
  [isName, 'Please enter only your last name, as on your ID.'],
);

export const email = text(
  [filled, 'Please enter your email address.'],
  [atMost(limits.email), 'Email address cannot have more than 100 characters.'],
  [matches(emailPattern), 'This is not a valid email address.'],
);

export const phone = text(
  [filled, 'Please enter your phone number.'],
  [matches(phonePattern), 'Please enter 10 digits of your phone number.'],
  [matches(assignedPhone), 'Please check this number. No US phone number starts like this.'],
);

/** A phone as it crosses the wire: +1 and ten digits (E.164 for the United States). */
export const usPhone = z
  .string()
  .check(z.regex(/^\+1\d{10}$/, 'Please enter 10 digits of your phone number.'));

/** `today` is an ISO date: the applicant's calendar day, from the injected clock. */
export function dateOfBirth(today: () => string) {
  const message = 'Please enter correct date of birth.';
  const fourDigits = 'Which year do you mean? Use four digits for the year, like 04/12/1984.';
  return text(
    [(value) => !shortYearPattern.test(value.trim()), fourDigits],
    [
      (value) => {
        const date = isoFromTyped(value);
        const day = today();
        const tooLongAgo = `${Number(day.slice(0, 4)) - limits.age - 1}${day.slice(4)}`;
        return date !== undefined && date <= day && date > tooLongAgo;
      },
      message,
    ],
  );
}

export const ssnUnissued = 'Please check your Social Security number. No one has this one.';
/** Of a test person, which no one in production has. */
export const isTestSsn = (value: string) => value.startsWith('666');
export const ssn = text(
  [matches(ssnPattern), 'Please enter 9 digits of your SSN number.'],
  [
    (value) => !itin.test(value),
    "This is an ITIN, which we can't take online. Please call us to apply with it.",
  ],
  [matches(issuedSsn), ssnUnissued],
);

export const streetAddress = text(
  [filled, 'Home address is required.'],
  [atMost(limits.streetAddress), "Home address can't exceed 255 characters"],
  [(value) => !isPostBox(value), 'Please enter the street address where you live, not a PO box.'],
  [isWritable, 'Please write your address in Latin letters.'],
  [holdsNoLink, 'Please enter only the street address where you live.'],
);

export const city = text([
  (value) =>
    atMost(limits.city)(value) &&
    cityPattern.test(value.trim().normalize('NFC')) &&
    isWritable(value) &&
    holdsNoLink(value),
  'Please enter valid city name.',
]);

export const state = text([matches(/^[A-Z]{2}$/), 'State is required.']);

export const zipCode = text([matches(/^\d{5}$/), 'Please enter 5 digits of zip code.']);
export const homeAddress = { streetAddress, city, state, zipCode };

export const residentialStatuses = ['rent', 'own', 'live_with_parents', 'other'] as const;
export type ResidentialStatus = (typeof residentialStatuses)[number];
export const residentialStatusLabels: Record<ResidentialStatus, string> = {
  rent: 'Rent',
  own: 'Own',
  live_with_parents: 'Live with parents',
  other: 'Other',
};
export const residentialStatus = z.enum(residentialStatuses, { error: 'Please select your Residence Type.' });

const monthlyPaymentMessage = 'Please enter a whole amount from $0 to $99,999.';
export const monthlyPayment = text(usSeparators, [
  emptyOr(wholeUpTo(limits.monthlyPayment)),
  monthlyPaymentMessage,
]);
export const requiredMonthlyPayment = text([filled, 'Please enter your monthly payment.'], usSeparators, [
  wholeUpTo(limits.monthlyPayment),
  monthlyPaymentMessage,
]);

const numberMessage = 'Please enter a valid numerical value.';
const incomeMessage = 'Please enter a whole amount from $0 to $999,999.';
export const mainIncome = text(
  [filled, 'Please enter your annual income.'],
  usSeparators,
  [numeric, numberMessage],
  [wholeUpTo(limits.income), incomeMessage],
);
export const additionalIncome = text(
  usSeparators,
  [emptyOr(numeric), numberMessage],
  [emptyOr(wholeUpTo(limits.income)), incomeMessage],
);

export const agreement = z.literal(true, { error: 'This checkbox is required.' });

/** A checkbox that only some applicants see; those must check it. */
export const agreementOf = (shown: boolean) =>
  z
    .optional(z.boolean())
    .check(z.refine((ticked) => !shown || ticked === true, { error: 'This checkbox is required.' }));

export const textCode = text(
  [filled, 'Please input your code.'],
  [matches(/^\d{6}$/), 'Please enter the 6 digits of your code.'],
);

/**
 * A loan amount typed by the applicant, inside one of the ranges (whole dollars, ascending). Cents are dropped. Outside all of
 * them the message names the lowest and the highest amount, and in a gap between two it names each range.
 */
export function loanAmount(ranges: readonly { readonly min: number; readonly max: number }[]) {
  const dollars = (value: number) => `$${value.toLocaleString('en-US')}`;
  const [min, max] = [ranges[0]?.min ?? 0, ranges.at(-1)?.max ?? 0];
  const named = ranges.map((range) => `between ${dollars(range.min)} and ${dollars(range.max)}`);
  return text(
    usSeparators,
    [
      (value) => wholeUpTo(max)(wholeDollarsOf(value)) && Number(wholeDollarsOf(value)) >= min,
      `Please enter an amount between ${dollars(min)} and ${dollars(max)}`,
    ],
    [
      (value) =>
        ranges.some(
          (range) => range.min <= Number(wholeDollarsOf(value)) && Number(wholeDollarsOf(value)) <= range.max,
        ),
      `Please enter an amount ${named.join(' or ')}`,
    ],
  );
}
