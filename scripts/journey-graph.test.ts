import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { journeyGraph } from './journey-graph.ts';

it('docs/architecture.md shows the statechart as it is', () => {
  const docs = readFileSync('docs/architecture.md', 'utf8');
  const shown = [...docs.matchAll(/<summary>(.+)<\/summary>\n\n```mermaid\n([^`]*)\n```/g)].map(
    ([, part, mermaid]) => ({ part: part?.toLowerCase(), mermaid }),
  );
  expect(shown).toEqual(journeyGraph());
});
