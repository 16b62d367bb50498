// Rows of the lender's data that apply to states and days: "any", or a list of states that takes precedence over it.
import { type DatedRow, isInForce } from './in-force.ts';

export interface StateRow extends DatedRow {
  readonly states: 'any' | readonly string[];
}

/** The rows for a state on a day: those that name it, or else those for any state. */
export function rowsFor<R extends StateRow>(rows: readonly R[], state: string, date: string): readonly R[] {
  const inForce = rows.filter((row) => isInForce(row, date));
  const own = inForce.filter((row) => row.states !== 'any' && row.states.includes(state));
  return own.length > 0 ? own : inForce.filter((row) => row.states === 'any');
}

/** A sentence about the first row that names a state which is not served. `name` is the field that has the rows. */
export function findUnserved(
  name: string,
  rows: readonly Pick<StateRow, 'states'>[],
  served: ReadonlySet<string>,
): string | undefined {
  for (const [index, row] of rows.entries()) {
    const state = row.states === 'any' ? undefined : row.states.find((code) => !served.has(code));
    if (state !== undefined)
      return `${name}[${index}].states names ${state}, which public/states.json does not serve.`;
  }
  return undefined;
}
