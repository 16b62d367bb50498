// What a command prints.
import type { Print } from '#server/commands/command.ts';

export async function printedBy(run: (print: Print) => Promise<void>): Promise<string> {
  const lines: string[] = [];
  await run((line) => lines.push(line));
  return lines.join('\n');
}
