// `ops today`: everything that waits for a person, for the daily mail of cron. Ends with exit code 1 if anything is overdue.

import { defineCommand, flag } from '../../commands/command.ts';
import { dayOf } from '../../commands/printing.ts';
import { humanQueues } from '../queues.ts';

const shown = 10;

export const today = defineCommand('today', 'list what waits or is overdue, for cron (then exit code 1)', {
  options: { all: flag('list every line of a long queue') },
  needs: ['lenderInForce'],
  run: async (services, { all }, print) => {
    let late = 0;
    for (const queue of Object.values(humanQueues)) {
      const waiting = await queue.read(services, services.clock.now());
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
    if (late > 0) process.exitCode = 1;
    return late === 0 ? 'Nothing is overdue.' : `${late} overdue.`;
  },
});
