// Which rows differ between two policies.
import type { Lender } from '#lender/load.ts';

/** The rows that were added, taken out or changed, and the files without rows that changed, as lines. */
export function changedRows(before: Lender, after: Lender): readonly string[] {
  const names = new Set([...before.policy.files, ...after.policy.files].map((file) => file.name));
  return [...names].flatMap((name) => {
    const [old, now] = [before, after].map(
      ({ policy }) => policy.files.find((file) => file.name === name)?.json,
    );
    if (old === now) return [];
    if (old === undefined) return [`${name}: added`];
    if (now === undefined) return [`${name}: taken out`];
    const [oldRows, newRows] = [rowsOf(old), rowsOf(now)];
    if (!oldRows || !newRows) return [`${name}: changed`];
    const lines = [...new Set([...oldRows.keys(), ...newRows.keys()])].flatMap((id) => {
      const [from, to] = [oldRows.get(id), newRows.get(id)];
      if (from === to) return [];
      if (from === undefined) return [`${name} ${id}: added ${to}`];
      if (to === undefined) return [`${name} ${id}: taken out ${from}`];
      return [`${name} ${id}: was ${from}`, `${name} ${id}: is  ${to}`];
    });
    return lines.length > 0 ? lines : [`${name}: changed in its order or around its rows`];
  });
}

/** The rows of a decision table by their id, as JSON; undefined where a file is none. */
function rowsOf(json: string): ReadonlyMap<string, string> | undefined {
  const { rows } = JSON.parse(json) as { rows?: readonly { readonly id: string }[] };
  return rows && new Map(rows.map((row) => [row.id, JSON.stringify(row)]));
}
