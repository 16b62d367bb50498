// The product's only source of time. Tests set it; `POST /dev/clock` advances it in development.
export interface Clock {
  now(): Date;
}

export class MovableClock implements Clock {
  #offset = 0;

  now(): Date {
    return new Date(Date.now() + this.#offset);
  }

  /** Advances the clock; a negative value moves it back. */
  advance(milliseconds: number): void {
    this.#offset += milliseconds;
  }
}

export function secondsAfter(from: Date, seconds: number): Date {
  return new Date(from.getTime() + seconds * 1000);
}

/** The calendar day of an instant in a time zone, as an ISO date. */
export function dayIn(zone: string, instant: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(instant);
}
