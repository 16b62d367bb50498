// The fees of one loan, and the check that no two rows charge the same one.
import { daysOfChange } from './in-force.ts';
import { findUnserved, rowsFor } from './rows-by-state.ts';
import type { Fees } from './schema/fees.ts';

/** In whole cents; all are taken out of the loan. */
export interface LoanFees {
  /** A prepaid finance charge (12 CFR 1026.4(b)(3)). */
  readonly origination: number;
  /** Paid to public officials, and no finance charge because it is itemized and disclosed (12 CFR 1026.4(e)). */
  readonly filing: number;
}

interface LoanToCharge {
  readonly state: string;
  readonly amountCents: number;
  readonly isAutoSecured: boolean;
  /** ISO day. */
  readonly on: string;
}

/** The fees of a loan; a percentage is rounded down to the cent. */
export function feesOf(fees: Fees, { state, amountCents, isAutoSecured, on }: LoanToCharge): LoanFees {
  const [origination] = rowsFor(
    fees.filter((row) => row.kind === 'origination'),
    state,
    on,
  );
  const [filing] = rowsFor(
    fees.filter((row) => row.kind === 'filing'),
    state,
    on,
  );
  const share =
    origination?.amount ??
    Math.floor((amountCents * Math.round(Number(origination?.percentOfLoan ?? '0') * 100)) / 10_000);
  return {
    origination: Math.min(share, origination?.most ?? share),
    filing: isAutoSecured ? (filing?.amount ?? 0) : 0,
  };
}

/** The first mistake, as a sentence; undefined if every served state has at most one row of each kind on every day. */
export function findFeeMistake(
  fees: Fees,
  served: ReadonlySet<string>,
  smallestLoan: number,
): string | undefined {
  const unserved = findUnserved(fees, served);
  if (unserved)
    return `fees[${unserved.index}].states names ${unserved.state}, which public/states.json does not serve.`;
  for (const on of daysOfChange(fees, fees)) {
    for (const state of served) {
      for (const kind of ['origination', 'filing'] as const) {
        const rows = rowsFor(
          fees.filter((row) => row.kind === kind),
          state,
          on,
        );
        if (rows.length > 1)
          return `fees has ${rows.length} ${kind} fees for ${state} on ${on}; end one before the next begins.`;
      }
      const { origination, filing } = feesOf(fees, {
        state,
        amountCents: smallestLoan,
        isAutoSecured: true,
        on,
      });
      if (origination + filing >= smallestLoan)
        return `fees takes the whole of the smallest loan in ${state} on ${on}.`;
    }
  }
  return undefined;
}
