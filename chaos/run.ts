// One run: all apply while the plan is carried out, then everything settles, and the books are read.
import { setTimeout as sleep } from 'node:timers/promises';
import { Applicant, type Surroundings } from './applicant.ts';
import { apply } from './apply.ts';
import type { Cluster } from './cluster.ts';
import { Conductor } from './conductor.ts';
import { ProductDatabase } from './database.ts';
import { type MemoryUse, sampleMemory } from './memory.ts';
import { planOf, type RunOptions } from './plan.ts';
import { SandboxConsole } from './sandbox-books.ts';

export type RunResult = Awaited<ReturnType<typeof run>>;

const atOnce = 10;
/** Without a step for so long, retries that wait are made due, as if hours had passed. Milliseconds. */
const quietBeforeTimePasses = 3000;
/** Without a step for so long, the run gives up; applicants that are left are stuck. Milliseconds. */
const stalledMs = 300_000;
const memoryEvery = 5000;

export async function run(cluster: Cluster, options: RunOptions) {
  const plan = planOf(options);
  const sandbox = new SandboxConsole(cluster.sandboxUrl);
  const database = new ProductDatabase(cluster.databaseUrl);
  const conductor = new Conductor(cluster, sandbox, plan);
  const counts = { twice: 0, tabsClosed: 0, devicesChanged: 0, filesSent: 0, hostileFiles: 0 };
  const memory: MemoryUse = new Map();
  const sampling = setInterval(() => sampleMemory(memory, cluster.pids()), memoryEvery);
  const givingUp = new AbortController();
  const around: Surroundings = {
    seed: options.seed,
    publicUrl: cluster.publicUrl,
    sandbox,
    counts,
    signal: givingUp.signal,
    stepTaken: () => conductor.stepTaken(),
    isOver: (id) => database.isOver(id),
  };
  const applicants = plan.applicants.map((planned) => new Applicant(planned, around));

  const over = new AbortController();
  const watching = watch(conductor, database, givingUp, over.signal);
  await applyAll(applicants);
  over.abort();
  clearInterval(sampling);
  await watching;
  await conductor.finish();
  if (conductor.failure !== undefined) throw conductor.failure;
  await settle(database);
  return {
    plan,
    applicants,
    counts,
    memory,
    books: await sandbox.readBooks(),
    records: await database.readRecords(),
  };
}

async function applyAll(applicants: readonly Applicant[]): Promise<void> {
  const waiting = [...applicants];
  const oneAfterAnother = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const applicant = next;
      await apply(applicant).catch((error: unknown) => {
        if (!applicant.around.signal.aborted) applicant.unexpectedErrors.push(String(error));
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, oneAfterAnother));
}

/** Lets time pass where everyone waits, and gives up where that doesn't help. */
async function watch(
  conductor: Conductor,
  database: ProductDatabase,
  givingUp: AbortController,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    await sleep(1000, undefined, { signal: over }).catch(() => {});
    const quiet = performance.now() - conductor.lastChange;
    if (quiet > stalledMs) return givingUp.abort(new Error('The run gave up.'));
    if (quiet > quietBeforeTimePasses && conductor.isCalm) await database.passTime();
  }
}

/** Waits until no job is left, or their number stays the same for too long. */
async function settle(database: ProductDatabase): Promise<void> {
  let last = -1;
  let since = performance.now();
  while (performance.now() - since < stalledMs) {
    const { length } = await database.unfinishedJobs();
    if (length === 0) return;
    if (length !== last) since = performance.now();
    last = length;
    await database.passTime();
    await sleep(500);
  }
}
