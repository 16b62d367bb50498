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

type Fee<Kind> = Extract<Fees[number], { kind: Kind }>;
const rowsOf =
  <Kind extends Fees[number]['kind']>(kind: Kind) =>
  (fees: Fees, state: string, on: string): readonly Fee<Kind>[] =>
    rowsFor(
      fees.filter((row): row is Fee<Kind> => row.kind === kind),
      state,
      on,
    );
const originationRows = rowsOf('origination');
const filingRows = rowsOf('filing');

/** The fees of a loan; a percentage is rounded down to the cent. */
export function feesOf(fees: Fees, { state, amountCents, isAutoSecured, on }: LoanToCharge): LoanFees {
  const [origination] = originationRows(fees, state, on);
  const [filing] = filingRows(fees, state, on);
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
      for (const rows of [originationRows(fees, state, on), filingRows(fees, state, on)])
        if (rows.length > 1)
          return `fees has ${rows.length} ${rows[0]?.kind} fees for ${state} on ${on}; end one before the next begins.`;
      const loan = { state, amountCents: smallestLoan, isAutoSecured: true, on };
      const { origination, filing } = feesOf(fees, loan);
      if (origination + filing >= smallestLoan)
        return `fees takes the whole of the smallest loan in ${state} on ${on}.`;
    }
  }
  return undefined;
}
