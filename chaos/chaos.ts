// `npm run chaos -- --applications 60 --kills 25 --seed 7`: people apply while processes are killed and vendors fail. Fails if
// anything was lost, done twice, stuck or not notified of, if a process ended by itself, or if a request got a 500.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../scripts/build.ts';
import { needsBuild } from '../scripts/build-stamp.js';
import { startCluster } from './cluster.ts';
import { tableOf } from './report.ts';
import { run } from './run.ts';
import { judge } from './verdict.ts';

const usage = 'Usage: npm run chaos -- [--cluster] --applications 60 --kills 25 --seed 7';

function optionsFrom(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      applications: { type: 'string' },
      kills: { type: 'string' },
      seed: { type: 'string' },
      cluster: { type: 'boolean', default: false },
    },
  });
  const whole = (name: 'applications' | 'kills' | 'seed', fallback: number) => {
    const given = values[name];
    if (given !== undefined && !/^\d{1,9}$/.test(given))
      throw new Error(`--${name} is a whole number. ${usage}`);
    return given === undefined ? fallback : Number(given);
  };
  const isClustered = values.cluster;
  const kills = whole('kills', isClustered ? 20 : 25);
  return {
    isClustered,
    kills,
    // A cluster takes half a minute to replace a lost node, and applicants must be under way all the time.
    applications: Math.max(1, whole('applications', isClustered ? 10 * kills : 60)),
    seed: whole('seed', Math.floor(Date.now() / 1000) % 1_000_000),
  };
}

async function main(): Promise<boolean> {
  const options = optionsFrom(process.argv.slice(2));
  const { applications, kills, seed, isClustered } = options;
  const command = `npm run chaos -- ${isClustered ? '--cluster ' : ''}--applications ${applications} --kills ${kills} --seed ${seed}`;
  console.log(command);
  if (await needsBuild()) await build();
  const folder = join(resolve(import.meta.dirname, '..'), '.cache/chaos');
  const begun = performance.now();
  const starting = startCluster(folder, options);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void starting.then((one) => one?.close()).finally(() => process.exit(1)));
  const cluster = await starting;
  if (cluster === undefined) {
    console.error("PostgreSQL isn't installed. Install it, for example with: apt-get install postgresql");
    return false;
  }
  try {
    const result = await run(cluster, options);
    const verdicts = result.applicants.map((applicant) => judge(applicant, result.books, result.records));
    console.log(`\n${tableOf(result, verdicts, cluster)}`);
    console.log(`\n${Math.round((performance.now() - begun) / 1000)} seconds`);
    const problems = verdicts.flatMap((verdict) => verdict.problems);
    for (const { kind, applicant, what } of problems) {
      const { planned, applicationId } = result.applicants[applicant - 1] ?? {};
      console.error(
        `✗ ${kind}: applicant ${applicant} (person ${planned?.person}, application ${applicationId}): ${what}`,
      );
    }
    for (const { name, how, lastOutput } of cluster.exits)
      console.error(`✗ ${name} ended ${how}:\n${lastOutput.replace(/^/gm, '    ')}`);
    for (const { planned, unexpectedErrors } of result.applicants)
      for (const surprise of new Set(unexpectedErrors))
        console.error(`  applicant ${planned.number} met ${surprise}`);
    const faults = cluster.balancer.answered.get(500) ?? 0;
    const seen = [...(faults > 0 ? [`${faults} responses of 500`] : []), ...(cluster.waits?.tooLong() ?? [])];
    for (const sentence of seen) console.error(`✗ ${sentence}`);
    const hasHeld = problems.length + cluster.exits.length + seen.length === 0;
    if (!hasHeld) console.error(`\nTo repeat it: ${command}\nLogs: ${folder}`);
    return hasHeld;
  } finally {
    await cluster.close();
  }
}

const hasHeld = await main();
process.exit(hasHeld ? 0 : 1);
