// Three kinds of test, distinguished by name: rules (*.test.ts), HTTP against a database (*.int.test.ts), journeys in a browser (*.e2e.ts).
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { testMs, waitMs } from './e2e/limits.ts';
import { browserConstants } from './scripts/browser-constants.ts';
import { lenderLook } from './scripts/lender-look.ts';

const cores = availableParallelism();

// The timeouts end a test that hangs. No test on a busy machine may come near them.
export default defineConfig({
  define: browserConstants({ isBuild: false }),
  plugins: [lenderLook()],
  test: {
    reporters: ['default'],
    tags: [
      {
        name: 'full',
        description: 'Takes long and repeats what a quicker test shows; npm run test:full runs it.',
      },
    ],
    setupFiles: ['scripts/property-seed.ts'],
    // A failure's message names every value that differs: its log is often all there is to read.
    chaiConfig: { truncateThreshold: 0 },
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: ['**/*.int.test.ts', '**/node_modules/**', '**/.build/**'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Rules and pure functions leave nothing behind, so that the files of one process share their imports.
          isolate: false,
          maxWorkers: cores,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['**/*.int.test.ts'],
          exclude: ['**/node_modules/**', '**/.build/**'],
          globalSetup: ['server/test/test-databases.ts'],
          setupFiles: ['server/test/sent-statements.ts', 'server/test/recorded-transactions.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          // One process imports the server once for all its files.
          isolate: false,
          // These wait for vendors and jobs more than they compute.
          maxWorkers: cores * 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['server/test/test-databases.ts', 'e2e/global-setup.ts'],
          setupFiles: ['e2e/setup.ts'],
          testTimeout: testMs,
          hookTimeout: testMs,
          expect: { poll: { timeout: waitMs } },
          // The files of one process share a product and a browser.
          isolate: false,
          maxWorkers: cores,
        },
      },
    ],
  },
});
