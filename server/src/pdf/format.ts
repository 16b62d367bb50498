// Formats money, rates, dates, phone numbers and addresses for documents and emails.
import type { Address } from '#contract/prequalification.ts';
import type { IsoDate } from '#finance/dates.ts';
import { type Cents, formatUsd } from '#finance/money.ts';
import { mailingLine } from '../platform/us-streets.ts';

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** "$5,000.00": always with cents, as in contracts. */
export const dollars = (amount: Cents): string => formatUsd(amount, { cents: 'always' });

/** "March 4, 2026". */
export const longDate = (date: IsoDate): string => longDay.format(new Date(date));

/** "200 Station Street, Suite 400" and "Salt Lake City, UT 84101". */
export function addressLines(address: Address): [string, string] {
  return [mailingLine(address.streetAddress), `${address.city}, ${address.state} ${address.zipCode}`];
}
