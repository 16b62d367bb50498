// The product's own database. Every read opens its own connection, because the server is killed meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type StateName, stateOf } from '#server/journey/chart.ts';
import { query } from './patroni.ts';

export type Records = Awaited<ReturnType<ProductDatabase['readRecords']>>;

export class ProductDatabase {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async isOver(applicationId: string): Promise<boolean> {
    const [row] = await this.#query<{ state: StateName }>('select state from application where id = $1', [
      applicationId,
    ]);
    return row !== undefined && stateOf(row.state).phase === 'ended';
  }

  /** Makes every waiting retry due, as the hours until then would. */
  async passTime(): Promise<void> {
    await this.#query(
      `update pgboss.job set start_after = now() where state in ('created', 'retry') and start_after > now()`,
    );
    // Those that wait for a vendor do so by the product's clock.
    await this.#query('update job set retry_at = changed_at where retry_at is not null');
  }

  async doScheduled(): Promise<void> {
    await this.#query('insert into pgboss.job (name) select name from pgboss.schedule');
    const left = `select from pgboss.job join pgboss.schedule using (name) where state in ('created', 'active', 'retry')`;
    while ((await this.#query(left)).length > 0) await sleep(500);
  }

  unfinishedJobs() {
    return this.#query<{ applicationId: string; job: string }>(
      `select application_id as "applicationId", name as job from job where status not in ('SUCCESS', 'FAILURE')`,
    );
  }

  async readRecords() {
    const applications = await this.#query<{ id: string; state: StateName }>(
      'select id, state from application',
    );
    const calls = await this.#query<{ application_id: string }>(
      `select application_id from vendor_call where status = 'unresolved'`,
    );
    return {
      states: new Map(applications.map(({ id, state }) => [id, state])),
      unfinished: await this.unfinishedJobs(),
      /** Applications with a hard pull that may or may not have been made. */
      unresolved: new Set(calls.map((call) => call.application_id)),
    };
  }

  async #query<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await query<R>(this.#url, text, values);
      } catch (error) {
        if (tries > 120) throw error;
      }
      await sleep(250);
    }
  }
}
