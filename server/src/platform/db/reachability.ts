// Whether the database server responds. Every connection checks here first, so that only one loop tries the server.

/** The database does not respond. The statement may be repeated once it does. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  /** Survives where only an error's own fields are copied, as the job queue does. */
  readonly code = 'DATABASE_UNAVAILABLE';

  constructor(cause: unknown) {
    super(`The database does not respond: ${reasonOf(cause)}`, { cause });
  }
}

/** The server cannot serve now: connection exceptions, shutdown, start, no free slot, or no longer its cluster's leader. */
const unavailableCodes = /^(?:08\w{3}|57P0[1-5]|53300|25006)$/;
/** Errors of one statement or transaction that may pass: it took too long, or the server lacks disk space or memory. */
const mayPass = /^(?:57014|55P03|25P0[34]|53[0124]00)$/;
const noConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  // A name service forgets a server while it is replaced.
  'ENOTFOUND',
  'EAI_AGAIN',
  // A socket in the file system.
  'ENOENT',
]);
/** The driver's own errors have no code. */
const driverMessages =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired)/;

/** Whether an error of the driver means that the connection is lost or cannot be made. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost);
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return unavailableCodes.test(code) || noConnection.has(code) || driverMessages.test(error.message);
}

/** The error as the rest of the product sees it: any that may pass with time is a `DatabaseUnavailable`. */
export function asDatabaseUnavailable(error: unknown): unknown {
  const isForNow =
    isConnectionLost(error) ||
    (error instanceof Error &&
      (mayPass.test(codeOf(error)) || error.message === 'timeout exceeded when trying to connect'));
  return isForNow ? new DatabaseUnavailable(error) : error;
}

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '');

export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** So short that a server that is back is found within a second and a half, connecting included. */
const longestDelayMs = 1200;

/** Milliseconds until the next attempt. `random`, from 0 to 1, keeps processes from returning together. */
export function reconnectDelay(failed: number, random: number): number {
  const delay = Math.min(250 * 2 ** (failed - 1), longestDelayMs);
  return delay * (1 - random / 3);
}

interface Listeners {
  readonly lost: (reason: string) => void;
  readonly returned: () => void;
}

export class Reachability {
  readonly #probe: () => Promise<void>;
  readonly #listeners: Listeners;
  #isClosed = false;
  #endPause = () => {};
  /** `checking`: a connection was lost, and the first attempt to make a new one is in progress. */
  #state: 'reached' | 'checking' | 'unavailable' = 'reached';
  readonly #waiting: PromiseWithResolvers<void>[] = [];
  readonly #returning: (() => void)[] = [];
  #returnedAt = Number.NEGATIVE_INFINITY;

  /** `probe` makes a connection, or throws. */
  constructor(probe: () => Promise<void>, listeners: Listeners) {
    this.#probe = probe;
    this.#listeners = listeners;
  }

  get isReached(): boolean {
    return this.#state === 'reached';
  }

  get isUnavailable(): boolean {
    return this.#state === 'unavailable';
  }

  /** Whether the server returned less than this long ago, so that other processes may still be writing responses. */
  hasReturnedWithin(seconds: number): boolean {
    return performance.now() - this.#returnedAt < seconds * 1000;
  }

  /** Resolves while the server responds, waits for the first attempt after a loss, and throws at once while it is unavailable. */
  async pass(): Promise<void> {
    if (this.#state === 'reached') return;
    if (this.#state === 'unavailable') throw new DatabaseUnavailable(new Error('it is being tried again'));
    const waiting = Promise.withResolvers<void>();
    this.#waiting.push(waiting);
    await waiting.promise;
  }

  /** Resolves when the server responds again. */
  async returned(): Promise<void> {
    if (this.#isClosed) throw new DatabaseUnavailable(new Error('the process is ending'));
    if (this.#state !== 'reached') await new Promise<void>((resolve) => this.#returning.push(resolve));
  }

  /** A connection was lost or could not be made. Starts the one loop that tries, unless it runs already. */
  suspect(cause: unknown): void {
    if (this.#state !== 'reached' || this.#isClosed) return;
    this.#state = 'checking';
    void this.#reconnect(cause);
  }

  close(): void {
    this.#isClosed = true;
    this.#endPause();
    const unavailable = new DatabaseUnavailable(new Error('the process is ending'));
    for (const { reject } of this.#waiting.splice(0)) reject(unavailable);
  }

  async #reconnect(cause: unknown): Promise<void> {
    // A server that accepts a connection and refuses the next one is not tried again at once.
    if (this.hasReturnedWithin(1)) await this.#pause(3);
    for (let failed = 0; !this.#isClosed; ) {
      try {
        await this.#probe();
        break;
      } catch (error) {
        failed += 1;
        if (failed === 1) {
          this.#state = 'unavailable';
          this.#listeners.lost(reasonOf(error) || reasonOf(cause));
          for (const { reject } of this.#waiting.splice(0)) reject(new DatabaseUnavailable(error));
        }
        await this.#pause(failed);
      }
    }
    if (this.#isClosed) return;
    const wasUnavailable = this.#state === 'unavailable';
    this.#state = 'reached';
    this.#returnedAt = performance.now();
    if (wasUnavailable) this.#listeners.returned();
    for (const { resolve } of this.#waiting.splice(0)) resolve();
    for (const resume of this.#returning.splice(0)) resume();
  }

  async #pause(failed: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, reconnectDelay(failed, Math.random()));
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
