// `npm test`: formatting, types, imports, sizes, then unit, integration and browser tests, and short benchmark and chaos runs.
// Ends with "N passed, N failed". `--full` adds the slow tests, and `--all` fails if anything was skipped. Step names run only
// those steps.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findChromium } from './chromium.js';
import { ensureDependencies, node, root } from './dependencies.js';
import { installOfficialSdks } from './official-sdks.js';
import { startPostgres } from './postgres.js';
import { installMissingTools } from './system-tools.js';

await ensureDependencies();
const results = join(root, '.cache/test');
for (const folder of [results, join(root, '.cache/e2e')]) rmSync(folder, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const argv = process.argv.slice(2);
const isFull = argv.includes('--full');
const mustRunAll = argv.includes('--all');
const only = argv.filter((word) => !word.startsWith('--'));
const tally = { passed: 0, failed: 0, notRun: 0 };
/** Failures, repeated at the end of the output where people look for them. */
const failures = [];
const timings = [];
function fail(what) {
  tally.failed += 1;
  failures.push(what);
}

/** Runs commands side by side and reports, in their order, whether each one succeeded. */
async function sideBySide(commands, env = {}) {
  const wanted = commands.filter(([name]) => only.length === 0 || only.includes(name));
  if (wanted.length === 0) return [];
  console.log(`\n── ${wanted.map(([name]) => name).join(' and ')}`);
  const runs = wanted.map(async ([name, args], at) => {
    const began = performance.now();
    // Only one of them can write as it goes; the others are shown when they are done.
    const output = at === 0 ? 'inherit' : 'pipe';
    const child = spawn(node, args, {
      cwd: root,
      stdio: ['inherit', output, output],
      env: { ...process.env, ...env },
    });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
    const [status] = await once(child, 'close');
    timings.push(`${name} ${Math.round((performance.now() - began) / 1000)} s`);
    return { name, held: status === 0, output: Buffer.concat(chunks) };
  });
  const ended = await Promise.all(runs);
  for (const { output } of ended) process.stdout.write(output);
  return ended;
}

/** A project of vitest.config.ts counts its tests, and anything else counts as one. */
async function steps(commands, env) {
  for (const { name, held } of await sideBySide(commands, env)) {
    if (suites.includes(name)) count(name, held);
    else if (held) tally.passed += 1;
    else fail(name);
  }
}

/** Pictures of screens compare only with the major version of Chromium that took them. */
function hasPicturesVersion(chromium) {
  const file = join(root, 'e2e/pictures/chromium.txt');
  const { stdout } = spawnSync(chromium, ['--version'], { encoding: 'utf8' });
  return existsSync(file) && (stdout ?? '').includes(` ${readFileSync(file, 'utf8').trim()}.`);
}

const suites = ['unit', 'e2e', 'integration'];

const reportOf = (name) => join(results, `${name}.json`);

function suite(name) {
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    name,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(name)}`,
    ...(isFull ? [] : ['--tags-filter=!full']),
  ];
  return [name, args];
}

function count(name, held) {
  try {
    const report = JSON.parse(readFileSync(reportOf(name), 'utf8'));
    const failedBefore = tally.failed;
    tally.passed += report.numPassedTests;
    for (const { name: path, status: ofFile, message, assertionResults } of report.testResults) {
      for (const { status, fullName, tags, failureMessages } of assertionResults) {
        if (status === 'failed')
          fail(`${relative(root, path)} › ${fullName}\n${failureMessages.join('\n').slice(0, 2000)}`);
        else if (status !== 'passed' && (isFull || !tags.includes('full'))) tally.notRun += 1;
      }
      // A file that doesn't load, or whose hook fails.
      if (ofFile === 'failed' && !assertionResults.some(({ status }) => status === 'failed'))
        fail(`${relative(root, path)}\n${message.slice(0, 2000)}`);
    }
    // A test that never finished is a failure that no file reports.
    if (held === false && tally.failed === failedBefore) fail(`${name}: see above`);
  } catch {
    fail(`${name}: no report`);
  }
}

const missing = await installMissingTools({ isFull });
const isRoot = process.getuid?.() === 0;
if (isFull && !isRoot) missing.push('nothing, but run as root');
if (isFull && !(await installOfficialSdks())) missing.push('what e2e/sdks/package.json names');
const postgres = await startPostgres({ isForTests: true });
const chromium = await findChromium({ withWindows: true });
if (isFull && chromium && !hasPicturesVersion(chromium))
  missing.push('the Chromium of e2e/pictures/chromium.txt, or run npm run pictures -- --update');

await steps([
  ['format', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']],
  // Threads of their own read every file again: half the work is less time on two cores.
  ['types', ['node_modules/typescript-native/bin/tsc', '-p', '.', '--singleThreaded']],
  ['imports', ['scripts/check-imports.ts']],
  ['build', ['scripts/build.ts']],
]);
const env = {
  NODE_ENV: 'test',
  // Tests start the app many times; the compile cache saves recompiling it each time.
  NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
  ...(postgres ? { TEST_DATABASE_URL: postgres.url } : {}),
  ...(isFull ? { TRACE_SNAPSHOTS: '1' } : { PROPERTY_SEED: '1' }),
};
await steps([suite('unit'), ['sizes', ['scripts/sizes.ts']]], env);
// Requests wait more than they compute, so the benchmark runs beside the browsers once those have started.
await steps([suite('e2e'), ['bench', ['bench/bench.ts', '--short']]], env);
if (isFull && chromium) await steps([['screens', ['e2e/check-reached-screens.ts']]]);
const chaos = isFull ? ['--applications', '60', '--kills', '25'] : ['--applications', '6', '--kills', '3'];
// A chaos run needs a PostgreSQL that it may kill, and a proxy.
const hasChaos = postgres && !missing.includes('nginx');
await steps(
  [suite('integration'), ...(hasChaos ? [['chaos', ['chaos/chaos.ts', ...chaos, '--seed', '17']]] : [])],
  env,
);
// Alone, because it measures how long an applicant waits. Only root may make the networks of its nodes.
const cluster = ['--cluster', '--proxy', 'caddy', '--applications', '30', '--kills', '5'];
if (isFull && isRoot) await steps([['cluster', ['chaos/chaos.ts', ...cluster, '--seed', '17']]], env);
if (isFull && !isRoot && (only.length === 0 || only.includes('cluster'))) tally.notRun += 1;
if (!hasChaos && (only.length === 0 || only.includes('chaos'))) tally.notRun += 1;
postgres?.stop();

if (tally.passed + tally.failed === 0) fail(`no step is called ${only.join(' or ')}: see CONTRIBUTING.md`);
for (const failure of failures) console.error(`\n✗ ${failure}`);
console.log(`\n${timings.join(', ')}`);
if (tally.notRun > 0)
  console.log(`not run: ${tally.notRun}${missing.length > 0 ? ` (install ${missing.join(', ')})` : ''}`);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed === 0 && !(mustRunAll && tally.notRun > 0) ? 0 : 1);
