// Caches the banks that can be linked, with their logos. They are the same for everyone, so each process has one cache.
import { LRUCache } from 'lru-cache';
import type { Clock } from '../platform/clock.ts';
import type { VendorTimeouts } from '../platform/vendor-timeouts.ts';
import type { BankData, Institution } from './bank-data.ts';
import type { Vendors } from './vendors.ts';

const listedCount = 12;
const cacheMs = 6 * 60 * 60 * 1000;
/** How long an institution that the vendor doesn't have is cached. */
const unknownMs = 10 * 60 * 1000;
const timeoutSeconds = 6;

export class Institutions {
  readonly #bankData: BankData;
  readonly #timeouts: VendorTimeouts;
  readonly #lists: LRUCache<number, Promise<readonly Institution[]>>;
  readonly #byId: LRUCache<string, Promise<Institution | undefined>>;

  constructor({ vendors, clock }: { vendors: Pick<Vendors, 'bankData' | 'timeouts'>; clock: Clock }) {
    this.#bankData = vendors.bankData;
    this.#timeouts = vendors.timeouts;
    const perf = { now: () => clock.now().getTime() };
    this.#lists = new LRUCache({ max: 1, ttl: cacheMs, perf });
    this.#byId = new LRUCache({ max: 200, ttl: cacheMs, perf });
  }

  /** Rejects with `VendorUnavailable`; failures are not cached. */
  async list(): Promise<readonly Institution[]> {
    const cached = this.#lists.get(listedCount);
    if (cached) return cached;
    const value = this.#bankData.institutions(listedCount, this.#timeouts.signal(timeoutSeconds));
    this.#lists.set(listedCount, value);
    return value.catch((error: unknown) => {
      this.#lists.delete(listedCount);
      throw error;
    });
  }

  /** Undefined if the vendor has no such institution. Rejects with `VendorUnavailable`, and if `beforeCall` does. */
  async find(id: string, beforeCall = async () => {}): Promise<Institution | undefined> {
    const cached = this.#byId.get(id);
    if (cached) return cached;
    await beforeCall();
    const value = this.#bankData.institution(id, this.#timeouts.signal(timeoutSeconds));
    this.#byId.set(id, value);
    try {
      const found = await value;
      if (found === undefined) this.#byId.set(id, value, { ttl: unknownMs });
      return found;
    } catch (error) {
      this.#byId.delete(id);
      throw error;
    }
  }
}
