// The loan agreement's rules for a state on a day, and the check that there is always exactly one of each kind.
import { daysOfChange } from './in-force.ts';
import { findUnserved, rowsFor, type StateRow } from './rows-by-state.ts';
import type { LoanAgreement } from './schema/loan-agreement.ts';

const groups = [
  'lateCharges',
  'returnedPayments',
  'prepayments',
  'defaults',
  'governingLaws',
  'signingNotices',
  'securities',
] as const;

/** The rules of the agreement for one loan. */
export interface LoanAgreementRules {
  readonly lateCharge: LoanAgreement['lateCharges'][number];
  readonly returnedPayment: LoanAgreement['returnedPayments'][number];
  readonly prepayment: LoanAgreement['prepayments'][number];
  readonly default: LoanAgreement['defaults'][number];
  readonly governingLaw: LoanAgreement['governingLaws'][number];
  readonly signingNotice: LoanAgreement['signingNotices'][number];
  readonly security: LoanAgreement['securities'][number];
}

/** The rules for a loan made in a state ("UT") on a day ("2026-03-01"). Throws a RangeError if one is missing. */
export function loanAgreementRulesOn(
  loanAgreement: LoanAgreement,
  state: string,
  on: string,
): LoanAgreementRules {
  const one = <R extends StateRow>(rows: readonly R[]): R => {
    const [row] = rowsFor(rows, state, on);
    if (row === undefined) throw new RangeError(`loan-agreement.json has no rules for ${state} on ${on}.`);
    return row;
  };
  return {
    lateCharge: one(loanAgreement.lateCharges),
    returnedPayment: one(loanAgreement.returnedPayments),
    prepayment: one(loanAgreement.prepayments),
    default: one(loanAgreement.defaults),
    governingLaw: one(loanAgreement.governingLaws),
    signingNotice: one(loanAgreement.signingNotices),
    security: one(loanAgreement.securities),
  };
}

/** The first mistake, as a sentence; undefined if every served state has one rule of each kind on every day. */
export function findLoanAgreementMistake(
  loanAgreement: LoanAgreement,
  served: ReadonlySet<string>,
): string | undefined {
  for (const group of groups) {
    const rows: readonly StateRow[] = loanAgreement[group];
    const unserved = findUnserved(rows, served);
    if (unserved)
      return `${group}[${unserved.index}].states names ${unserved.state}, which public/states.json does not serve.`;
    for (const on of daysOfChange(rows, rows)) {
      for (const state of served) {
        const count = rowsFor(rows, state, on).length;
        if (count === 0)
          return `${group} has no row for ${state} on ${on}; a row with "states": "any" serves the rest.`;
        if (count > 1)
          return `${group} has ${count} rows for ${state} on ${on}; end one before the next begins.`;
      }
    }
  }
  return undefined;
}
