// The commands of an operator, Pat Operator.
import type { Command, Print } from '#server/cli/command.ts';
import { holdsCommand } from '#server/cli/holds.ts';
import { actingAs } from '#server/platform/operator.ts';
import type { World } from './world.ts';

/** What a command prints; the product stops meanwhile where the database is embedded. */
export async function operate(world: World, command: Command, ...args: string[]): Promise<string> {
  const env = Object.fromEntries(
    Object.entries(world.config)
      .filter(([name, value]) => /^[A-Z0-9_]+$/.test(name) && value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
  return printed(async (print) => {
    const run = () => command(env, args, print);
    await (world.config.DATABASE_URL === undefined ? world.restart(run) : run());
  });
}

/** What `ops holds` prints when it runs inside the product, beside its replaced vendors. */
export const reviewHolds = (world: World, ...args: string[]): Promise<string> =>
  printed((print) => holdsCommand(world.services, args, print));

async function printed(run: (print: Print) => Promise<void>): Promise<string> {
  const lines: string[] = [];
  await actingAs('Pat Operator', () => run((line) => lines.push(line)));
  return lines.join('\n');
}
