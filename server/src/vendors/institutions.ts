// Caches the banks that can be linked, with their logos. They are the same for everyone, so each process has one cache.
import type { Clock } from '../platform/clock.ts';
import type { VendorTimeouts } from '../platform/vendor-timeouts.ts';
import type { BankData, Institution } from './bank-data.ts';
import type { Vendors } from './vendors.ts';

const listedCount = 12;
const cacheSeconds = 6 * 60 * 60;
/** How long an institution that the vendor doesn't have is cached. */
const unknownSeconds = 10 * 60;
const maxEntries = 200;
const timeoutSeconds = 6;

interface CacheEntry<T> {
  readonly value: Promise<T>;
  readonly until: number;
}

export class Institutions {
  readonly #bankData: BankData;
  readonly #timeouts: VendorTimeouts;
  readonly #clock: Clock;
  #list: CacheEntry<readonly Institution[]> | undefined;
  readonly #byId = new Map<string, CacheEntry<Institution | undefined>>();

  constructor(services: { vendors: Pick<Vendors, 'bankData' | 'timeouts'>; clock: Clock }) {
    this.#bankData = services.vendors.bankData;
    this.#timeouts = services.vendors.timeouts;
    this.#clock = services.clock;
  }

  /** Rejects with `VendorUnavailable`; failures are not cached. */
  async list(): Promise<readonly Institution[]> {
    if (this.#list && this.#list.until > this.#now()) return this.#list.value;
    const value = this.#bankData.institutions(listedCount, this.#signal());
    this.#list = { value, until: this.#now() + cacheSeconds * 1000 };
    return value.catch((error: unknown) => {
      this.#list = undefined;
      throw error;
    });
  }

  /** Undefined if the vendor has no such institution. Rejects with `VendorUnavailable`, and if `beforeCall` does. */
  async find(id: string, beforeCall = async () => {}): Promise<Institution | undefined> {
    const cached = this.#byId.get(id);
    if (cached && cached.until > this.#now()) return cached.value;
    await beforeCall();
    const value = this.#bankData.institution(id, this.#signal());
    this.#save(id, value, cacheSeconds);
    try {
      const found = await value;
      if (found === undefined) this.#save(id, value, unknownSeconds);
      return found;
    } catch (error) {
      this.#byId.delete(id);
      throw error;
    }
  }

  #save(id: string, value: Promise<Institution | undefined>, seconds: number): void {
    this.#byId.delete(id);
    this.#byId.set(id, { value, until: this.#now() + seconds * 1000 });
    const oldest = this.#byId.keys().next().value;
    if (this.#byId.size > maxEntries && oldest !== undefined) this.#byId.delete(oldest);
  }

  #now(): number {
    return this.#clock.now().getTime();
  }

  #signal(): AbortSignal {
    return this.#timeouts.signal(timeoutSeconds);
  }
}
