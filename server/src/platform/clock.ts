// The product's only source of time. Tests set it; `POST /dev/clock` advances it in development.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addDays, addMonths, type IsoDate, isoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import { instantOf, localTime } from '#lender/zoned-time.ts';

export interface Clock {
  now(): Date;
}

export class MovableClock implements Clock {
  readonly #file: string | undefined;
  #offset: number;

  /** With a file, the clock starts as far ahead as the file has it, and stores there how far it is moved. */
  constructor(file?: string) {
    this.#file = file;
    this.#offset = file === undefined ? 0 : storedOffset(file);
  }

  now(): Date {
    return new Date(Date.now() + this.#offset);
  }

  /** Advances the clock; a negative value moves it back. */
  advance(milliseconds: number): void {
    this.#offset += milliseconds;
    if (this.#file === undefined) return;
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, String(this.#offset));
  }
}

/** The clock of a process. In development, a restarted product and operator commands continue with the moved clock. */
export const clockOf = (config: { readonly isProduction: boolean; readonly dataDirectory: string }) =>
  new MovableClock(config.isProduction ? undefined : join(config.dataDirectory, 'clock-offset'));

function storedOffset(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return 0;
  }
}

export const secondsAfter = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000);

/** Now, or just after `last`, which another process may have written by a clock that is ahead: what is ordered by time keeps its order. */
export const nowAfter = (clock: Clock, last: Date | undefined): Date => {
  const now = clock.now();
  return last === undefined || last < now ? now : new Date(last.getTime() + 1);
};

/** `days` times 24 hours after, also where clocks change in between. */
export const daysAfter = (from: Date, days: number): Date => secondsAfter(from, days * 86_400);

/** `months` calendar months after, at the same time of day in UTC; on a month's last day if it has no such day. */
export function monthsAfter(from: Date, months: number): Date {
  const [day = '', time] = from.toISOString().split('T');
  return new Date(`${addMonths(isoDate(day), months)}T${time}`);
}

export const dayIn = (zone: string, instant: Date): IsoDate => isoDate(localTime(zone, instant).day);

/** The lender's calendar day of an instant. Policy, texts and due dates change at its midnight. */
export const lenderDay = ({ brand }: Pick<Lender, 'brand'>, instant: Date): IsoDate =>
  dayIn(brand.hours.timeZone, instant);

/** The last second of a day of the lender's calendar. A deadline is named by its day, so the whole day counts. */
export const endOfDayAfter = (lender: Pick<Lender, 'brand'>, from: Date, days: number): Date =>
  secondsAfter(
    instantOf(lender.brand.hours.timeZone, addDays(lenderDay(lender, from), days + 1), '00:00'),
    -1,
  );

export const lenderToday = (of: { readonly clock: Clock; readonly lender: Pick<Lender, 'brand'> }): IsoDate =>
  lenderDay(of.lender, of.clock.now());
