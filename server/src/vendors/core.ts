// The lender's core system: who is a borrower already, who applied by another way, and whether it is open at all.
import * as z from 'zod';
import { NoAnswer, NothingHappened } from '../platform/outside.ts';
import { ask, VendorRefused } from './wire.ts';

export interface BorrowerStanding {
  readonly standing: 'NONE' | 'PRESENT_BORROWER' | 'DUPLICATE';
  /** ISO date of the last loan made to this person, if any. */
  readonly lastLoanMadeOn: string | null;
}

export interface Core {
  /** `ssn` is nine digits. Throws `CoreOffline` when the system is closed or does not answer. */
  lookUp(ssn: string, signal: AbortSignal): Promise<BorrowerStanding>;
  /** False where it is closed, as in the evening's maintenance, or does not answer. */
  isOnline(signal: AbortSignal): Promise<boolean>;
}

export class CoreOffline extends Error {}

export function coreSystem(settings: { url: string; key: string }): Core {
  const standing = z.object({
    standing: z.enum(['NONE', 'PRESENT_BORROWER', 'DUPLICATE']),
    lastLoanMadeOn: z.iso.date().nullable(),
  });
  const status = z.object({ online: z.boolean() });
  return {
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
