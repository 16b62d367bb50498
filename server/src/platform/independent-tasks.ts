// A round of upkeep whose parts do not depend on each other: one that fails must not keep the others from being done.
import { DatabaseUnavailable } from './db/reachability.ts';

export class IndependentTasks {
  readonly #errors: unknown[] = [];

  /** Resolves to whether the part is done. Rejects only if the database is unavailable, and no other part could be done. */
  async run(part: () => Promise<void>): Promise<boolean> {
    try {
      await part();
      return true;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      this.#errors.push(error);
      return false;
    }
  }

  /** Call it last. Throws what was thrown. */
  end(): void {
    if (this.#errors.length > 1) throw new AggregateError(this.#errors);
    if (this.#errors.length === 1) throw this.#errors[0];
  }
}
