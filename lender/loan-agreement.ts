// The loan agreement's rules for a state on a day, and the check that there is always exactly one of each kind.
import { daysOfChange } from './in-force.ts';
import { findUnserved, rowsFor, type StateRow } from './rows-by-state.ts';
import type { LoanAgreement } from './schema/loan-agreement.ts';

/** The rules for one loan, by name, with the rows that they come from. */
const groups = {
  lateCharge: 'lateCharges',
  returnedPayment: 'returnedPayments',
  prepayment: 'prepayments',
  default: 'defaults',
  security: 'securities',
  license: 'licenses',
  arbitration: 'arbitrations',
} as const;

export type LoanAgreementRules = {
  readonly [Rule in keyof typeof groups]: LoanAgreement[(typeof groups)[Rule]][number];
};

/** The rules for a loan made in a state ("UT") on a day ("2026-03-01"). Throws a RangeError if one is missing. */
export function loanAgreementRulesOn(loanAgreement: LoanAgreement, state: string, date: string) {
  const rules = Object.entries(groups).map(([rule, group]) => {
    const [row] = rowsFor<StateRow>(loanAgreement[group], state, date);
    if (row === undefined) throw new RangeError(`loan-agreement.json has no rules for ${state} on ${date}.`);
    return [rule, row];
  });
  return Object.fromEntries(rules) as LoanAgreementRules;
}

/** The first mistake, as a sentence; undefined if every served state has one rule of each kind on every day. */
export function findLoanAgreementMistake(loanAgreement: LoanAgreement, served: ReadonlySet<string>) {
  for (const group of Object.values(groups)) {
    const rows: readonly StateRow[] = loanAgreement[group];
    const unserved = findUnserved(group, rows, served);
    if (unserved) return unserved;
    for (const date of daysOfChange(rows, rows)) {
      for (const state of served) {
        const count = rowsFor(rows, state, date).length;
        if (count === 0)
          return `${group} has no row for ${state} on ${date}; a row with "states": "any" serves the rest.`;
        if (count > 1)
          return `${group} has ${count} rows for ${state} on ${date}; end one before the next begins.`;
      }
    }
  }
  return undefined;
}
