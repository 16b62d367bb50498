// Calendar events (RFC 5545). Phones show them while locked, so they name no amount, account or applicant.
import { hash } from 'node:crypto';
import type { Autopay } from '#contract/autopay.ts';
import { addDays, isoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import { calendarText as words } from '../../wording/autopay.ts';

interface CalendarEvent {
  readonly about: 'due' | 'debit';
  /** ISO date. The event lasts all day. */
  readonly on: string;
  readonly title: string;
  readonly text: string;
}

/** `today`: an ISO date. */
export function paymentEvents(
  lender: Lender,
  { loan, chosen, paidOn }: Pick<Autopay, 'loan' | 'chosen' | 'paidOn'>,
  today: string,
): readonly CalendarEvent[] {
  if (loan === undefined || paidOn !== undefined) return [];
  const { firstDue } = loan;
  const isPaidByDebit = chosen?.firstPaid === firstDue;
  const debit = chosen && {
    about: 'debit' as const,
    on: chosen.firstDebit,
    title: words.debit(lender),
    text: words.debitText(isoDate(chosen.firstPaid), lender),
  };
  const due = {
    about: 'due' as const,
    on: firstDue,
    title: words.due(lender),
    text: isPaidByDebit ? words.dueByAutopay(isoDate(chosen.firstDebit), lender) : words.dueByHand(lender),
  };
  return [debit, due].filter((event) => event !== undefined && event.on >= today) as CalendarEvent[];
}

/** An iCalendar file. `reference` makes the event ids unique per loan, and cannot be read from them. */
export function calendarFile(
  events: readonly CalendarEvent[],
  { reference, madeAt, lender }: { reference: string; madeAt: Date; lender: Lender },
): string {
  const stamp = madeAt.toISOString().replace(/[-:]|\.\d+/g, '');
  const host = new URL(lender.brand.companySite).hostname;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(lender.brand.name)}//Payments//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...events.flatMap(({ about, on, title, text }) => [
      'BEGIN:VEVENT',
      // The same event imported again replaces the one before.
      `UID:${hash('sha256', `${reference} ${about}`).slice(0, 32)}@${host}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${on.replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${addDays(isoDate(on), 1).replaceAll('-', '')}`,
      `SUMMARY:${escaped(title)}`,
      `DESCRIPTION:${escaped(text)}`,
      'TRANSP:TRANSPARENT',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escaped(title)}`,
      // Nine in the morning, two days before: in time to move money, and not at night.
      'TRIGGER:-P1DT15H',
      'END:VALARM',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');

/** Lines are at most 75 octets; longer ones continue after a space. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const letter of line) {
    if (Buffer.byteLength(part + letter) > 75) {
      parts.push(part);
      part = ' ';
    }
    part += letter;
  }
  return [...parts, part].join('\r\n');
}
