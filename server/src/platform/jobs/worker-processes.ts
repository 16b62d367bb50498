// Which processes have workers, so that one of them looks for a job that was sent: if each looked, every application would cost more
// queries with each process.
import { randomInt, randomUUID } from 'node:crypto';

export const announceEveryMs = 5000;
/** A process that was killed is asked no more after this. The others find within a second what it was asked for. */
const forgottenMs = 11_000;

export class WorkerProcesses {
  /** This process. */
  readonly id: string = randomUUID();
  readonly #heardAt = new Map<string, number>();

  /** What a process announced: its id, and one more word when it stops. */
  heard(announcement: string): void {
    const [id, leaves] = announcement.split(' ') as [string, string?];
    if (leaves === undefined) this.#heardAt.set(id, performance.now());
    else this.#heardAt.delete(id);
  }

  /** Any other than this one. Undefined if none is known. */
  another(): string | undefined {
    const since = performance.now() - forgottenMs;
    for (const [id, at] of this.#heardAt) if (at < since) this.#heardAt.delete(id);
    const others = [...this.#heardAt.keys()].filter((id) => id !== this.id);
    return others.length === 0 ? undefined : others[randomInt(others.length)];
  }
}
