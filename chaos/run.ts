// One run: all apply while the plan is carried out, then everything settles, and the books are read.
import { setTimeout as sleep } from 'node:timers/promises';
import { Applicant, type Surroundings } from './applicant.ts';
import { apply } from './apply.ts';
import type { Cluster } from './cluster.ts';
import { ProductDatabase } from './database.ts';
import {
  isNode,
  killTargets,
  type Plan,
  type PlannedFault,
  type PlannedKill,
  planOf,
  type RunOptions,
} from './plan.ts';
import { listOf } from './verdict.ts';

export type RunResult = Awaited<ReturnType<typeof run>>;

const atOnce = 10;
/** Without a step for so long, retries that wait are made due, as if hours had passed. Milliseconds. */
const quietBeforeTimePasses = 3000;
/** Without a step for so long, the run gives up; applicants that are left are stuck. Milliseconds. */
const stalledMs = 300_000;

export async function run(cluster: Cluster, options: RunOptions) {
  const plan = planOf(options);
  const database = new ProductDatabase(cluster.databaseUrl);
  const conductor = new Conductor(cluster, plan);
  const counts = { twice: 0, tabsClosed: 0, devicesChanged: 0, filesSent: 0, hostileFiles: 0 };
  const givingUp = new AbortController();
  const around: Surroundings = {
    seed: options.seed,
    publicUrl: cluster.publicUrl,
    sandbox: cluster.sandbox,
    counts,
    signal: givingUp.signal,
    stepTaken: () => conductor.stepTaken(),
    isOver: (id) => database.isOver(id),
  };
  const applicants = plan.applicants.map((planned) => new Applicant(planned, around));

  // A slow run says what it waits for.
  const saying = setInterval(async () => {
    const screens = applicants.filter(({ isDone }) => !isDone).map(({ lastScreen }) => lastScreen);
    const jobs = (await database.unfinishedJobs()).map(({ job }) => job);
    console.log(`Waiting for screens ${listOf(screens)}; jobs ${listOf(jobs)}`);
  }, 120_000);
  const over = new AbortController();
  const watching = watch(conductor, database, givingUp, over.signal);
  await applyAll(applicants);
  over.abort();
  await watching;
  await conductor.finish();
  if (conductor.failure !== undefined) throw conductor.failure;
  // Money is only in a file of a banking day, once the day's schedule has searched the OFAC list.
  if (options.at !== undefined) {
    await cluster.sleepUntilBankingMorning();
    await database.doScheduled();
  }
  await settle(database);
  clearInterval(saying);
  return {
    plan,
    applicants,
    counts,
    books: await cluster.sandbox.readBooks(),
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

/** Kills processes and breaks vendors while applicants apply, each after its number of steps in the plan. */
class Conductor {
  readonly #cluster: Cluster;
  readonly #kills: PlannedKill[];
  readonly #faults: PlannedFault[];
  /** The change under way of each part and each vendor; the next one waits for it. */
  readonly #underway = new Map<string, Promise<void>>();
  #busy = 0;
  #steps = 0;
  /** By the clock of this process, in milliseconds. */
  lastChange = performance.now();
  failure: unknown;

  constructor(cluster: Cluster, plan: Plan) {
    this.#cluster = cluster;
    this.#kills = [...plan.kills];
    this.#faults = [...plan.faults];
  }

  /** Whether every part runs, and every vendor responds. */
  get isCalm(): boolean {
    return this.#busy === 0;
  }

  stepTaken(): void {
    this.#steps += 1;
    this.lastChange = performance.now();
    this.#begin((planned) => planned.afterSteps <= this.#steps);
  }

  /** Does what is left of the plan, and then lets everything run again. */
  async finish(): Promise<void> {
    this.#begin(() => true);
    await Promise.all(this.#underway.values());
    for (const vendor of this.#underway.keys()) await this.#heal(vendor);
  }

  #begin(isDue: (planned: { readonly afterSteps: number }) => boolean): void {
    while (this.#kills[0] && isDue(this.#kills[0])) this.#kill(this.#kills.shift() as PlannedKill);
    while (this.#faults[0] && isDue(this.#faults[0])) this.#break(this.#faults.shift() as PlannedFault);
  }

  #kill(planned: PlannedKill): void {
    this.#inTurn(isNode(planned.target) ? node : planned.target, async () => {
      await sleep(planned.delay);
      await this.#cluster.kill(planned);
    });
  }

  #break({ vendor, fault, lasts }: PlannedFault): void {
    this.#inTurn(vendor, async () => {
      await this.#cluster.sandbox.setFault(vendor, fault);
      if (lasts === undefined) return;
      await sleep(lasts);
      await this.#heal(vendor);
    });
  }

  #inTurn(what: string, act: () => Promise<void>): void {
    this.#busy += 1;
    const before = this.#underway.get(what) ?? Promise.resolve();
    const done = before.then(act).then(
      () => {},
      (error: unknown) => {
        this.failure ??= error;
      },
    );
    this.#underway.set(
      what,
      done.then(() => {
        this.#busy -= 1;
        this.lastChange = performance.now();
      }),
    );
  }

  async #heal(vendor: string): Promise<void> {
    if (!isPart(vendor)) await this.#cluster.sandbox.setFault(vendor, { mode: 'none' });
  }
}

/** A cluster survives the loss of one node at a time. */
const node = 'node';

const isPart = (what: string): boolean => what === node || (killTargets as readonly string[]).includes(what);
