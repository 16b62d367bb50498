// The rest of the product asks what a state means, by its facets, and knows no state by name.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { stateNames } from './chart.ts';

const root = `${import.meta.dirname}/..`;
const sources = globSync('**/*.ts', { cwd: root })
  .filter((file) => !file.startsWith('journey/') && !file.endsWith('.test.ts'))
  .flatMap((file) => {
    const text = readFileSync(`${root}/${file}`, 'utf8');
    return text.split('\n').map((line, index) => ({ at: `${file}:${index + 1}`, line }));
  });

/** Decisions, counts of outcomes and the API have these words, too. They name a state where a line speaks of one. */
const alsoOutcomes: ReadonlySet<string> = new Set(
  [
    'APPROVED DECLINED DENIED DUPLICATE FAST_PATH_APPROVED FAST_PATH_COUNTEROFFER HELD',
    'NOT_VERIFIED PREQUALIFIED PRESENT_BORROWER REJECTED STEP_UP VEHICLE_NEEDED VERIFIED',
  ].flatMap((line) => line.split(' ')),
);

it('no state has a name outside the journey', () => {
  const names = new RegExp(
    `(?<quote>['"\`])(${stateNames.join('|')})\\k<quote>|\\b(${stateNames.join('|')}):`,
  );
  const isNamed = (line: string) => {
    const [, , quoted, key] = names.exec(line) ?? [];
    const name = quoted ?? key;
    return name !== undefined && (!alsoOutcomes.has(name) || /\bstates?\b|StateName|Position/.test(line));
  };
  expect(sources.filter(({ line }) => isNamed(line)).map(({ at }) => at)).toEqual([]);
});

it('what can happen is asked in few places', () => {
  const asking = sources.filter(({ line }) => line.includes('canHappen('));
  expect(asking.length, asking.map(({ at }) => at).join(', ')).toBeLessThanOrEqual(6);
});
