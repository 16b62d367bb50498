// The rows of the lender's tables that a decision rests on.
import type { IsoDate } from '#finance/dates.ts';
import { type Facts, lackingName } from '#lender/cells.ts';
import { isInForce } from '#lender/in-force.ts';
import type { Policy } from '#lender/schema/policy.ts';
import { lackingFact, matchingRows } from '#lender/table-rows.ts';

const TABLES = {
  eligibility: 'eligibility',
  approval: 'approval',
  programEligibility: 'program-eligibility',
  pricing: 'pricing',
  abilityToPay: 'ability-to-pay',
  fastPath: 'fast-path',
} as const satisfies Partial<Record<keyof Policy, string>>;
type TableName = keyof typeof TABLES;
/** Each table with the name that a decision stores. */
export const decisionTables = Object.entries(TABLES) as readonly [TableName, MatchedRow['table']][];
export type RowOf<T extends TableName> = Policy[T]['rows'][number];

export interface MatchedRow {
  readonly table: (typeof TABLES)[TableName];
  readonly row: string;
  readonly about: string;
}

/** The rows that match on a day, and as a decision stores them. Throws a MissingFactError for a lacking attribute. */
export function matchRows<T extends TableName>(
  policy: Policy,
  table: T,
  facts: Partial<Facts>,
  date: IsoDate,
) {
  const all: readonly RowOf<T>[] = policy[table].rows;
  // Only inputs that are older than the policy lack one.
  const lacks = Object.values(facts.attributes ?? {}).some((value) => lackingName(value) !== undefined);
  for (const row of lacks ? all : []) {
    const lacking = isInForce(row, date) ? lackingFact(row, facts) : undefined;
    if (lacking !== undefined) throw new MissingFactError(lacking);
  }
  const rows = matchingRows(all, facts, date);
  const matched = rows.map(({ id, about }): MatchedRow => ({ table: TABLES[table], row: id, about }));
  return { rows, matched };
}

export const rowsIn = (policy: Policy, table: TableName): readonly RowOf<TableName>[] => policy[table].rows;

/** The row that matched, or undefined if the policy no longer has it. */
export function rowOf(policy: Policy, { table, row }: MatchedRow): RowOf<TableName> | undefined {
  const [name] = decisionTables.find(([, stored]) => stored === table) ?? [];
  const rows = name === undefined ? [] : rowsIn(policy, name);
  return rows.find(({ id }) => id === row);
}

/** No rows on the day, no reason for a decline, or no wording of a factor: nothing is decided, and an operator is alerted. */
export class PolicyGapError extends Error {
  override readonly name = 'PolicyGapError';
}

/** The inputs were stored before an attribute was declared, and the outcome depends on a cell about it. */
export class MissingFactError extends PolicyGapError {
  /** The name of the attribute. */
  readonly fact: string;

  constructor(fact: string) {
    super(`The inputs have no value for ${fact}, which was declared after they were stored.`);
    this.fact = fact;
  }
}
