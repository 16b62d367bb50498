// What the lender's core system or bank reports about a loan, and how the report is signed.
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { isSameSecret } from '../../platform/constant-time.ts';
import { readJson } from '../../platform/json.ts';
import { optional } from '../optional-fields.ts';
import { account, instant, isoDate, traceNumber } from './fields.ts';

const common = {
  id: z
    .string()
    .regex(/^[\w.:-]{1,100}$/)
    .describe('Names the event. The same event is sent with the same id and the same content.'),
  loanId: z.string().min(1).max(64).describe('The number that the system gave the loan.'),
  occurredAt: instant,
};
const entry = {
  what: z.enum(['disbursement', 'debit']).describe('The money that we sent, or a payment.'),
  trace: traceNumber.describe('The trace number of the bank’s own entry.'),
  originalTrace: traceNumber.describe('The trace number of the entry that it is about.'),
};

export const coreEvent = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('entry-returned'),
      ...common,
      ...entry,
      code: z
        .string()
        .regex(/^R\d\d$/)
        .describe('R01 to R85.'),
      amountCents: z.int().min(1).max(100_000_000),
    })
    .describe('A bank returned the money that we sent, or a payment.'),
  z
    .object({
      type: z.literal('account-changed'),
      ...common,
      ...entry,
      code: z
        .string()
        .regex(/^C\d\d$/)
        .describe('C01 to C14.'),
      routingNumber: optional(account.shape.routingNumber),
      accountNumber: optional(account.shape.accountNumber),
      accountType: optional(account.shape.accountType),
    })
    .describe('A bank’s notice of change: what it corrects of the account, and nothing else.'),
  z
    .object({
      type: z.literal('autopay-stopped'),
      ...common,
      authorizationId: z.uuid().describe('The authorization that ended.'),
      reason: z
        .enum(['account', 'borrower', 'lender'])
        .describe(
          '`account`: the account didn’t work. `borrower`: the borrower had the lender or the bank stop it. `lender`: the lender stopped it.',
        ),
    })
    .describe('Automatic payments ended in the core system.'),
  z.object({ type: z.literal('loan-paid'), ...common, paidOn: isoDate }).describe('The loan is paid off.'),
  z
    .object({
      type: z.literal('vehicle-checked'),
      id: common.id,
      applicationId: z.uuid().describe('The application of the case `check-vehicle`. It has no loan yet.'),
      occurredAt: common.occurredAt,
      result: z
        .enum(['clear', 'not-clear'])
        .describe(
          '`clear`: a person has seen the title in the borrower’s name, without another’s lien, and the proof of insurance. `not-clear`: the loan is not to be paid.',
        ),
    })
    .describe('The branch has checked the vehicle of a signed loan, which is then paid or ended.'),
]);
export type CoreEvent = z.output<typeof coreEvent>;

export const timestampHeader = 'x-core-timestamp';
export const signatureHeader = 'x-core-signature';

export const readCoreEvent = (body: Buffer) => coreEvent.safeParse(readJson(body)).data;

/** How far a timestamp may be from our clock, in seconds. Each attempt is signed for itself. */
export const freshSeconds = 300;

/**
 * Whether the holder of the key signed these bytes, within the last minutes. A signature is the HMAC-SHA256 in hexadecimal of the
 * timestamp (seconds since 1970), a period and the body as it is sent.
 */
export function isSignedByCore(
  signed: { readonly timestamp: string; readonly signature: string; readonly body: Buffer },
  key: string,
  now: Date,
): boolean {
  const { timestamp, signature, body } = signed;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > freshSeconds) return false;
  const expected = createHmac('sha256', key).update(`${timestamp}.`).update(body).digest();
  return isSameSecret(Buffer.from(signature, 'hex'), expected);
}
