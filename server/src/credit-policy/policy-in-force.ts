// The version of the credit policy by which this process decides: the one that operators put in force, or that of the lender's files
// until they first do. Each process knows the stored schedule and takes a version at its instant.
import type { Policy } from '#lender/schema/policy.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { DatabaseUnavailable } from '../platform/db/reachability.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';

export interface Activation {
  readonly version: string;
  readonly from: Date;
}

/** `policy` is undefined if the version cannot be read or does not fit the lender's other files. */
interface Taken extends Activation {
  readonly policy: Policy | undefined;
  readonly because?: string;
}

interface Sources {
  readonly clock: Clock;
  readonly log: Log;
  readonly files: Policy;
  /** In the order in which they take effect. */
  readonly readSchedule: () => Promise<readonly Activation[]>;
  /** Checks the stored version like the files at the start. */
  readonly readVersion: (version: string) => Promise<Policy>;
  /** Whether an error is a mistake in the version, and not a database that is unavailable. */
  readonly isMistake: (error: unknown) => error is Error;
}

/** A notification can be lost with its connection, so the schedule is also read this often. */
const readEverySeconds = 15;

export const latestOf = <A extends Activation>(schedule: readonly A[], now: Date): A | undefined =>
  schedule.findLast(({ from }) => from <= now);

export class PolicyInForce {
  readonly #sources: Sources;
  #schedule: readonly Taken[] = [];
  #reading = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #unlisten: (() => Promise<void>) | undefined;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** The version in force; where it cannot be read, the one before. */
  get policy(): Policy {
    const now = this.#sources.clock.now();
    const readable = this.#schedule.findLast(({ from, policy }) => from <= now && policy !== undefined);
    return readable?.policy ?? this.#sources.files;
  }

  /** The version that should be in force, or is scheduled, and cannot be used, with the mistake. */
  get unreadable(): Taken | undefined {
    const latest = latestOf(this.#schedule, this.#sources.clock.now());
    return this.#schedule.find(
      ({ policy, from }) => policy === undefined && (latest === undefined || from >= latest.from),
    );
  }

  /** Reads the schedule. If that fails, the process continues by the one it knows. */
  async read(): Promise<void> {
    const { readSchedule, log } = this.#sources;
    const before = new Map(this.#schedule.map((taken) => [taken.version, taken]));
    const taken: Taken[] = [];
    for (const activation of await readSchedule()) {
      const earlier = before.get(activation.version);
      const read = earlier?.policy ? earlier : await this.#taken(activation);
      if (read.policy === undefined && read.because !== earlier?.because)
        log.error({ version: read.version, because: read.because }, 'policy cannot be put in force here');
      taken.push({ ...read, ...activation });
    }
    this.#schedule = taken;
  }

  async #taken(activation: Activation): Promise<Taken> {
    const { files, readVersion, isMistake } = this.#sources;
    if (activation.version === files.version) return { ...activation, policy: files };
    try {
      return { ...activation, policy: await readVersion(activation.version) };
    } catch (error) {
      if (isMistake(error)) return { ...activation, policy: undefined, because: error.message };
      throw error;
    }
  }

  /** Reads the schedule whenever it changes. */
  async watch(database: Database, channel: string): Promise<void> {
    const read = () => {
      this.#reading = this.#reading
        .then(() => this.read())
        .catch((error: unknown) => {
          if (!(error instanceof DatabaseUnavailable))
            this.#sources.log.error({ err: error }, 'policy schedule not read');
        });
    };
    this.#unlisten = await database.listen(channel, read, read);
    this.#timer = setInterval(read, readEverySeconds * 1000);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#unlisten?.();
    await this.#reading;
  }

  report({ policyVersion, policyUnreadable }: Pick<Metrics, 'policyVersion' | 'policyUnreadable'>): void {
    policyVersion.reset();
    policyVersion.set({ version: this.policy.version }, 1);
    policyUnreadable.set(this.unreadable ? 1 : 0);
  }
}
