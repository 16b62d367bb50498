// Who may import whom (docs/architecture.md). import-layers.js lists the layers; `npm run imports` checks them.
import { serverLayers, topLevel, webLayers } from './import-layers.js';

const escaped = (path) => path.replaceAll('.', '\\.');
/** Matches any of several paths below a folder, be it a folder's or a file's. */
const anyOf = (folder, paths) => `^${folder}/(${paths.map(escaped).join('|')})(/|$)`;
const isTest = '\\.test\\.tsx?$';
const ours = `^(${Object.keys(topLevel).join('|')})/`;

/** One rule for each folder: it imports itself and the layers below. A file that is in no layer may not be. */
function rulesFor(folder, layers) {
  const known = layers.flat();
  return [
    ...layers.flatMap((layer, height) =>
      layer.map((name) => ({
        name: `${folder}/${name}`,
        comment: 'It may import itself and the layers that import-layers.js lists before its own.',
        severity: 'error',
        from: { path: anyOf(folder, [name]), pathNot: isTest },
        to: { path: `^${folder}/`, pathNot: anyOf(folder, [name, ...layers.slice(0, height).flat()]) },
      })),
    ),
    {
      name: `${folder}-layer`,
      comment: 'A new folder needs a place in import-layers.js.',
      severity: 'error',
      from: { path: `^${folder}/`, pathNot: [anyOf(folder, known), isTest] },
      to: {},
    },
  ];
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Also where only types are imported: move what both need into a file below both.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...Object.entries(topLevel).map(([folder, allowed]) => ({
      name: `${folder}-imports`,
      comment: `${folder} may import ${['itself', ...allowed].join(', ')}.`,
      severity: 'error',
      from: { path: `^${folder}/`, pathNot: `${isTest}|^server/test/` },
      to: { path: ours, pathNot: `^(${[folder, ...allowed].join('|')})/` },
    })),
    ...rulesFor('server/src', serverLayers),
    ...rulesFor('web/src', webLayers),
    {
      name: 'shipped-packages',
      comment:
        'Move the package from devDependencies to dependencies: production installs only those. The build bundles what web/ imports, and production opens no embedded database.',
      severity: 'error',
      from: { path: '^(contract|finance|lender|sealing|server/src)/', pathNot: isTest },
      to: { dependencyTypes: ['npm-dev'], pathNot: '^node_modules/@electric-sql/pglite/' },
    },
    {
      name: 'embedded-database',
      comment: 'Only database.ts opens the embedded database, and only where DATABASE_URL is not set.',
      severity: 'error',
      from: {
        path: '^(contract|finance|lender|sealing|server/src)/',
        pathNot: `${isTest}|^server/src/platform/db/database\\.ts$`,
      },
      to: { path: '^node_modules/@electric-sql/pglite/' },
    },
    { name: 'unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(css|svg|woff2|json)$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
