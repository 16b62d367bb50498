// The circuit breaker: after many failures in a row, a vendor is not called for a while. All processes share its state.
import { sql } from 'kysely';
import { type Clock, secondsAfter } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { rowsOf } from '../db/rows.ts';

const opensAfterFailures = 8;
/** Failures in a row start over after this. */
const runSeconds = 120;
/** How long the breaker stays open before the next call is tried. */
const openSeconds = 30;

export type CircuitBreaker = ReturnType<typeof circuitBreaker>;

export const circuitBreaker = ({ db, clock }: { db: Db; clock: Clock }, vendor: string) => ({
  async isOpen(): Promise<boolean> {
    return isOpenAt((await rowsOf(db, 'breaker', { vendor }).value('opened_at')) ?? null, clock.now());
  },

  async failed(): Promise<void> {
    const now = clock.now();
    const runBegan = secondsAfter(now, -runSeconds);
    const failures = sql<number>`case when breaker.since > ${runBegan} then breaker.failures + 1 else 1 end`;
    await db
      .insertInto('breaker')
      .values({ vendor, failures: 1, since: now, opened_at: null })
      .onConflict((conflict) =>
        conflict.column('vendor').doUpdateSet({
          failures,
          since: sql`case when breaker.since > ${runBegan} then breaker.since else ${now} end`,
          opened_at: sql`case when ${failures} >= ${opensAfterFailures} then ${now}::timestamptz else breaker.opened_at end`,
        }),
      )
      .execute();
  },

  async answered(): Promise<void> {
    await rowsOf(db, 'breaker', { vendor, failures: { '>': 0 } }).update({
      failures: 0,
      since: null,
      opened_at: null,
    });
  },
});

export async function breakerStates(db: Db, now: Date) {
  const rows = await db.selectFrom('breaker').select(['vendor', 'failures', 'opened_at']).execute();
  return rows.map(({ vendor, failures, opened_at: openedAt }) => ({
    vendor,
    failures,
    isOpen: isOpenAt(openedAt, now),
  }));
}

const isOpenAt = (openedAt: Date | null, now: Date): boolean =>
  openedAt !== null && secondsAfter(openedAt, openSeconds) > now;
