// Which rows of a decision table match the facts.
import { cellHolds, cellImplies, type Facts, factOf, isOfferFact, lackingName } from './cells.ts';
import { type DatedRow, isInForce } from './in-force.ts';
import type { Condition } from './schema/decision-tables.ts';

interface Row {
  readonly when: readonly Condition[];
}

/** Whether every cell about the applicant holds. Cells about an offer are checked later, for each offer. */
export function rowHolds({ when }: Row, facts: Partial<Facts>): boolean {
  return when.every(({ fact, cell }) => isOfferFact(fact) || cellHolds(cell, factOf(facts, fact)));
}

/** The attribute that these facts lack and on which it depends whether a row holds; undefined if they lack none. */
export function lackingFact({ when }: Row, facts: Partial<Facts>): string | undefined {
  const lacking = (fact: string) => lackingName(factOf(facts, fact));
  const known = when.filter(({ fact }) => lacking(fact) === undefined);
  const first = when.find(({ fact }) => lacking(fact) !== undefined);
  return first && rowHolds({ when: known }, facts) ? lacking(first.fact) : undefined;
}

/** The rows in force on a day that hold for the facts, in the table's order. */
export const matchingRows = <R extends Row & DatedRow>(
  rows: readonly R[],
  facts: Partial<Facts>,
  date: string,
): readonly R[] => rows.filter((row) => isInForce(row, date) && rowHolds(row, facts));

/** Whether a row matches only where another one matches too, and the other one elsewhere as well. */
export const isNarrower = (row: Row, other: Row): boolean => implies(row, other) && !implies(other, row);

/** Whether another row matches wherever a row does. */
function implies({ when }: Row, other: Row): boolean {
  return other.when.every((wanted) =>
    when.some(({ fact, cell }) => fact === wanted.fact && cellImplies(cell, wanted.cell)),
  );
}
