// `ops calls`: lists vendor calls whose outcome is unknown, and settles them after an operator has asked the vendor.
// Several people may run it at once, even while the product is running on a PostgreSQL server.
import { parseArgs } from 'node:util';
import { type Db, type Tx, transact } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { SetupError } from '../platform/failure.ts';
import { findVendorCall, type Settlement, settle, unresolvedCalls } from '../platform/jobs/vendor-calls.ts';
import { audit } from '../records/audit.ts';
import type { Services } from '../services.ts';
import { hardPullReference } from '../stages/approval/decide.ts';
import { afterHardPull } from './settle-hard-pull.ts';
import { withJobs } from './with-jobs.ts';

const usage =
  'Run `ops calls` to list unresolved calls, or `ops calls settle <id>` with --happened or --did-not-happen.';

/** Calls that may stay unresolved: the reference to give the vendor, and what happens to the application afterwards. */
const operations: Record<
  string,
  {
    readonly reference: (id: ApplicationId) => string;
    readonly after: (
      tx: Tx,
      services: Pick<Services, 'clock' | 'jobs'>,
      id: ApplicationId,
      settled: Settlement,
    ) => Promise<string>;
  }
> = {
  'hard-pull': { reference: hardPullReference, after: afterHardPull },
};

type Request = { readonly id: string; readonly happened: boolean } | 'list';

function requestOf(args: readonly string[]): Request {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { happened: { type: 'boolean' }, 'did-not-happen': { type: 'boolean' } },
    allowPositionals: true,
    strict: false,
  });
  const { happened, 'did-not-happen': didNot, ...others } = values;
  const [verb, id, ...rest] = positionals;
  const isList = verb === undefined && happened === undefined && didNot === undefined;
  if (Object.keys(others).length > 0 || rest.length > 0) throw new SetupError(usage);
  if (isList) return 'list';
  if (verb !== 'settle' || !/^\d{1,18}$/.test(id ?? '') || (happened === true) === (didNot === true))
    throw new SetupError(usage);
  return { id: id as string, happened: happened === true };
}

async function list(db: Db, say: (line: string) => void): Promise<void> {
  const calls = await unresolvedCalls(db);
  if (calls.length === 0) return say('No call is unresolved.');
  for (const { id, application_id: application, vendor, operation, intended_at: since, answer } of calls) {
    const reference = application === null ? undefined : operations[operation]?.reference(application);
    say(
      [
        `${id}  ${operation} of application ${application ?? 'none'}, since ${since.toISOString().slice(0, 19)}Z`,
        ...(reference === undefined ? [] : [`ask ${vendor} by ${reference}`]),
        ...(answer === null ? [] : ['its answer came later and is saved']),
      ].join('; '),
    );
  }
  say(
    `${calls.length} unresolved. Ask the vendor, then: npm run -s ops -- calls settle <id> --happened (or --did-not-happen)`,
  );
}

async function settleOne(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  { id, happened }: Exclude<Request, 'list'>,
): Promise<string> {
  const { db, clock } = services;
  const call = await findVendorCall(db, id);
  if (call === undefined)
    throw new SetupError(`There is no call ${id}. Run ops calls to see what is unresolved.`);
  return transact(db, async (tx) => {
    const settled = await settle(tx, id, happened);
    if (settled === undefined) return `Call ${id} is not unresolved: nothing was changed.`;
    const { application_id: applicationId, operation } = call;
    if (applicationId === null) return `Call ${id} is settled.`;
    await audit(tx, clock, { applicationId }, { type: 'doubt-settled', operation, settled });
    const sentence = await operations[operation]?.after(tx, services, applicationId, settled);
    return `Call ${id} is settled. ${sentence ?? ''}`.trim();
  });
}

export async function runCallsCommand(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const request = requestOf(args);
  await withJobs(env, async (services) => {
    if (request === 'list') await list(services.db, say);
    else say(await settleOne(services, request));
  });
}
