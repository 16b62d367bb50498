// `npm run imports`: import rules, cycles between folders, table access, unused files and exports.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { ICruiseResult } from 'dependency-cruiser';
import { topLevel } from '../import-layers.js';
import { checkTables } from './check-tables.ts';
import { cyclesIn, foldersOf, type Graph } from './folder-graph.ts';

const root = join(import.meta.dirname, '..');

function runTool(file: string, args: readonly string[]) {
  return spawnSync(process.execPath, [join(root, 'node_modules', file), ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
}

function cruise(): ICruiseResult {
  const { stdout, stderr } = runTool('dependency-cruiser/bin/dependency-cruise.mjs', [
    '--config',
    '.dependency-cruiser.js',
    '--output-type',
    'json',
    ...Object.keys(topLevel),
  ]);
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as ICruiseResult;
}

/** A test, or a module that only tests use. */
const isTest = (file: string) =>
  /\.test\.tsx?$|(^|\/)testing\.ts$/.test(file) || file.startsWith('server/test/');

/** Our own modules except tests, each with its imports. */
function modulesOf({ modules }: ICruiseResult): Graph {
  const isOurs = (file: string) => (file.split('/')[0] ?? '') in topLevel && !isTest(file);
  return new Map(
    modules
      .filter(({ source }) => isOurs(source))
      .map(({ source, dependencies }) => [
        source,
        new Set(dependencies.map(({ resolved }) => resolved).filter(isOurs)),
      ]),
  );
}

const result = cruise();
const modules = modulesOf(result);

const mistakes = [
  ...result.summary.violations.map(({ rule, from, to, cycle, comment }) => {
    const path = cycle ? [from, ...cycle.map(({ name }) => name)] : [from, to];
    return `${rule.name}: ${path.join(' → ')}${comment ? `\n    ${comment}` : ''}`;
  }),
  ...cyclesAtEveryDepth(),
  ...checkTables(),
];

/** Import cycles between folders, including cycles through subfolders. A file next to folders counts as its own node. */
function cyclesAtEveryDepth(): readonly string[] {
  const files = [...modules.keys()];
  const folders = new Set(files.flatMap((file) => ancestorsOf(dirname(file))));
  const parents = new Set([...folders].map(dirname));
  const deepest = Math.max(...files.map((file) => file.split('/').length));
  const found = new Set<string>();
  for (let depth = 1; depth < deepest; depth += 1) {
    const nodeOf = (file: string) => {
      const folder = dirname(file);
      const segments = folder.split('/');
      if (segments.length >= depth) return segments.slice(0, depth).join('/');
      return parents.has(folder) ? file : folder;
    };
    for (const cycle of cyclesIn(foldersOf(modules, nodeOf))) found.add(`folder-cycle: ${cycle}`);
  }
  return [...found];
}

function ancestorsOf(folder: string): readonly string[] {
  return folder === '.' ? [] : [folder, ...ancestorsOf(dirname(folder))];
}

for (const mistake of mistakes) console.error(mistake);
const unused = runTool('knip/bin/knip.js', ['--no-progress', '--treat-config-hints-as-errors']);
process.stderr.write(unused.stdout + unused.stderr);
if (mistakes.length > 0 || unused.status !== 0) process.exitCode = 1;
