import { type Cents, formatUsd } from '#finance/money.ts';

/** "$183.60", and "$5,000" for a whole amount. */
export const usd = (cents: number): string => formatUsd(cents as Cents);
/** "$5,000.00": beside other amounts that have cents. */
export const usdExact = (cents: number): string => formatUsd(cents as Cents, { cents: 'always' });
export const wholeDollars = (dollars: number): string => formatUsd((dollars * 100) as Cents);
/** "31.22%", always with two decimals. */
export const rate = (percent: number): string => `${percent.toFixed(2)}%`;

/** The `tel:` address of a formatted phone number. */
export function telephone(number: string): string {
  const digits = number.replace(/\D/g, '');
  return `tel:+${digits.length === 10 ? '1' : ''}${digits}`;
}

/** Keeps a day, a time of day and the ending of an account on one line: "March 4", "5:30 pm", "ending in 4321". */
export const unbroken = (text: string): string =>
  text.replace(/[a-z] \d{1,2}\b(?!:)(?: [ap]m)?|\d [ap]m\b|ending (?:in )?\d+/g, (fact) =>
    fact.replaceAll(' ', '\u00a0'),
  );

/** An instant as a calendar day, on this device or in a time zone: "March 4, 2026". */
export const dayText = (instant: string, timeZone?: string): string =>
  unbroken(new Date(instant).toLocaleDateString('en-US', { dateStyle: 'long', timeZone }));

/** An instant as a calendar day with its weekday: "Tuesday, March 3, 2026". */
export const weekdayText = (instant: string, timeZone?: string): string =>
  unbroken(new Date(instant).toLocaleDateString('en-US', { dateStyle: 'full', timeZone }));

/** A calendar date with its weekday: "2026-03-04" as "Wednesday, March 4, 2026". */
export const weekdayDate = (date: string): string => weekdayText(`${date}T12:00:00`);

/** A calendar date as it is written: "2026-03-04" as "March 4, 2026". */
export const dateText = (date: string): string => dayText(`${date}T12:00:00`);
