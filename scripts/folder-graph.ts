// Folder import graphs: builds them from files, finds cycles, and prints them as text or a diagram.

export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export function foldersOf(files: Graph, nodeOf: (file: string) => string): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [file, imported] of files) {
    const from = nodeOf(file);
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    for (const to of imported) if (nodeOf(to) !== from) targets.add(nodeOf(to));
  }
  return graph;
}

/** Import cycles, one per strongly connected group, as `a → b → a`. */
export function cyclesIn(graph: Graph): readonly string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (node: string, path: readonly string[]): void => {
    const at = path.indexOf(node);
    if (at >= 0) return void cycles.push([...path.slice(at), node].join(' → '));
    if (done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return cycles;
}

/** Each node after everything it imports; nodes in a cycle in any order. */
function bottomUp(graph: Graph): readonly string[] {
  const order = new Set<string>();
  const seen = new Set<string>();
  const visit = (node: string): void => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const next of [...(graph.get(node) ?? [])].sort()) visit(next);
    order.add(node);
  };
  for (const node of [...graph.keys()].sort()) visit(node);
  return [...order];
}

/** One line per node, top first, so that every arrow points down. */
export function toText(graph: Graph): string {
  const lines = bottomUp(graph).map((node) => {
    const imported = [...(graph.get(node) ?? [])].sort();
    return imported.length === 0 ? node : `${node} → ${imported.join(', ')}`;
  });
  return lines.reverse().join('\n');
}

export function toMermaid(graph: Graph): string {
  const lines = bottomUp(graph)
    .toReversed()
    .flatMap((from) => [...(graph.get(from) ?? [])].sort().map((to) => `  ${from} --> ${to}`));
  return ['flowchart TD', ...lines].join('\n');
}
