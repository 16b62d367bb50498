// The one place through which a vendor is called: the intent is stored before the call and the answer after it, so that
// what a job does outside happens once, however often the job runs and wherever it is killed.
import { type Selectable, sql } from 'kysely';
import { type Clock, secondsAfter } from '../clock.ts';
import type { Db, Tx } from '../db/database.ts';
import { sealContext } from '../db/sealed-columns.ts';
import type { ApplicationId, VendorCallTable } from '../db/tables.ts';
import type { Vault } from '../encryption.ts';

/**
 * What to do when an earlier attempt may or may not have reached the vendor.
 * `repeat`: harmless to do again. `look-up`: ask the vendor, by our key, whether it happened. `never-repeat`: stop and
 * let an operator settle it.
 */
export type UnknownOutcomeRule<A> =
  | { readonly rule: 'repeat' }
  | { readonly rule: 'look-up'; readonly find: (signal: AbortSignal) => Promise<A | undefined> }
  | { readonly rule: 'never-repeat' };

export interface VendorCall<A> {
  readonly vendor: string;
  readonly operation: string;
  /** Names the one thing done in the world, such as `hard-pull:<application>`. */
  readonly key: string;
  readonly applicationId?: ApplicationId;
  readonly timeoutSeconds: number;
  readonly onUnknownOutcome: UnknownOutcomeRule<A>;
  /**
   * What has to be done first and leaves no mark, such as signing in. It comes before the intent, so that nothing is in
   * doubt when it fails or is killed.
   */
  readonly prepare?: (signal: AbortSignal) => Promise<void>;
  readonly perform: (signal: AbortSignal) => Promise<A>;
}

/** The vendor answered that it did not do it, or could not be reached at all: nothing happened, trying again is safe. */
export class NotPerformed extends Error {}
/** The vendor gave no answer, or one that leaves open whether it happened. */
export class OutcomeUnknown extends Error {}
/** Whether it happened is unknown and it must not be repeated. */
export class CallUnresolved extends Error {}
/** Another run of the same job is at it. */
export class CallInProgress extends Error {}

export class VendorCalls {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #vault: Vault;

  constructor(services: { db: Db; clock: Clock; vault: Vault }) {
    this.#db = services.db;
    this.#clock = services.clock;
    this.#vault = services.vault;
  }

  async call<A>(call: VendorCall<A>): Promise<A> {
    await this.#prepare(call);
    const place = sealContext('outside_call', 'answer', call.key);
    const now = this.#clock.now();
    // One statement claims the key or says how far an earlier attempt came.
    const inserted = await this.#db
      .insertInto('outside_call')
      .values({
        application_id: call.applicationId ?? null,
        vendor: call.vendor,
        operation: call.operation,
        key: call.key,
        status: 'intended',
        attempts: 1,
        intended_at: now,
        leased_until: secondsAfter(now, call.timeoutSeconds + 5),
        answered_at: null,
        answer: null,
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) {
      const earlier = await this.#db
        .selectFrom('outside_call')
        .select(['status', 'answer', 'leased_until', 'attempts'])
        .where('key', '=', call.key)
        .executeTakeFirstOrThrow();
      if (earlier.status === 'answered' && earlier.answer !== null)
        return this.#vault.openJson<A>(earlier.answer, place);
      if (earlier.status === 'in-doubt' || earlier.status === 'lost') throw new CallUnresolved(call.key);
      if (earlier.status === 'intended' && call.onUnknownOutcome.rule !== 'repeat') {
        if (earlier.leased_until > now) throw new CallInProgress(call.key);
        if (call.onUnknownOutcome.rule === 'never-repeat') {
          // Its answer may have come since it was read.
          if (!(await this.#end(call.key, 'in-doubt'))) return this.call(call);
          throw new CallUnresolved(call.key);
        }
        const found = await call.onUnknownOutcome.find(AbortSignal.timeout(call.timeoutSeconds * 1000));
        if (found !== undefined) return this.#keep(call.key, place, found);
      }
      const claimed = await this.#db
        .updateTable('outside_call')
        .set((set) => ({
          status: 'intended',
          attempts: set('attempts', '+', 1),
          intended_at: now,
          leased_until: secondsAfter(now, call.timeoutSeconds + 5),
        }))
        .where('key', '=', call.key)
        .where('attempts', '=', earlier.attempts)
        .where('status', 'in', ['intended', 'failed'])
        .returning('id')
        .executeTakeFirst();
      if (!claimed) throw new CallInProgress(call.key);
    }
    let answer: A;
    try {
      answer = await call.perform(AbortSignal.timeout(call.timeoutSeconds * 1000));
    } catch (error) {
      if (error instanceof NotPerformed || call.onUnknownOutcome.rule === 'repeat')
        await this.#end(call.key, 'failed');
      else if (call.onUnknownOutcome.rule === 'never-repeat') {
        await this.#end(call.key, 'in-doubt');
        throw new CallUnresolved(call.key, { cause: error });
      } else await this.#release(call.key);
      throw error;
    }
    return this.#keep(call.key, place, answer);
  }

  async #prepare<A>({ key, prepare, timeoutSeconds }: VendorCall<A>): Promise<void> {
    if (prepare === undefined) return;
    const earlier = await this.#db
      .selectFrom('outside_call')
      .select('status')
      .where('key', '=', key)
      .executeTakeFirst();
    if (earlier === undefined || earlier.status === 'failed')
      await prepare(AbortSignal.timeout(timeoutSeconds * 1000));
  }

  async #keep<A>(key: string, place: string, answer: A): Promise<A> {
    const { status } = await this.#db
      .updateTable('outside_call')
      .set({
        // An answer that comes when the call was given up as in doubt is kept for whoever settles it.
        status: sql`case when status in ('in-doubt', 'lost') then status else 'answered' end`,
        answered_at: this.#clock.now(),
        answer: this.#vault.sealJson(answer ?? null, place),
      })
      .where('key', '=', key)
      .returning('status')
      .executeTakeFirstOrThrow();
    if (status !== 'answered') throw new CallUnresolved(key);
    return answer;
  }

  /** False where the call has come to another end meanwhile. */
  async #end(key: string, status: 'failed' | 'in-doubt'): Promise<boolean> {
    const ended = await this.#db
      .updateTable('outside_call')
      .set({ status })
      .where('key', '=', key)
      .where('status', '=', 'intended')
      .returning('id')
      .executeTakeFirst();
    return ended !== undefined;
  }

  /** Ends the lease, so that the next run may look up at once. */
  async #release(key: string): Promise<void> {
    await this.#db
      .updateTable('outside_call')
      .set({ leased_until: this.#clock.now() })
      .where('key', '=', key)
      .execute();
  }
}

/**
 * For a job that is given up: whether its call, which may never be repeated, may have happened without our knowing. Then it
 * waits for an operator from here on.
 */
export async function markUnresolved(tx: Tx, key: string): Promise<boolean> {
  const left = await tx
    .updateTable('outside_call')
    .set({ status: 'in-doubt' })
    .where('key', '=', key)
    .where('status', 'in', ['intended', 'in-doubt'])
    .returning('id')
    .executeTakeFirst();
  return left !== undefined;
}

/** What an operator finds out of a call in doubt. */
export type Settlement =
  /** It did not happen, and may be made. */
  | 'failed'
  /** It happened, and its answer came after all. */
  | 'answered'
  /** It happened, and nobody knows its answer. */
  | 'lost';

/** Undefined where the call is not in doubt, or no longer. Locks it until the transaction ends. */
export async function settle(tx: Tx, id: string, happened: boolean): Promise<Settlement | undefined> {
  const call = await tx
    .selectFrom('outside_call')
    .select(['status', 'answer'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (call?.status !== 'in-doubt') return undefined;
  // Whoever answered has done it, whatever is said of it.
  const settled = call.answer !== null ? 'answered' : happened ? 'lost' : 'failed';
  await tx.updateTable('outside_call').set({ status: settled }).where('id', '=', id).execute();
  return settled;
}

/** Whether an operation was performed for an application, whatever came of it. */
export async function wasPerformed(db: Db, id: ApplicationId, operation: string): Promise<boolean> {
  const call = await db
    .selectFrom('outside_call')
    .select('id')
    .where('application_id', '=', id)
    .where('operation', '=', operation)
    .where('status', 'in', ['answered', 'lost'])
    .executeTakeFirst();
  return call !== undefined;
}

type SavedCall = Selectable<VendorCallTable>;

/** The calls that wait for an operator, oldest first. */
export async function unresolvedCalls(db: Db): Promise<SavedCall[]> {
  return db
    .selectFrom('outside_call')
    .selectAll()
    .where('status', '=', 'in-doubt')
    .orderBy('intended_at')
    .execute();
}

export async function findVendorCall(db: Db, id: string): Promise<SavedCall | undefined> {
  return db.selectFrom('outside_call').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Deletes some of the calls that began before an instant, and says how many. */
export async function deleteCalls(
  tx: Tx,
  which: { readonly vendors: readonly string[]; readonly operations?: readonly string[] },
  before: Date,
  batch: number,
): Promise<number> {
  const { operations = [] } = which;
  const { numDeletedRows } = await tx
    .deleteFrom('outside_call')
    .where('id', 'in', (query) =>
      query
        .selectFrom('outside_call')
        .select('id')
        .where('vendor', 'in', which.vendors)
        .$if(operations.length > 0, (calls) => calls.where('operation', 'in', operations))
        .where('intended_at', '<', before)
        .limit(batch),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
