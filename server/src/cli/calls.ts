// `npm run -s doubts`: lists the calls to vendors of which nobody knows whether they happened, and settles them once an
// operator has asked the vendor. May be run beside a running product on a PostgreSQL server, by several people, and again.
import { parseArgs } from 'node:util';
import { MovableClock } from '../platform/clock.ts';
import { readStorageConfig } from '../platform/config.ts';
import { type Db, openDatabase, type Tx, transact } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { SetupError } from '../platform/failure.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import { type Settlement, settle } from '../platform/jobs/vendor-calls.ts';
import { createLog } from '../platform/log.ts';
import { audit, auditExhaustedJob } from '../records/audit.ts';
import type { Services } from '../services.ts';
import { hardPullReference } from '../stages/approval/decide.ts';
import { afterHardPull } from './settle-hard-pull.ts';

const usage =
  'Run it without arguments to list what is in doubt, or with: settle <id> --happened, or: settle <id> --did-not-happen.';

/** What may be left in doubt: by which name the vendor knows it, and what becomes of the application when it is settled. */
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

type Wish = { readonly id: string; readonly happened: boolean } | 'list';

function wishOf(args: readonly string[]): Wish {
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
  const calls = await db
    .selectFrom('outside_call')
    .select(['id', 'application_id', 'vendor', 'operation', 'intended_at', 'answer'])
    .where('status', '=', 'in-doubt')
    .orderBy('intended_at')
    .execute();
  if (calls.length === 0) return say('Nothing is in doubt.');
  for (const { id, application_id: application, vendor, operation, intended_at: since, answer } of calls) {
    const reference = application === null ? undefined : operations[operation]?.reference(application);
    say(
      [
        `${id}  ${operation} of application ${application ?? 'none'}, since ${since.toISOString().slice(0, 19)}Z`,
        ...(reference === undefined ? [] : [`ask ${vendor} by ${reference}`]),
        ...(answer === null ? [] : ['its answer came later and is kept']),
      ].join('; '),
    );
  }
  say(
    `${calls.length} in doubt. Ask the vendor, then: npm run -s doubts -- settle <id> --happened (or --did-not-happen)`,
  );
}

async function settleOne(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  { id, happened }: Exclude<Wish, 'list'>,
): Promise<string> {
  const { db, clock } = services;
  const call = await db
    .selectFrom('outside_call')
    .select(['application_id', 'operation', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (call === undefined)
    throw new SetupError(`There is no call ${id}. Run it without arguments to see what is in doubt.`);
  return transact(db, async (tx) => {
    const settled = await settle(tx, id, happened);
    if (settled === undefined) return `Call ${id} is not in doubt, or no longer: nothing was changed.`;
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
  const wish = wishOf(args);
  const { DATABASE_URL: url, dataDirectory } = readStorageConfig(env);
  const database = await openDatabase({ url, poolSize: 2, dataDirectory });
  try {
    const { db } = database;
    await migrate(db);
    if (wish === 'list') return await list(db, say);
    const clock = new MovableClock();
    const jobs = new Jobs({
      database,
      clock,
      log: createLog('error'),
      auditExhausted: auditExhaustedJob(clock),
    });
    await jobs.start([]);
    try {
      say(await settleOne({ db, clock, jobs }, wish));
    } finally {
      await jobs.stop();
    }
  } finally {
    await database.close();
  }
}

if (import.meta.main) {
  runCallsCommand(process.env, process.argv.slice(2), (line) => console.log(line)).catch((error: unknown) => {
    console.error(error instanceof SetupError ? error.message : error);
    process.exit(1);
  });
}
