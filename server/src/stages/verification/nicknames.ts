// Given names that are interchangeable in the United States: the groups of nicknames.json. A name may be in several.
import groups from './nicknames.json' with { type: 'json' };

const groupsOf = new Map<string, Set<number>>();
for (const [index, names] of groups.entries()) {
  for (const name of names) groupsOf.set(name, (groupsOf.get(name) ?? new Set()).add(index));
}

/** Both must be lowercase and without accents. */
export function areNicknames(a: string, b: string): boolean {
  const mine = groupsOf.get(a);
  const theirs = groupsOf.get(b);
  return mine !== undefined && theirs !== undefined && [...mine].some((group) => theirs.has(group));
}
