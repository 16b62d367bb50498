// How much money arrives by when, and until when the documents must be signed for it: computed by the server, and worded here for
// every page, email and text.
import * as z from 'zod/mini';
import { cents, instant, isoDate } from './shapes.ts';

export const moneyPromise = z.object({
  /** What arrives, in cents: the loan without its fees. */
  amount: cents,
  /** The last digits of the account that receives it, once that is chosen. */
  mask: z.optional(z.string().check(z.maxLength(4))),
  /** By the lender's calendar. */
  arrivesOn: isoDate,
  /** The cutoff that a signature must meet; absent once the documents are signed. */
  signBy: z.optional(instant),
});
export type MoneyPromise = z.output<typeof moneyPromise>;

interface Reader {
  /** The amount as it is written. */
  readonly amount: string;
  /** The lender's time zone. */
  readonly timeZone: string;
  /** The reader's day (ISO date). Absent in what is read later, such as an email. */
  readonly today?: string;
}

/** "$5,000 in your account ending 0000 by Tuesday, November 24, if you sign by 5:00 pm ET today" */
export function moneyPromiseText(
  { mask, arrivesOn, signBy }: MoneyPromise,
  { amount, timeZone, today }: Reader,
): string {
  const account = mask ? `your account ending ${mask}` : 'your account';
  const arrival = `${amount} in ${account} by ${moneyDay(arrivesOn)}`;
  if (signBy === undefined) return arrival;
  const at = new Date(signBy);
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);
  return `${arrival}, if you sign by ${timeIn(timeZone, at)} ${day === today ? 'today' : `on ${moneyDay(day)}`}`;
}

/** A calendar date with its weekday: "Tuesday, November 24". */
export const moneyDay = (date: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  }).format(new Date(`${date}T12:00:00Z`));

/** "5:00 pm ET" */
function timeIn(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'shortGeneric',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('hour')}:${part('minute')} ${part('dayPeriod').toLowerCase()} ${part('timeZoneName')}`;
}
