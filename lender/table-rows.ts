// Which rows of a decision table match the facts.
import { cellHolds, type Facts, isOfferFact } from './cells.ts';
import { type DatedRow, isInForce } from './in-force.ts';
import type { Condition } from './schema/decision-tables.ts';

interface Row {
  readonly when: readonly Condition[];
}

/** Whether every cell about the applicant holds. Cells about an offer are checked later, for each offer. */
export function rowHolds({ when }: Row, facts: Partial<Facts>): boolean {
  return when.every(({ fact, cell }) => isOfferFact(fact) || cellHolds(cell, facts[fact] ?? null));
}

/** The rows in force on a day that hold for the facts, in the table's order. */
export function matchingRows<R extends Row & DatedRow>(
  rows: readonly R[],
  facts: Partial<Facts>,
  on: string,
): readonly R[] {
  return rows.filter((row) => isInForce(row, on) && rowHolds(row, facts));
}
