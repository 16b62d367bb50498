// The policy that an application keeps: the rules of the version that its offers were made by, under the law of today's version.
import { type DatedRow, daysOfChange, isInForce, timeLimitsOn } from './in-force.ts';
import { type DecisionTables, tableNames } from './schema/decision-tables.ts';
import type { Policy } from './schema/policy.ts';

/** The day from which the rows in force on `date` have been the same. */
export function rowsSince(policy: Policy, date: string): string {
  const rows: readonly DatedRow[] = [
    ...tableNames.flatMap((name): readonly DatedRow[] => policy[name].rows),
    ...policy.fees,
    ...policy.timeLimits,
  ];
  return daysOfChange(rows, rows).findLast((day) => day <= date) ?? date;
}

/**
 * The rows of `rules` that are in force on a day, on every later day too, with the law of another version: caps, the Military
 * Lending Act, and what a notice of adverse action must name. Only reasons and score factors that `law` no longer has keep their text.
 */
export function policyOfOffers(rules: Policy, date: string, law: Policy): Policy {
  const kept = <R extends DatedRow>(rows: readonly R[]): R[] =>
    rows.filter((row) => isInForce(row, date)).map(({ until: _, ...row }) => row as R);
  const tables = Object.fromEntries(
    tableNames.map((name) => [name, { ...rules[name], rows: kept<DatedRow>(rules[name].rows) }]),
  ) as unknown as DecisionTables;
  return {
    ...rules,
    ...tables,
    fees: kept(rules.fees),
    timeLimits: [timeLimitsOn(rules, date)],
    stateCaps: law.stateCaps,
    reference: law.reference,
    mla: law.mla,
    adverseAction: {
      ...law.adverseAction,
      ownReasons: { ...rules.adverseAction.ownReasons, ...law.adverseAction.ownReasons },
      scoreFactors: { ...rules.adverseAction.scoreFactors, ...law.adverseAction.scoreFactors },
    },
  };
}
