import { expect, it } from 'vitest';
import type { Autopay } from '#contract/autopay.ts';
import { loadLender } from '#lender/load.ts';
import { calendarFile, paymentEvents } from './calendar.ts';

const lender = loadLender();
const loan = {
  amount: 500_000,
  fundsArrive: '2026-03-06',
  payments: 48,
  payment: 18_360,
  lastPayment: 18_312,
  firstDue: '2026-04-06',
  lastDue: '2030-03-06',
} as NonNullable<Autopay['loan']>;
const chosen = { accountId: 'a1', daysBeforeDue: 3, firstDebit: '2026-04-03', firstPaid: '2026-04-06' };
const about = { reference: 'an application', madeAt: new Date('2026-03-04T17:00:00Z'), lender };
const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');

it('writes the first payment and its debit as events of a whole day, with a reminder by day', () => {
  const lines = unfolded(calendarFile(paymentEvents(lender, { loan, chosen }, '2026-03-04'), about));
  expect(lines.filter((line) => /^(DTSTART|DTEND|SUMMARY|DTSTAMP|TRIGGER)/.test(line))).toEqual([
    'DTSTAMP:20260304T170000Z',
    'DTSTART;VALUE=DATE:20260403',
    'DTEND;VALUE=DATE:20260404',
    'SUMMARY:Branchline autopay debit',
    'TRIGGER:-P1DT15H',
    'DTSTAMP:20260304T170000Z',
    'DTSTART;VALUE=DATE:20260406',
    'DTEND;VALUE=DATE:20260407',
    'SUMMARY:Branchline loan payment due',
    'TRIGGER:-P1DT15H',
  ]);
  expect(lines).toContain(
    'DESCRIPTION:Autopay makes this payment on April 3\\, 2026. Questions? Call (801) 555-0100.',
  );
  expect(lines.at(0)).toBe('BEGIN:VCALENDAR');
  expect(lines.at(-2)).toBe('END:VCALENDAR');
});

it('gives a borrower without autopay the ways to pay', () => {
  const lines = unfolded(calendarFile(paymentEvents(lender, { loan }, '2026-03-04'), about));
  expect(lines.filter((line) => line.startsWith('DTSTART'))).toEqual(['DTSTART;VALUE=DATE:20260406']);
  expect(lines.find((line) => line.startsWith('DESCRIPTION:Make'))).toContain(lender.brand.customerPortal);
  // If autopay begins with a later payment, the first one is paid by hand.
  const later = { ...chosen, firstDebit: '2026-05-04', firstPaid: '2026-05-06', byHand: '2026-04-06' };
  const events = paymentEvents(lender, { loan, chosen: later }, '2026-04-02');
  expect(events.map(({ on, text }) => [on, text.split('.')[0]])).toEqual([
    ['2026-05-04', 'Autopay makes your payment due on May 6, 2026'],
    ['2026-04-06', expect.stringMatching(/^Make your payment at/)],
  ]);
});

it('holds nothing that is over', () => {
  expect(paymentEvents(lender, { loan, chosen }, '2026-04-04').map(({ about }) => about)).toEqual(['due']);
  expect(paymentEvents(lender, { loan, chosen }, '2026-04-07')).toEqual([]);
  expect(paymentEvents(lender, { loan, paidOn: '2026-03-10' }, '2026-03-11')).toEqual([]);
});

it('holds no amount and nothing of the account or the application, in lines of at most 75 octets', () => {
  const file = calendarFile(paymentEvents(lender, { loan, chosen }, '2026-03-04'), about);
  expect(file).not.toMatch(/\$|183|5,?000|a1|an application/);
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const uids = unfolded(file).filter((line) => line.startsWith('UID:'));
  expect(new Set(uids).size).toBe(2);
  // Importing an event again replaces the earlier one.
  const again = calendarFile(paymentEvents(lender, { loan, chosen }, '2026-03-04'), {
    ...about,
    madeAt: new Date('2026-03-05T17:00:00Z'),
  });
  expect(unfolded(again).filter((line) => line.startsWith('UID:'))).toEqual(uids);
});
