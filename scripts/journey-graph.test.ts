import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withJourneyGraph } from './journey-graph.ts';

it('docs/architecture.md shows the statechart as it is', () => {
  const page = readFileSync('docs/architecture.md', 'utf8');
  expect(withJourneyGraph(page) === page, 'run `npm run journey:graph`').toBe(true);
});
