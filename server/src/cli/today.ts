// `ops today`: everything that waits for a person, for the daily mail of cron. Ends with exit code 1 if anything is overdue.

import { humanQueues } from '../operations/queues.ts';
import { lenderInForce } from '../records/policy-steps.ts';
import { type Command, dayOf, readOptions, withServices } from './command.ts';

const usage = 'Run `ops today`, or `ops today --all` to list every line of a long queue.';
const shown = 10;

export const runTodayCommand: Command = async (env, args, print) => {
  const { all = false } = readOptions(args, usage, { all: 'boolean' });
  const isOverdue = await withServices(env, {}, async ({ db, clock, config }) => {
    const services = { db, clock, config, lender: await lenderInForce(db, clock, config.lenderDirectory) };
    let late = 0;
    for (const queue of Object.values(humanQueues)) {
      const waiting = await queue.read(services, clock.now());
      if (waiting.length === 0) continue;
      const overdue = waiting.filter(({ isOverdue }) => isOverdue);
      late += overdue.length;
      const command = 'command' in queue ? ` (npm run -s ops -- ${queue.command})` : '';
      print(`${queue.title}: ${waiting.length}, ${overdue.length} overdue${command}`);
      const lines = [...overdue, ...waiting.filter(({ isOverdue }) => !isOverdue)];
      for (const { isOverdue, since, what } of all ? lines : lines.slice(0, shown))
        print(`  ${isOverdue ? 'OVERDUE  ' : ''}${dayOf(since)}  ${what}`);
      if (!all && lines.length > shown) print(`  and ${lines.length - shown} more`);
    }
    print(late === 0 ? 'Nothing is overdue.' : `${late} overdue.`);
    return late > 0;
  });
  if (isOverdue) process.exitCode = 1;
};
