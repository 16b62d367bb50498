import { existsSync, readdirSync } from 'node:fs';

/** @type {import('knip').KnipConfig} */
export default {
  entry: [
    'scripts/*.{ts,js}',
    'server/src/**/*.worker.ts!',
    'sandbox/**/*.browser.ts!',
    // The sandbox imports each vendor by its folder's name when it starts.
    ...readdirSync('sandbox/vendors')
      .map((name) => `sandbox/vendors/${name}/${name}.ts`)
      .filter((file) => existsSync(file))
      .map((file) => `${file}!`),
    'web/src/{main.tsx,bootstrap.ts,link-exchange.ts,privacy-question.ts,prerender.tsx}!',
    'bench/*.ts',
    'chaos/chaos.ts',
    'e2e/**/*.e2e.ts',
    'e2e/{pictures,check-reached-screens}.ts',
  ],
  project: [
    '{contract,finance,lender,sandbox,sealing,server,web}/**/*.{ts,tsx,js}!',
    '{bench,chaos,e2e,scripts}/**/*.{ts,js}',
    '!**/*.test.{ts,tsx}!',
    '!server/test/**!',
  ],
  include: ['files', 'exports', 'types', 'duplicates', 'unlisted', 'unresolved', 'dependencies'],
  ignoreDependencies: ['@types/smtp-server', 'autocannon', 'node', 'squawk-cli', 'typescript-native'],
};
