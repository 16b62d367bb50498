import { expect, it } from 'vitest';
import { runOps } from '../server/src/cli/ops.ts';
import { lists, notLists } from './operator-lists.ts';

it('names every command of operators: its time with a million applications is measured, or there is a reason', async () => {
  const lines: string[] = [];
  await runOps({}, [], (line) => lines.push(line));
  const commands = lines.flatMap((line) => /^ {2}([a-z-]+)/.exec(line)?.[1] ?? []);
  expect([...Object.keys(lists), ...Object.keys(notLists)].sort()).toEqual(commands.sort());
});
