// Turns a decision table into a JDM document, the format of the GoRules engine. The engine returns the ids of the matching
// rows; what a row gives is read from the table itself.
import { cellExpression, FACTS } from './cells.ts';
import type { Condition } from './schema/decision-tables.ts';

interface Row {
  readonly id: string;
  readonly about: string;
  readonly when: readonly Condition[];
  readonly from: string;
  readonly until?: string | undefined;
}

export interface Table {
  readonly columns: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
}

/** The input that carries the day to the engine, as a number: 20260301. */
export const DAY = 'onDay';

/** A day ("2026-03-01") as the number that the engine compares. */
export function dayNumber(day: string): number {
  return Number(day.replaceAll('-', ''));
}

/** The JDM document of a table. It collects every matching row that is in force on the day, in the table's order. */
export function decisionGraph(name: string, table: Table): object {
  const facts = Object.keys(FACTS).filter((fact) => Object.hasOwn(table.columns, fact));
  const position = { x: 0, y: 0 };
  return {
    nodes: [
      { id: 'asked', type: 'inputNode', name: 'Asked', position },
      {
        id: 'table',
        type: 'decisionTableNode',
        name,
        position,
        content: {
          hitPolicy: 'collect',
          inputs: [
            { id: DAY, name: 'The day of the decision', field: DAY },
            ...facts.map((fact) => ({ id: fact, name: table.columns[fact], field: fact })),
          ],
          outputs: [{ id: 'row', name: 'Row', field: 'row' }],
          rules: table.rows.map((row) => ({
            _id: row.id,
            _description: row.about,
            [DAY]: `$ >= ${dayNumber(row.from)} and $ <= ${row.until ? dayNumber(row.until) : 99_999_999}`,
            ...Object.fromEntries(
              facts.map((fact) => {
                const condition = row.when.find((one) => one.fact === fact);
                return [fact, condition ? cellExpression(condition.cell) : ''];
              }),
            ),
            row: JSON.stringify(row.id),
          })),
        },
      },
      { id: 'answered', type: 'outputNode', name: 'Answered', position },
    ],
    edges: [
      { id: 'in', type: 'edge', sourceId: 'asked', targetId: 'table' },
      { id: 'out', type: 'edge', sourceId: 'table', targetId: 'answered' },
    ],
  };
}
