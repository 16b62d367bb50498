// The layers of the code, from the bottom up. A folder may import itself and the layers listed before its own; folders of one
// layer do not import each other. Folders and files are named from server/src and web/src.

/** @type {readonly (readonly string[])[]} */
export const serverLayers = [
  ['platform'],
  ['credit-policy', 'pdf', 'files'],
  ['vendors'],
  ['services.ts'],
  ['wording'],
  ['records'],
  ['commands'],
  ['journey'],
  ['messages'],
  ['notices', 'measurements'],
  ['stages/branches', 'stages/offers', 'stages/status'],
  ['stages/screening'],
  ['stages/approval', 'stages/bank-link', 'stages/decision'],
  ['stages/phone-check'],
  ['stages/deposit', 'stages/verification', 'stages/autopay', 'stages/fast-path', 'stages/vehicle'],
  ['stages/prequalification'],
  ['stages/documents', 'stages/partners', 'stages/resume'],
  ['funding', 'policy-analysis'],
  ['evidence'],
  ['operations'],
  ['routes-and-jobs.ts'],
  ['pages', 'cli'],
  ['create-services.ts', 'create-app.ts'],
  ['app.ts'],
  ['main.ts'],
];

/** @type {readonly (readonly string[])[]} */
export const webLayers = [
  ['lib'],
  ['wording', 'api'],
  ['ui'],
  ['journey'],
  ['forms'],
  ['shared'],
  ['screens'],
  ['app'],
  ['dev'],
  ['main.tsx', 'bootstrap.ts', 'link-exchange.ts', 'prerender.tsx'],
];

/** What each top-level folder may import besides itself. */
export const topLevel = {
  bench: ['chaos', 'contract', 'scripts', 'server'],
  chaos: ['contract', 'sandbox', 'scripts', 'server', 'web'],
  contract: [],
  e2e: ['contract', 'sandbox', 'scripts', 'server', 'web'],
  finance: [],
  lender: ['finance'],
  // The lender's colors.
  sandbox: ['lender', 'sealing'],
  scripts: ['contract', 'finance', 'lender', 'server', 'web'],
  sealing: [],
  server: ['contract', 'finance', 'lender', 'sealing'],
  web: ['contract', 'finance', 'lender/public'],
};
