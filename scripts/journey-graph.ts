// `npm run journey:graph`: prints the journey's statechart as Mermaid, by part of the journey. docs/architecture.md shows the same.
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
export function journeyGraph(): { readonly part: string; readonly mermaid: string }[] {
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

if (import.meta.main) {
  for (const { part, mermaid } of journeyGraph()) console.log(`%% ${part}\n${mermaid}\n`);
}
