// `npm test`: formatting, types, imports, sizes, then unit, integration and browser tests. Ends with "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { chromiumAdvice, ensureChromium } from './chromium.js';
import { ensureDependencies, node, root } from './dependencies.js';
import { startPostgres } from './postgres.js';

ensureDependencies();
const results = join(root, '.cache/test');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const only = process.argv.slice(2);
const cores = availableParallelism();
const tally = { passed: 0, failed: 0 };
/** What failed, said once more at the end, where it is looked for. */
const failures = [];
function fail(what) {
  tally.failed += 1;
  failures.push(what);
}

function step(name, args, env = {}) {
  if (only.length > 0 && !only.includes(name)) return undefined;
  console.log(`\n── ${name}`);
  const { status } = spawnSync(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  return status === 0;
}

/** A check counts as one test. */
function check(name, args) {
  const held = step(name, args);
  if (held === true) tally.passed += 1;
  if (held === false) fail(name);
}

/** A project of vitest.config.ts counts its own. */
function suite(name, env, workers) {
  const file = join(results, `${name}.json`);
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    name,
    '--reporter=default',
    '--reporter=json',
    `--maxWorkers=${workers}`,
    `--outputFile.json=${file}`,
  ];
  const held = step(name, args, env);
  if (held === undefined) return;
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    tally.passed += report.numPassedTests;
    for (const { name: path, assertionResults } of report.testResults) {
      for (const { status, fullName, failureMessages } of assertionResults) {
        if (status === 'failed')
          fail(`${relative(root, path)} › ${fullName}\n${failureMessages.join('\n').slice(0, 2000)}`);
      }
    }
    // A file that does not load, or a test left behind, is a failure that no single test tells.
    if (held === false && report.numFailedTests === 0) fail(`${name}: see above`);
  } catch {
    fail(`${name}: no report`);
  }
}

const postgres = await startPostgres();
if (postgres === undefined)
  console.log('No PostgreSQL is installed, so the tests run on the embedded one alone.');
const chromium = await ensureChromium();

check('format', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']);
check('types', ['node_modules/typescript-native/bin/tsc', '-p', '.']);
check('imports', ['scripts/check-imports.ts']);
check('build', ['scripts/build.ts']);
check('sizes', ['scripts/sizes.ts']);
const env = {
  ...(postgres ? { TEST_DATABASE_URL: postgres.url } : {}),
  ...(chromium ? { CHROMIUM: chromium } : {}),
};
suite('unit', env, cores);
// These wait for answers more than they compute, so that more of them fit on the machine than it has cores.
suite('integration', env, Math.max(4, cores));
if (chromium) suite('e2e', env, Math.max(2, Math.floor(cores / 2)));
else fail(chromiumAdvice);
postgres?.stop();

for (const failure of failures) console.error(`\n✗ ${failure}`);
console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed === 0 ? 0 : 1);
