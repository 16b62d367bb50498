// `npm run chaos -- --applications 60 --kills 25 --seed 7`: people apply while processes are killed and vendors fail. Fails if
// anything was lost, done twice, stuck or not notified of, if a process ended by itself, or if a request got a 500.
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { build } from '../scripts/build.ts';
import { needsBuild } from '../scripts/build-stamp.js';
import { installMissingTools } from '../scripts/system-tools.js';
import { type Cluster, startCluster } from './cluster.ts';
import type { RunOptions } from './plan.ts';
import { type ProxyName, proxyNames } from './proxies.ts';
import { type RunResult, run } from './run.ts';
import { ends, judge, listOf, type PersonalBooks, type Problem, type Verdict } from './verdict.ts';

function wholeNumber(typed: string): number {
  if (!/^\d{1,9}$/.test(typed)) throw new InvalidArgumentError('Give a whole number.');
  return Number(typed);
}

function instantToCome(typed: string): Date {
  const instant = new Date(/T.*(?:Z|[+-]\d\d:\d\d)$/.test(typed) ? typed : Number.NaN);
  if (instant.getTime() > Date.now()) return instant;
  throw new InvalidArgumentError('Give an instant in the future, such as 2027-03-14T01:58:00-05:00.');
}

function optionsFrom(args: readonly string[]) {
  const given = new Command('npm run chaos --')
    .option('--applications <number>', 'how many people apply', wholeNumber)
    .option('--kills <number>', 'how many processes are killed', wholeNumber)
    .option('--seed <number>', 'decides everything else, so that a run can be repeated', wholeNumber)
    .addOption(
      new Option('--proxy <name>', 'through which people apply').choices(proxyNames).default('nginx'),
    )
    .option('--at <instant>', 'when people apply, instead of on a banking morning', instantToCome)
    .option('--cluster', 'kills the nodes of a database cluster', false)
    .parse(args, { from: 'user' })
    .opts<Partial<RunOptions> & { proxy: ProxyName; cluster: boolean }>();
  const { cluster: isClustered, proxy, at } = given;
  const { kills = isClustered ? 20 : 25, seed = Math.floor(Date.now() / 1000) % 1_000_000 } = given;
  // A cluster takes half a minute to replace a lost node, and applicants must be under way all the time.
  const { applications = isClustered ? 10 * kills : 60 } = given;
  return { isClustered, proxy, kills, seed, at, applications: Math.max(1, applications) };
}

async function main(): Promise<boolean> {
  const options = optionsFrom(process.argv.slice(2));
  const { applications, kills, seed, at, isClustered, proxy } = options;
  const command = `npm run chaos -- ${isClustered ? '--cluster ' : ''}--proxy ${proxy} --applications ${applications} --kills ${kills} --seed ${seed}${at === undefined ? '' : ` --at ${at.toISOString()}`}`;
  console.log(command);
  await installMissingTools({ isFull: isClustered });
  if (await needsBuild()) await build();
  const folder = join(resolve(import.meta.dirname, '..'), '.cache/chaos');
  const begun = performance.now();
  const starting = startCluster(folder, options);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void starting.then((ready) => ready?.close()).finally(() => process.exit(1)));
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
    const faults = cluster.proxy.answered().get(500) ?? 0;
    const seen = [...(faults > 0 ? [`${faults} responses of 500`] : []), ...cluster.waits.tooLong()];
    for (const sentence of seen) console.error(`✗ ${sentence}`);
    const hasHeld = problems.length + cluster.exits.length + seen.length === 0;
    if (!hasHeld) console.error(`\nTo repeat it: ${command}\nLogs: ${folder}`);
    return hasHeld;
  } finally {
    await cluster.close();
  }
}

const kinds = ['lost', 'doubled', 'stuck', 'unnotified'] as const satisfies readonly Problem['kind'][];

function tableOf(
  { plan, counts, books, records }: RunResult,
  verdicts: readonly Verdict[],
  { exits, proxy, waits }: Cluster,
): string {
  const own = verdicts.map((verdict) => verdict.books);
  const sum = (of: (books: PersonalBooks) => number) => {
    const each = own.map(of);
    return `${each.reduce((total, count) => total + count, 0)}, at most ${Math.max(0, ...each)} for one person`;
  };
  const problems = verdicts.flatMap((verdict) => verdict.problems);
  const affected = (kind: Problem['kind']) =>
    String(new Set(problems.filter((found) => found.kind === kind).map(({ applicant }) => applicant)).size);
  const failures = [...proxy.answered()].filter(([status]) => status >= 500).sort(([a], [b]) => a - b);
  const rows: [string, string][] = [
    ['Applications', String(plan.applicants.length)],
    ['Killed', listOf(plan.kills.map(({ target }) => target))],
    ['Vendor faults', listOf(plan.faults.map(({ vendor }) => vendor))],
    ['Pressed twice', String(counts.twice)],
    ['Tabs closed', `${counts.tabsClosed}, ${counts.devicesChanged} continued on another device`],
    ['Files uploaded', `${counts.filesSent}, ${counts.hostileFiles} hostile`],
    [
      'Responses of 500 and more',
      failures.map(([status, count]) => `${count} of ${status}`).join(', ') || '0',
    ],
    ...waitRows(waits.each),
    ...ends.map((end): [string, string] => [
      titles[end],
      String(verdicts.filter((verdict) => verdict.end === end).length),
    ]),
    ['Soft pulls', sum(({ soft }) => soft)],
    ['Hard pulls', sum(({ hard }) => hard)],
    ['Unresolved hard pulls', String(records.unresolved.size)],
    ['Envelopes', sum(({ envelopes }) => envelopes)],
    ['Loans', sum(({ loans }) => loans)],
    ['ACH credits', sum(({ credits }) => credits)],
    ['Emails', sum(({ mails }) => mails.length)],
    ['Texts', sum(({ texts }) => texts)],
    ['In all books', `${books.loans.length} loans, ${books.envelopes.length} envelopes`],
    ...kinds.map((kind): [string, string] => [titles[kind], affected(kind)]),
    ['Process exits', String(exits.length)],
  ];
  const width = Math.max(...rows.map(([what]) => what.length));
  return rows.map(([what, figure]) => `${what.padEnd(width)}  ${figure}`).join('\n');
}

const titles = {
  funded: 'Funded or scheduled',
  declined: 'Declined',
  held: 'Held for a person',
  ended: 'Ended otherwise',
  lost: 'Lost',
  doubled: 'Doubled',
  stuck: 'Stuck',
  unnotified: 'Not notified',
} as const;

function waitRows(each: Cluster['waits']['each']): [string, string][] {
  const targets = [...new Set(each.map(({ target }) => target))].sort();
  return targets.map((target) => {
    const seconds = each.filter((wait) => wait.target === target).map((wait) => wait.seconds);
    const list = seconds.map((second) => second.toFixed(1)).join(', ');
    return [`Waited, ${target}`, `${list} seconds`];
  });
}

const hasHeld = await main();
process.exit(hasHeld ? 0 : 1);
