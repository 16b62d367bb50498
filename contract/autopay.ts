// Automatic payments: offered after signing, never a condition of the loan.
import * as z from 'zod/mini';
import { type DepositAccount, depositAccount } from './deposit.ts';
import { application, get, put } from './endpoint.ts';
import { cents, isoDate, months } from './shapes.ts';

/** Why automatic payments stopped, other than by the applicant on this page. */
export const autopayStopReasons = ['account', 'borrower', 'lender'] as const;
export type AutopayStopReason = (typeof autopayStopReasons)[number];

const daysBeforeDue = z.int().check(z.minimum(0), z.maximum(10));

const begins = z.object({
  /** The due date of the payment that the first debit makes. */
  firstPaid: isoDate,
  /** The due date of a payment before that, which is too near to be debited. */
  byHand: z.optional(isoDate),
});

const autopay = z.object({
  status: z.enum(['NOT_DECIDED', 'ACTIVE', 'SKIPPED', 'CANCELED']),
  accounts: z.array(depositAccount),
  paymentAmount: cents,
  /** How many days before payments are due they can be debited, each with the dates of its first and last debit. */
  days: z.array(z.object({ daysBeforeDue, firstDebit: isoDate, lastDebit: isoDate })),
  /** The payments as they would be if automatic payments were set up now. */
  ifSetUp: z.optional(begins),
  /** What is authorized, while ACTIVE. */
  chosen: z.optional(
    z.object({ accountId: z.string(), daysBeforeDue, firstDebit: isoDate, ...begins.shape }),
  ),
  /** While CANCELED, unless the applicant canceled it. */
  stopped: z.optional(z.enum(autopayStopReasons)),
  /** A payment that the bank returned lately, which is still open. */
  returnedPayment: z.optional(z.object({ amount: cents, on: isoDate })),
  paidOn: z.optional(isoDate),
  /** What was signed: when the money arrives, and the payments with their dates. */
  loan: z.optional(
    z.object({
      /** What arrives: the loan without its fees. */
      amount: cents,
      /** The banking day on which the funds are with the applicant's bank. */
      fundsArrive: isoDate,
      payments: months,
      payment: cents,
      lastPayment: cents,
      firstDue: isoDate,
      lastDue: isoDate,
    }),
  ),
});
export type Autopay = z.output<typeof autopay>;

export const getAutopay = get(`${application}/autopay`, { response: autopay });
export const setAutopay = put(`${application}/autopay`, {
  body: z.discriminatedUnion('choice', [
    z.strictObject({
      choice: z.literal('authorize'),
      accountId: z.string().check(z.maxLength(100)),
      daysBeforeDue,
      /** The date in the authorization that was read. If it has changed since, nothing is authorized. */
      firstDebit: isoDate,
      acceptAuthorization: z.literal(true, { error: 'This checkbox is required.' }),
    }),
    z.strictObject({ choice: z.literal('skip') }),
    z.strictObject({ choice: z.literal('cancel') }),
  ]),
  response: autopay,
});

interface Authorized {
  /** The lender's legal name. */
  readonly lender: string;
  readonly account: Pick<DepositAccount, 'mask' | 'institution'>;
  readonly paymentAmount: number;
  readonly daysBeforeDue: number;
  /** ISO dates. */
  readonly firstDebit: string;
  readonly lastDebit: string;
  /** Cents of the last payment, which absorbs the rounding. */
  readonly lastPayment: number;
}

/** Saved with every authorization. Change it when the wording changes. */
export const autopayAuthorizationVersion = '4';

/** The authorization, word for word, in sentences. The screen shows some beside its checkbox and folds the others; the server saves all. */
export function autopayAuthorization(terms: Authorized): readonly string[] {
  const { lender, account, paymentAmount, daysBeforeDue: days, firstDebit, lastDebit, lastPayment } = terms;
  const when =
    days === 0 ? 'on the day each payment is due' : `${daysInWords(days)} before each payment is due`;
  return [
    `I authorize ${lender} to debit my account at ${account.institution.name} ending in ${account.mask} for my monthly payment of ${dollars.format(paymentAmount / 100)}.`,
    `The debit is made ${when}, the first time on ${date.format(new Date(firstDebit))}, until my loan is paid.`,
    'If banks are closed on that day, it is made on the next business day, or on the business day before if the next one comes after the due date.',
    'A payment debited this way counts as made on its due date, as my note says.',
    `The last payment is ${dollars.format(lastPayment / 100)} on ${date.format(new Date(lastDebit))}.`,
    `I can stop a payment or end this authorization by telling ${lender} three business days ahead.`,
    'It is not a condition of my loan.',
  ];
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const date = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'full' });

/** "1 day", "3 days". */
export const daysInWords = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;

/** "1st", "22nd", "13th". */
export function ordinal(day: number): string {
  const ending = day % 100 > 10 && day % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${ending}`;
}
