// What is notified once the transaction that it is about is committed, in a statement of its own: NOTIFY inside a transaction
// takes one lock for the whole server until the commit is flushed, or until its standby has it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { afterCommit, type Db } from './database.ts';

export class Notifications {
  readonly #db: Db;
  /** A batch belongs to no request or job. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #waiting: { readonly channel: string; readonly payload: string }[] = [];
  #sending: Promise<void> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** `db` may be a transaction. Never throws: workers and polls query regularly, so that a lost notification only delays them. */
  send(db: Db, channel: string, payload: string): void {
    afterCommit(db, () => {
      this.#waiting.push({ channel, payload });
      this.#sending ??= this.#outside(() => this.#sendWaiting());
    });
  }

  /** Resolves when nothing waits. */
  async sent(): Promise<void> {
    await this.#sending;
  }

  /** One statement at a time. Those that come meanwhile share the next. */
  async #sendWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = JSON.stringify(this.#waiting.splice(0));
      await sql`
        select set_config('synchronous_commit', 'off', true), pg_notify(channel, payload)
        from json_to_recordset(${batch}) as sent (channel text, payload text)`
        .execute(this.#db)
        .catch(() => {});
    }
    this.#sending = undefined;
  }
}
