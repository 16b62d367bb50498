import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { type Database, type Db, type Tx, transact } from '../db/database.ts';
import { DatabaseUnavailable } from '../db/reachability.ts';
import { rowsOf } from '../db/rows.ts';
import { type ApplicationId, encryptionContext } from '../db/tables.ts';
import type { Vault } from '../encryption.ts';
import { ifThrown } from '../failure.ts';
import type { Log } from '../log.ts';
import type { VendorTimeouts } from '../vendor-timeouts.ts';
import { type CircuitBreaker, circuitBreaker } from './circuit-breaker.ts';
import { isLeased, leaseOf } from './job-records.ts';

/**
 * What to do if an earlier attempt may have reached the vendor. `repeat`: call again, which is harmless. `look-up`: request
 * from the vendor by our key whether it happened. `never-repeat`: stop, and let an operator settle it.
 */
export type UnknownOutcomeRule<A> =
  | { readonly rule: 'repeat' }
  | {
      readonly rule: 'look-up';
      readonly find: (signal: AbortSignal) => Promise<A | undefined>;
      /** Whether the vendor may no longer find what a call did at this instant. Then an operator settles it. */
      readonly isForgotten?: (at: Date) => boolean;
    }
  | { readonly rule: 'never-repeat' };

export interface VendorCall<A> {
  readonly vendor: string;
  readonly operation: string;
  /** Identifies what the call does, such as `hard-pull:<application>`. The same key is done once. */
  readonly key: string;
  readonly applicationId?: ApplicationId;
  readonly timeoutSeconds: number;
  readonly onUnknownOutcome: UnknownOutcomeRule<A>;
  /** A step without side effects, such as signing in, before the intent is stored: its failure leaves no unknown outcome. */
  readonly prepare?: (signal: AbortSignal) => Promise<void>;
  /**
   * Whether the call is no longer needed. It is checked in the transaction that stores the intent, so that an event that ends
   * the application either precedes the call or sees it. Its locks last until the intent is stored.
   */
  readonly isCalledOff?: (tx: Tx) => Promise<boolean>;
  readonly perform: (signal: AbortSignal) => Promise<A>;
}

/** A vendor call without a usable response. Catch a subclass where it matters whether the vendor may have acted. */
export class VendorUnavailable extends Error {}
/** For `catch` where an outage is expected. Any other error is a mistake of ours, and is thrown again. */
export const ifUnavailable = <T>(fallback: (error: VendorUnavailable) => T) =>
  ifThrown(VendorUnavailable, fallback);
/** The same where another request may be making this call. */
export const ifUnanswered =
  <T>(fallback: (error: VendorUnavailable | CallInProgress) => T) =>
  (error: unknown): T => {
    if (error instanceof CallInProgress) return fallback(error);
    return ifUnavailable(fallback)(error);
  };
/** The vendor did nothing: it refused, or could not be reached. Calling again is safe. */
export class NotPerformed extends VendorUnavailable {
  /** The vendor would refuse the same request again, so that waiting does not help. */
  readonly isFinal: boolean = false;
  /** It refused about one applicant or one bank, so that it works for others. */
  readonly isAnswer: boolean = false;
}
/** The vendor may have acted: it sent no response, or one without the outcome. */
export class OutcomeUnknown extends VendorUnavailable {}
/** Whether waiting may help: the vendor is unavailable, or fails, and does not refuse this very request. */
export const isOutage = (error: unknown): boolean =>
  error instanceof VendorUnavailable && !(error instanceof NotPerformed && error.isFinal);
/** It is not known whether the vendor acted, and the call must not be repeated. An operator settles it. */
export class CallUnresolved extends Error {}
/** The vendor was not called, because the call is no longer needed. The job ends as done. */
export class CallCalledOff extends Error {}
export class CallInProgress extends Error {}
/** The vendor was not called, because it has failed many times in a row. */
class BreakerOpen extends NotPerformed {}

/** Set while a job runs; a request has none. */
export const jobContext = new AsyncLocalStorage<{
  /** The process is stopping, so a job begins no further vendor call. */
  readonly isStopping: () => boolean;
}>();

/** The job ends here, and another worker continues it at once. */
export class HandedBack extends Error {}

/** Seconds for which other processes may still write responses that they received while the database was unavailable. */
const settlingSeconds = 10;

interface Needs {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly log: Log;
  readonly timeouts: VendorTimeouts;
  /** The vendors that are not called for a while after many failures in a row. */
  readonly guarded: readonly string[];
}

export class VendorCalls {
  readonly #needs: Needs;
  readonly #db: Db;
  readonly #breakers: ReadonlyMap<string, CircuitBreaker>;
  readonly timeouts: VendorTimeouts;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#db = needs.database.db;
    this.timeouts = needs.timeouts;
    const services = { db: this.#db, clock: needs.clock };
    this.#breakers = new Map(needs.guarded.map((vendor) => [vendor, circuitBreaker(services, vendor)]));
  }

  /**
   * Returns the stored response if the call was made before. Throws what `perform` throws, `NotPerformed` while the vendor's
   * breaker is open, `CallInProgress` if another worker is making the call, `CallCalledOff` if it is no longer needed, and
   * `CallUnresolved` if an operator must settle it.
   */
  async call<A>(call: VendorCall<A>): Promise<A> {
    const breaker = this.#breakers.get(call.vendor);
    try {
      return await this.#once(call, breaker);
    } catch (error) {
      const cause = error instanceof CallUnresolved ? error.cause : error;
      const isAnswer = cause instanceof NotPerformed && (cause.isAnswer || cause instanceof BreakerOpen);
      if (isOutage(cause) && !isAnswer) await breaker?.failed().catch(this.#notCounted);
      throw error;
    }
  }

  async #once<A>(call: VendorCall<A>, breaker: CircuitBreaker | undefined): Promise<A> {
    if (jobContext.getStore()?.isStopping()) throw new HandedBack();
    await this.#prepare(call, breaker);
    const context = encryptionContext('vendor_call', 'response', call.key);
    const earlier = await this.#claim(call, context);
    if (earlier !== undefined) return earlier.response;
    let response: A;
    try {
      response = await inTime(this.timeouts.signal(call.timeoutSeconds), call.perform);
    } catch (error) {
      if (error instanceof NotPerformed || call.onUnknownOutcome.rule === 'repeat')
        await this.#saved(() => this.#end(call.key, 'failed'));
      else if (call.onUnknownOutcome.rule === 'never-repeat') {
        await this.#saved(() => this.#end(call.key, 'unresolved'));
        throw new CallUnresolved(call.key, { cause: error });
      } else await this.#saved(() => this.#release(call.key));
      throw error;
    }
    const saved = await this.#saved(() => this.#saveResponse(call.key, context, response));
    await breaker?.answered().catch(this.#notCounted);
    return saved;
  }

  /** An error of the breaker must not replace the outcome of the call. */
  readonly #notCounted = (error: unknown): void => {
    if (!(error instanceof DatabaseUnavailable))
      this.#needs.log.error({ err: error }, 'circuit breaker not updated');
  };

  /** Claims the call for this attempt, or returns the response that an earlier one stored. */
  async #claim<A>(call: VendorCall<A>, context: string): Promise<{ readonly response: A } | undefined> {
    const claim = randomUUID();
    try {
      return await this.#tryToClaim(call, context, claim);
    } catch (error) {
      // The claim may have been written all the same. The vendor was not called, so it must be removed.
      const claimed = { key: call.key, claim, status: 'intended' } as const;
      if (error instanceof DatabaseUnavailable)
        await this.#saved(() => rowsOf(this.#db, 'vendor_call', claimed).update({ status: 'failed' }));
      throw error;
    }
  }

  async #tryToClaim<A>(
    call: VendorCall<A>,
    context: string,
    claim: string,
  ): Promise<{ readonly response: A } | undefined> {
    const now = this.#needs.clock.now();
    const leasedUntil = leaseOf(this.timeouts.seconds(call.timeoutSeconds) + 5);
    // One statement claims the key, or finds that an earlier attempt has it.
    const inserted = await this.#unlessCalledOff(call, (db) =>
      db
        .insertInto('vendor_call')
        .values({
          application_id: call.applicationId ?? null,
          vendor: call.vendor,
          operation: call.operation,
          key: call.key,
          status: 'intended',
          attempts: 1,
          claim,
          intended_at: now,
          leased_until: leasedUntil,
        })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning('id')
        .executeTakeFirst(),
    );
    if (!inserted) {
      const earlier = await this.#db
        .selectFrom('vendor_call')
        .select(['status', 'response', 'intended_at', 'attempts', isLeased.as('isLeased')])
        .where('key', '=', call.key)
        .executeTakeFirstOrThrow();
      if (earlier.status === 'completed' && earlier.response !== null)
        return { response: this.#needs.vault.decryptJson<A>(earlier.response, context) };
      if (earlier.status === 'unresolved' || earlier.status === 'lost') throw new CallUnresolved(call.key);
      if (earlier.status === 'intended' && call.onUnknownOutcome.rule !== 'repeat') {
        if (earlier.isLeased || this.#needs.database.hasReturnedWithin(settlingSeconds))
          throw new CallInProgress(call.key);
        if (call.onUnknownOutcome.rule === 'never-repeat') return this.#leaveUnresolved(call);
        const { find, isForgotten } = call.onUnknownOutcome;
        const found = await inTime(this.timeouts.signal(call.timeoutSeconds), find);
        if (found !== undefined) return { response: await this.#saveResponse(call.key, context, found) };
        if (isForgotten?.(earlier.intended_at)) return this.#leaveUnresolved(call);
      }
      const claimed = await this.#unlessCalledOff(call, (db) =>
        rowsOf(db, 'vendor_call', {
          key: call.key,
          attempts: earlier.attempts,
          status: ['intended', 'failed'],
        }).update({
          status: 'intended',
          attempts: sql`attempts + 1`,
          claim,
          intended_at: now,
          leased_until: leasedUntil,
        }),
      );
      if (!claimed) throw new CallInProgress(call.key);
    }
    return undefined;
  }

  /** Leaves the call to an operator, unless its response has arrived since its row was read. */
  async #leaveUnresolved<A>(call: VendorCall<A>): Promise<{ readonly response: A }> {
    if (!(await this.#end(call.key, 'unresolved'))) return { response: await this.call(call) };
    throw new CallUnresolved(call.key);
  }

  /** Stores the intent. The response of an earlier attempt is returned even if the call is called off. */
  async #unlessCalledOff<A, T>(
    { key, isCalledOff }: VendorCall<A>,
    store: (db: Db) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    if (isCalledOff === undefined) return store(this.#db);
    return transact(this.#db, async (tx) => {
      // First, so that every transaction locks the application before its calls.
      const isOff = await isCalledOff(tx);
      const stored = await store(tx);
      if (isOff && stored) throw new CallCalledOff(key);
      return stored;
    });
  }

  /** Writes the outcome, which is stored nowhere else, even if the database is unavailable. A job waits; a request does not. */
  async #saved<T>(write: () => Promise<T>): Promise<T> {
    if (jobContext.getStore() !== undefined) return this.#needs.database.untilReached(write);
    try {
      return await write();
    } catch (error) {
      if (error instanceof DatabaseUnavailable)
        this.#needs.database
          .untilReached(write)
          .catch((failure: unknown) =>
            this.#needs.log.error({ err: failure }, 'outcome of a vendor call not stored'),
          );
      throw error;
    }
  }

  /** Prepares only a call that has not begun. */
  async #prepare<A>(
    { vendor, key, prepare, timeoutSeconds }: VendorCall<A>,
    breaker: CircuitBreaker | undefined,
  ): Promise<void> {
    if (prepare === undefined && breaker === undefined) return;
    const earlier = await rowsOf(this.#db, 'vendor_call', { key }).first(['status']);
    if (earlier !== undefined && earlier.status !== 'failed') return;
    if (await breaker?.isOpen()) throw new BreakerOpen(`${vendor} is known to be down`);
    if (prepare) await inTime(this.timeouts.signal(timeoutSeconds), prepare);
  }

  async #saveResponse<A>(key: string, context: string, response: A): Promise<A> {
    const { status } = await this.#db
      .updateTable('vendor_call')
      .set({
        // A response that arrives after the call was marked unresolved is stored for the operator who settles it.
        status: sql`case when status in ('unresolved', 'lost') then status else 'completed' end`,
        completed_at: this.#needs.clock.now(),
        response: this.#needs.vault.encryptJson(response ?? null, context),
      })
      .where('key', '=', key)
      .returning('status')
      .executeTakeFirstOrThrow();
    if (status !== 'completed') throw new CallUnresolved(key);
    return response;
  }

  /** False if the call ended in another way in the meantime. */
  async #end(key: string, status: 'failed' | 'unresolved'): Promise<boolean> {
    return rowsOf(this.#db, 'vendor_call', { key, status: 'intended' }).update({ status });
  }

  /** Ends the lease, so that the next run can look the call up immediately. */
  async #release(key: string): Promise<void> {
    await rowsOf(this.#db, 'vendor_call', { key }).update({ leased_until: new Date(0) });
  }
}

/** A call that ends at its signal has so long to report what it knows of its outcome. */
const graceMs = 1000;

/** Rejects soon after the signal even if the call ignores it, because a job that waits forever would block its queue. */
export async function inTime<T>(signal: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = async () => {
    if (!signal.aborted) await once(signal, 'abort', { signal: over.signal });
    await pause(graceMs, undefined, { signal: over.signal });
    throw new OutcomeUnknown('the call did not end in time');
  };
  try {
    return await Promise.race([call(signal), late()]);
  } finally {
    over.abort();
  }
}

/** Waits while an earlier run of the same job, perhaps in a process that was killed, still has the claim on its vendor call. */
export const runAlone = <T>(job: { readonly seconds: number }, run: () => Promise<T>): Promise<T> =>
  afterOthers(job.seconds - 5, 1000, run);

/** For requests that may arrive twice at once: the second waits for the first. Throws `CallInProgress` after the timeout. */
export const singleFlight = <A>(vendorCalls: VendorCalls, call: VendorCall<A>): Promise<A> =>
  afterOthers(vendorCalls.timeouts.seconds(call.timeoutSeconds), 100, () => vendorCalls.call(call));

async function afterOthers<T>(seconds: number, pauseMs: number, run: () => Promise<T>): Promise<T> {
  const until = performance.now() + seconds * 1000;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof CallInProgress) || performance.now() > until) throw error;
      if (jobContext.getStore()?.isStopping()) throw new HandedBack();
      await pause(pauseMs);
    }
  }
}
