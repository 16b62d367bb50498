import { expect, it } from 'vitest';
import { printedBy } from '../../test/printed-by.ts';
import { SetupError } from '../platform/failure.ts';
import { runOps } from './ops.ts';

const run = (...args: readonly string[]) => printedBy((print) => runOps({}, args, print));

it('without a command lists the commands, each with a line', async () => {
  const printed = await run();
  expect(await run('--help')).toBe(printed);
  const commands = printed.split('\n').filter((line) => line.startsWith('  '));
  expect(commands).toHaveLength(22);
  for (const line of commands) expect(line).toMatch(/^ {2}[a-z-]+ +[a-z].{10,}[^.]$/);
});

it('refuses an unknown command, and lists the known ones', async () => {
  await expect(run('hold')).rejects.toThrow(SetupError);
  await expect(run('toString')).rejects.toThrow(/^error: unknown command 'toString'[\s\S]*\n\nUsage: ops /);
});
