import { expect, it } from 'vitest';
import { SetupError } from '../platform/failure.ts';
import { runOps } from './ops.ts';

async function run(...args: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = [];
  await runOps({}, args, (line) => lines.push(line));
  return lines;
}

it('without a command lists the commands, each with a line', async () => {
  const lines = await run();
  expect(await run('--help')).toEqual(lines);
  const commands = lines.filter((line) => line.startsWith('  '));
  expect(commands).toHaveLength(22);
  for (const line of commands) expect(line).toMatch(/^ {2}[a-z-]+ +[a-z].{10,}[^.]$/);
});

it('refuses an unknown command, and lists the known ones', async () => {
  await expect(run('hold')).rejects.toThrow(SetupError);
  await expect(run('toString')).rejects.toThrow(/^error: unknown command 'toString'[\s\S]*\n\nUsage: ops /);
});
