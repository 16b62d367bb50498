// The lender's core system: who is a borrower already, who applied by another way, and whether it is open at all.
import * as z from 'zod';
import { NoAnswer, NothingHappened } from '../platform/outside.ts';
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
  readonly monthlyPaymentCents: number;
  readonly isAutoSecured: boolean;
}

export interface Core {
  /** `ssn` is nine digits. Throws `CoreOffline` when the system is closed or does not answer. */
  lookUp(ssn: string, signal: AbortSignal): Promise<BorrowerStanding>;
  /** Books a loan; the same key books it once. Amount in cents, rate in percent. */
  bookLoan(loan: Loan, key: string, signal: AbortSignal): Promise<{ loanId: string }>;
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
        if (error instanceof NoAnswer || error instanceof NothingHappened)
          throw new CoreOffline(error.message);
        throw error;
      }
    },
  };
}
