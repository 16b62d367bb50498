// Who may import whom (docs/architecture.md). A stage never reads another stage's store: it goes through the journey.
const ours = '^(bench|contract|e2e|finance|lender|sandbox|server|web)/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'web-imports',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: ours, pathNot: '^(web|contract|finance|lender/public)/' },
    },
    {
      name: 'server-imports',
      severity: 'error',
      from: { path: '^server/', pathNot: '\\.test\\.ts$|^server/test/' },
      to: { path: ours, pathNot: '^(server|contract|finance|lender)/' },
    },
    {
      name: 'contract-imports',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: ours, pathNot: '^contract/' },
    },
    {
      name: 'finance-imports',
      severity: 'error',
      from: { path: '^finance/' },
      to: { path: ours, pathNot: '^finance/' },
    },
    {
      name: 'lender-imports',
      severity: 'error',
      from: { path: '^lender/' },
      to: { path: ours, pathNot: '^lender/' },
    },
    {
      name: 'sandbox-imports',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: ours, pathNot: '^sandbox/' },
    },
    {
      name: 'stage-stores',
      severity: 'error',
      from: { path: '^server/src/([^/]+)/', pathNot: '^server/src/(platform|journey)/' },
      to: { path: '^server/src/[^/]+/store\\.ts$', pathNot: '^server/src/($1|platform|journey)/' },
    },
    {
      name: 'platform-below',
      severity: 'error',
      from: { path: '^server/src/platform/' },
      to: { path: '^server/src/', pathNot: '^server/src/platform/' },
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
