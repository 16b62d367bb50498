// What is in force on a day. Days are ISO dates ("2026-03-01"), compared as text.
import type { LegalTextVersion, TextId } from './schema/legal-texts.ts';
import type { TimeLimits } from './schema/policy.ts';
import { addDays } from './zoned-time.ts';

/** A row that is in force from its first day to its last, both included. */
export interface DatedRow {
  readonly from: string;
  readonly until?: string | undefined;
}

export function isInForce(row: DatedRow, date: string): boolean {
  return row.from <= date && (row.until === undefined || date <= row.until);
}

/** The days on which a row takes effect or has just ended, from the first day of any row of `since`. */
export function daysOfChange(rows: readonly DatedRow[], since: readonly DatedRow[]): readonly string[] {
  const first = since.map((row) => row.from).sort()[0];
  if (first === undefined) return [];
  const days = rows.flatMap((row) => [row.from, ...(row.until ? [addDays(row.until, 1)] : [])]);
  return [...new Set(days)].filter((day) => day >= first).sort();
}

/** The version of a text in force on a day; versions are sorted oldest first. Throws a RangeError if the day is before the first. */
export function versionOn<V extends { readonly id: string; readonly effective: string }>(
  versions: readonly V[],
  id: V['id'],
  date: string,
): V {
  const latest = versions.findLast((version) => version.id === id && version.effective <= date);
  if (!latest) throw new RangeError(`No version of ${id} is in force on ${date}.`);
  return latest;
}

/** The versions of a legal text in force on a day or at most so many days before it, newest first. */
export function recentTexts(
  { texts }: { readonly texts: readonly LegalTextVersion[] },
  id: TextId,
  date: string,
  overlapDays: number,
): readonly LegalTextVersion[] {
  const begun = texts.filter((text) => text.id === id && text.effective <= date);
  const since = addDays(date, -overlapDays);
  return begun.filter((_, index) => (begun[index + 1]?.effective ?? '9999') > since).reverse();
}

/** How many days offers and open requests last, as of a day; for a day before the first row, the first row's. */
export function timeLimitsOn({ timeLimits }: { readonly timeLimits: readonly TimeLimits[] }, date: string) {
  return (timeLimits.findLast((row) => row.from <= date) ?? timeLimits[0]) as TimeLimits;
}
