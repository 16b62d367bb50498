// Folder import graphs: builds them from files, and finds cycles.

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
