// Which of the contract's rules hold in a state on a day, and whether there is always exactly one of each.
import { daysOfChange, holdsOn } from './consistency.ts';
import type { Contract } from './schema.ts';

const groups = [
  'lateCharges',
  'returnedPayments',
  'prepayments',
  'defaults',
  'governingLaws',
  'signingNotices',
  'securities',
] as const;

/** The one rule of each kind for a loan. */
export interface ContractRules {
  readonly lateCharge: Contract['lateCharges'][number];
  readonly returnedPayment: Contract['returnedPayments'][number];
  readonly prepayment: Contract['prepayments'][number];
  readonly default: Contract['defaults'][number];
  readonly governingLaw: Contract['governingLaws'][number];
  readonly signingNotice: Contract['signingNotices'][number];
  readonly security: Contract['securities'][number];
}

/** The rules for a loan in a state ("UT") that is made on a day ("2026-03-01"). Throws a RangeError where one is missing. */
export function contractRulesOn(contract: Contract, state: string, on: string): ContractRules {
  const one = <R extends Row>(rows: readonly R[]): R => {
    const [row] = rowsFor(rows, state, on);
    if (row === undefined) throw new RangeError(`contract.json has no rules for ${state} on ${on}.`);
    return row;
  };
  return {
    lateCharge: one(contract.lateCharges),
    returnedPayment: one(contract.returnedPayments),
    prepayment: one(contract.prepayments),
    default: one(contract.defaults),
    governingLaw: one(contract.governingLaws),
    signingNotice: one(contract.signingNotices),
    security: one(contract.securities),
  };
}

/** The first mistake, as a sentence, or undefined where every served state has one rule of each kind on every day. */
export function findContractMistake(contract: Contract, served: ReadonlySet<string>): string | undefined {
  for (const group of groups) {
    const rows: readonly Row[] = contract[group];
    for (const [index, row] of rows.entries()) {
      const stranger = row.states === 'any' ? undefined : row.states.find((state) => !served.has(state));
      if (stranger !== undefined) {
        return `${group}[${index}].states names ${stranger}, which public/states.json does not serve.`;
      }
    }
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

interface Row {
  readonly states: 'any' | readonly string[];
  readonly from: string;
  readonly until?: string | undefined;
}

function rowsFor<R extends Row>(rows: readonly R[], state: string, on: string): readonly R[] {
  const holding = rows.filter((row) => holdsOn(row, on));
  const own = holding.filter((row) => row.states !== 'any' && row.states.includes(state));
  return own.length > 0 ? own : holding.filter((row) => row.states === 'any');
}
