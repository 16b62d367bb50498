// Three kinds of test, told apart by name: rules (*.test.ts), HTTP against a database (*.int.test.ts), journeys in a browser (*.e2e.ts).
import { defineConfig } from 'vitest/config';
import { lenderFacts } from './scripts/lender-facts.ts';

export default defineConfig({
  define: { __LENDER_FACTS__: JSON.stringify(lenderFacts()) },
  test: {
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: ['**/*.int.test.ts', '**/node_modules/**', '**/.build/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['**/*.int.test.ts'],
          exclude: ['**/node_modules/**', '**/.build/**'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          testTimeout: 180_000,
          maxConcurrency: 4,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
