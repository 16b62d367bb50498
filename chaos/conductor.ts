// Kills processes and breaks vendors while applicants apply, each after its number of steps in the plan.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { isNode, killTargets, type Plan, type PlannedFault, type PlannedKill } from './plan.ts';
import type { SandboxConsole } from './sandbox-books.ts';

export class Conductor {
  readonly #cluster: Cluster;
  readonly #sandbox: SandboxConsole;
  readonly #kills: PlannedKill[];
  readonly #faults: PlannedFault[];
  /** The change under way of each part and each vendor; the next one waits for it. */
  readonly #underway = new Map<string, Promise<void>>();
  #busy = 0;
  #steps = 0;
  /** By the clock of this process, in milliseconds. */
  lastChange = performance.now();
  failure: unknown;

  constructor(cluster: Cluster, sandbox: SandboxConsole, plan: Plan) {
    this.#cluster = cluster;
    this.#sandbox = sandbox;
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

  #kill({ target, delay, down }: PlannedKill): void {
    this.#inTurn(isNode(target) ? node : target, async () => {
      await sleep(delay);
      await this.#cluster.kill(target, down);
    });
  }

  #break({ vendor, fault, lasts }: PlannedFault): void {
    this.#inTurn(vendor, async () => {
      await this.#sandbox.setFault(vendor, fault);
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
    if (!isPart(vendor)) await this.#sandbox.setFault(vendor, { mode: 'none' });
  }
}

/** A cluster survives the loss of one node at a time. */
const node = 'node';

const isPart = (what: string): boolean => what === node || (killTargets as readonly string[]).includes(what);
