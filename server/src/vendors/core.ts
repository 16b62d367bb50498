// The lender's core system: who is a borrower already, who applied by another way, and whether it is open at all.
import * as z from 'zod';
import { NotPerformed, OutcomeUnknown } from '../platform/jobs/vendor-calls.ts';
import { ask, VendorRefused } from './wire.ts';

export interface BorrowerStanding {
  readonly standing: 'NONE' | 'PRESENT_BORROWER' | 'DUPLICATE';
  /** ISO date of the last loan made to this person, if any. */
  readonly lastLoanMadeOn: string | null;
}

export interface Loan {
  readonly applicationId: string;
  readonly ssn: string;
  readonly amountCents: number;
  readonly months: number;
  readonly apr: number;
  /** The rate that the note names, in percent. */
  readonly contractRate: number;
  readonly monthlyPaymentCents: number;
  readonly isAutoSecured: boolean;
  /** What secures it, where it is secured. */
  readonly vehicle: { readonly year: number; readonly make: string; readonly model: string } | null;
}

/** ISO dates. They follow the money, so they are told when its day is known, and again when that moves. */
export interface LoanDates {
  readonly fundsArriveOn: string;
  readonly firstDueOn: string;
  readonly lastDueOn: string;
}

/** Debits as an applicant has authorized them. */
export interface Debits {
  readonly authorizationId: string;
  readonly day: number;
  readonly firstDebitOn: string;
  readonly amountCents: number;
  readonly accountType: 'checking' | 'savings';
  readonly routingNumber: string;
  readonly accountNumber: string;
}

export interface Core {
  /** `ssn` is nine digits. Throws `CoreOffline` when the system is closed or does not answer. */
  lookUp(ssn: string, signal: AbortSignal): Promise<BorrowerStanding>;
  /** Books a loan; the same key books it once. Amount in cents, rate in percent. */
  bookLoan(loan: Loan, key: string, signal: AbortSignal): Promise<{ loanId: string }>;
  /** What is told of a booked loan under one key is taken once. */
  setDates(loanId: string, dates: LoanDates, key: string, signal: AbortSignal): Promise<unknown>;
  setAutopay(loanId: string, debits: Debits, key: string, signal: AbortSignal): Promise<unknown>;
  /** An authorization that was ended is never set again. */
  endAutopay(loanId: string, authorizationId: string, key: string, signal: AbortSignal): Promise<unknown>;
  /** False where it is closed, as in the evening's maintenance, or does not answer. */
  isOnline(signal: AbortSignal): Promise<boolean>;
}

export class CoreOffline extends Error {}

export function coreSystem(settings: { url: string; key: string }): Core {
  const standing = z.object({
    standing: z.enum(['NONE', 'PRESENT_BORROWER', 'DUPLICATE']),
    lastLoanMadeOn: z.iso.date().nullable(),
  });
  const booked = z.object({ loanId: z.string() });
  const status = z.object({ online: z.boolean() });
  const tell = (path: string, json: object, key: string, signal: AbortSignal) =>
    ask({
      vendor: 'core',
      method: 'POST',
      url: `${settings.url}/v1/loans/${path}`,
      headers: { 'x-api-key': settings.key, 'idempotency-key': key },
      json,
      answer: z.object({}),
      signal,
    });
  return {
    bookLoan: (loan, key, signal) =>
      ask({
        vendor: 'core',
        method: 'POST',
        url: `${settings.url}/v1/loans`,
        headers: { 'x-api-key': settings.key, 'idempotency-key': key },
        json: loan,
        answer: booked,
        signal,
      }),
    setDates: (loanId, dates, key, signal) => tell(`${loanId}/dates`, dates, key, signal),
    setAutopay: (loanId, debits, key, signal) => tell(`${loanId}/autopay`, debits, key, signal),
    endAutopay: (loanId, authorizationId, key, signal) =>
      tell(`${loanId}/autopay/end`, { authorizationId }, key, signal),
    async isOnline(signal) {
      const answer = await ask({
        vendor: 'core',
        method: 'GET',
        url: `${settings.url}/v1/status`,
        headers: { 'x-api-key': settings.key },
        answer: status,
        signal,
      }).catch(() => ({ online: false }));
      return answer.online;
    },
    async lookUp(ssn, signal) {
      try {
        return await ask({
          vendor: 'core',
          method: 'POST',
          url: `${settings.url}/v1/borrowers/lookup`,
          headers: { 'x-api-key': settings.key },
          json: { ssn },
          answer: standing,
          signal,
        });
      } catch (error) {
        // A refusal is a mistake of ours, not a closed system.
        if (error instanceof VendorRefused) throw error;
        if (error instanceof OutcomeUnknown || error instanceof NotPerformed)
          throw new CoreOffline(error.message);
        throw error;
      }
    },
  };
}
