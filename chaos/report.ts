// The table that a run prints.
import type { Cluster } from './cluster.ts';
import { memoryText } from './memory.ts';
import type { RunResult } from './run.ts';
import { ends, type PersonalBooks, type Problem, type Verdict } from './verdict.ts';

const kinds = ['lost', 'doubled', 'stuck', 'unnotified'] as const satisfies readonly Problem['kind'][];

export function tableOf(
  { plan, counts, books, records, memory }: RunResult,
  verdicts: readonly Verdict[],
  { exits, balancer, waits }: Cluster,
): string {
  const own = verdicts.map((verdict) => verdict.books);
  const sum = (of: (one: PersonalBooks) => number) => {
    const each = own.map(of);
    return `${each.reduce((total, count) => total + count, 0)}, at most ${Math.max(0, ...each)} for one person`;
  };
  const problems = verdicts.flatMap((verdict) => verdict.problems);
  const affected = (kind: Problem['kind']) =>
    String(new Set(problems.filter((one) => one.kind === kind).map(({ applicant }) => applicant)).size);
  const failures = [...balancer.answered]
    .filter(([status]) => status >= 500)
    .sort(([one], [other]) => one - other);
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
    ...(waits === undefined ? [] : waitRows(waits.each)),
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
    ['Memory in MB', memoryText(memory)],
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

/** The longest wait of each kind of kill. */
function waitRows(each: NonNullable<Cluster['waits']>['each']): [string, string][] {
  const targets = [...new Set(each.map(({ target }) => target))].sort();
  return targets.map((target) => {
    const seconds = each.filter((one) => one.target === target).map((one) => one.seconds);
    const list = seconds.map((one) => one.toFixed(1)).join(', ');
    return [`Waited, ${target}`, `${list} seconds`];
  });
}

/** "7: web-1 3, postgres 4". */
function listOf(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const parts = [...counts].sort().map(([name, count]) => `${name} ${count}`);
  return parts.length === 0 ? '0' : `${names.length}: ${parts.join(', ')}`;
}
