// The commands of an operator, Pat Operator.

import { loadLender } from '#lender/load.ts';
import { runOps } from '#server/cli/ops.ts';
import { type Open, type Print, runCommand } from '#server/commands/command.ts';
import { documentText } from '#server/commands/document-text.ts';
import { holds } from '#server/operations/commands/holds.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { explain } from '#server/policy-analysis/commands/explain.ts';
import { openHoldsOf } from '#server/records/holds.ts';
import { printedBy } from './printed-by.ts';
import { eventually, type World } from './world.ts';

const asPat = ['--as', 'Pat Operator'];

/** What a command prints. */
export const operate = (world: World, ...args: string[]): Promise<string> =>
  printedBy((print) => runAsOperator(world, args, print));

/** Runs a command; the product stops meanwhile where the database is embedded. */
export async function runAsOperator(world: World, args: readonly string[], print: Print): Promise<void> {
  const env = Object.fromEntries(
    Object.entries(world.config)
      .filter(([name, value]) => /^[A-Z0-9_]+$/.test(name) && value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
  const run = () => runOps(env, [...args, ...(world.config.isProduction ? [] : asPat)], print);
  await (world.config.DATABASE_URL === undefined ? world.restart(run) : run());
}

/** Gives a command the services of the product, beside its replaced vendors. */
export const openInside =
  ({ services }: World, others: object = {}): Open =>
  (_, use) =>
    use({ ...services, ...others } as never);

/** What `ops holds` prints when it runs inside the product. */
export const reviewHolds = (world: World, ...args: string[]): Promise<string> =>
  printedBy((print) =>
    runCommand(holds, {
      ...{ env: { NODE_ENV: 'development' }, print, open: openInside(world) },
      args: [...args, ...asPat],
    }),
  );

/** The hold that waits for a person, once there is one. */
export const holdOf = ({ product }: Pick<World, 'product'>, id: ApplicationId) =>
  eventually(async () => (await openHoldsOf(product.services.db, id))[0]);

/** What `ops explain` shows of an application. */
export const explained = async ({ services }: World, id: ApplicationId, which: object = {}) =>
  documentText(await explain(services, loadLender(), id, { why: 'Exam of 2026', ...which }));
