// The fees of one loan, and the check that no two rows charge the same one.
import { daysOfChange } from './in-force.ts';
import { findUnserved, rowsFor } from './rows-by-state.ts';
import type { FeeCeilings, Fees } from './schema/fees.ts';
import type { Policy } from './schema/policy.ts';
import { lentRange } from './schema/programs.ts';

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

/** Rounded down to the cent. */
const shareOf = (amountCents: number, percent = '0'): number =>
  Math.floor((amountCents * Math.round(Number(percent) * 100)) / 10_000);

const originationOf = (row: Fee<'origination'> | undefined, amountCents: number): number => {
  const share = row?.amount ?? shareOf(amountCents, row?.percentOfLoan);
  return Math.min(share, row?.most ?? share);
};

/** The fees of a loan; a percentage is rounded down to the cent. */
export function feesOf(fees: Fees, { state, amountCents, isAutoSecured, on }: LoanToCharge): LoanFees {
  const [origination] = originationRows(fees, state, on);
  const [filing] = filingRows(fees, state, on);
  return {
    origination: originationOf(origination, amountCents),
    filing: isAutoSecured ? (filing?.amount ?? 0) : 0,
  };
}

const isFor = ({ loanOver, loanUpTo }: FeeCeilings[number], amountCents: number) =>
  (loanOver === undefined || amountCents > loanOver) && (loanUpTo === undefined || amountCents <= loanUpTo);

/** The most that one of these rows allows for a loan, in cents: nothing if none covers it. */
function mostAllowed(rows: readonly FeeCeilings[number][], amountCents: number): number {
  const row = rows.find((ceiling) => isFor(ceiling, amountCents));
  if (row === undefined) return 0;
  if (row.unlimited === true) return Number.POSITIVE_INFINITY;
  return Math.min(
    Math.max(row.amount ?? 0, shareOf(amountCents, row.percentOfLoan)),
    row.most ?? Number.POSITIVE_INFINITY,
  );
}

/** How an origination fee is refunded if the loan is paid off early: by time if no row covers the loan. */
export const feeRefundOf = (
  ceilings: FeeCeilings,
  { state, amountCents, on }: Omit<LoanToCharge, 'isAutoSecured'>,
) => rowsFor(ceilings, state, on).find((row) => isFor(row, amountCents))?.refund.method ?? 'pro-rata';

const usd = (amountCents: number) => `$${(amountCents / 100).toFixed(2)}`;

/** A sentence about the first loan, in steps of a dollar, whose origination fee is above the state's ceiling. */
function findTooHighFee({ fees, feeCeilings, programs }: Policy, served: ReadonlySet<string>) {
  const { leastCents, mostCents } = lentRange(programs);
  for (const on of daysOfChange([...fees, ...feeCeilings], fees)) {
    for (const state of served) {
      const [fee] = originationRows(fees, state, on);
      if (fee === undefined) continue;
      const rows = rowsFor(feeCeilings, state, on);
      for (let amount = leastCents; amount <= mostCents; amount += 100) {
        const [charged, most] = [originationOf(fee, amount), mostAllowed(rows, amount)];
        if (charged > most)
          return `fees takes ${usd(charged)} of a loan of ${usd(amount)} in ${state} on ${on}, and ceilings allows ${usd(most)}.`;
      }
    }
  }
  return undefined;
}

/** The first mistake, as a sentence; undefined if every served state has at most one row of each kind on every day. */
export function findFeeMistake(policy: Policy, served: ReadonlySet<string>): string | undefined {
  const { fees, programs } = policy;
  const { leastCents: smallestLoan } = lentRange(programs);
  const unserved = findUnserved('fees', fees, served);
  if (unserved) return unserved;
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
  return findTooHighFee(policy, served);
}
