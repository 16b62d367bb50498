// `npm run journey:graph`: writes the statechart to docs/architecture.md as Mermaid, by part of the journey.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  destinationOf,
  eventsOf,
  parts,
  paths,
  type StateName,
  transitionOf,
} from '#server/journey/chart.ts';

/** So many states have these that they would hide the rest. */
const leftOut = new Set([
  'restored',
  'withdrawn',
  'expired',
  'denied',
  'branchDecided',
  'codeAcceptedForDuplicate',
]);

/** One diagram for each part: its states, the events that leave them, and where they lead. */
function journeyGraph(): { readonly part: string; readonly mermaid: string }[] {
  return Object.entries(parts).map(([part, states]) => {
    const arrows = (Object.keys(states) as StateName[]).flatMap(arrowsFrom);
    return { part, mermaid: ['stateDiagram-v2', ...arrows.map((arrow) => `  ${arrow}`)].join('\n') };
  });
}

/** One arrow to each destination, with the events that lead there. */
function arrowsFrom(state: StateName): string[] {
  const events = new Map<StateName, Set<string>>();
  for (const path of paths) {
    for (const event of eventsOf({ state, path })) {
      const transition = transitionOf({ state, path }, event);
      const to = transition && destinationOf(transition, transition.path ?? path);
      if (to !== undefined && !leftOut.has(event)) events.set(to, (events.get(to) ?? new Set()).add(event));
    }
  }
  return [...events].map(([to, names]) => `${state} --> ${to}: ${[...names].join(', ')}`);
}

/** The page with its diagrams as the chart is now. */
export const withJourneyGraph = (page: string): string =>
  journeyGraph().reduce((text, { part, mermaid }) => {
    const shown = new RegExp(`(<summary>${part}</summary>\n\n\`\`\`mermaid\n)[^\`]*(?=\n\`\`\`)`, 'i');
    if (!shown.test(text)) throw new Error(`The page has no diagram of ${part}.`);
    return text.replace(shown, (_, heading) => `${heading}${mermaid}`);
  }, page);

if (import.meta.main) {
  const page = join(import.meta.dirname, '../docs/architecture.md');
  writeFileSync(page, withJourneyGraph(readFileSync(page, 'utf8')));
}
