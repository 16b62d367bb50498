// Banks that can be linked, with their logos. The same for everybody, so each process keeps what it was told for a while.
import type { Clock } from '../platform/clock.ts';
import type { BankData, Institution } from './bank-data.ts';

const listed = 12;
const keptSeconds = 6 * 60 * 60;
/** A name that nobody bears is asked for again after this. */
const unknownSeconds = 10 * 60;
const mostKept = 200;
const answerSeconds = 6;

interface SavedDocument<T> {
  readonly value: Promise<T>;
  readonly until: number;
}

export class Institutions {
  readonly #bankData: BankData;
  readonly #clock: Clock;
  #list: SavedDocument<readonly Institution[]> | undefined;
  readonly #byId = new Map<string, SavedDocument<Institution | undefined>>();

  constructor(services: { bankData: BankData; clock: Clock }) {
    this.#bankData = services.bankData;
    this.#clock = services.clock;
  }

  async list(): Promise<readonly Institution[]> {
    if (this.#list && this.#list.until > this.#now()) return this.#list.value;
    const value = this.#bankData.institutions(listed, this.#signal());
    this.#list = { value, until: this.#now() + keptSeconds * 1000 };
    return value.catch((error: unknown) => {
      this.#list = undefined;
      throw error;
    });
  }

  async find(id: string): Promise<Institution | undefined> {
    const kept = this.#byId.get(id);
    if (kept && kept.until > this.#now()) return kept.value;
    const value = this.#bankData.institution(id, this.#signal());
    this.#keep(id, value, keptSeconds);
    try {
      const found = await value;
      if (found === undefined) this.#keep(id, value, unknownSeconds);
      return found;
    } catch (error) {
      this.#byId.delete(id);
      throw error;
    }
  }

  #keep(id: string, value: Promise<Institution | undefined>, seconds: number): void {
    this.#byId.delete(id);
    this.#byId.set(id, { value, until: this.#now() + seconds * 1000 });
    const oldest = this.#byId.keys().next().value;
    if (this.#byId.size > mostKept && oldest !== undefined) this.#byId.delete(oldest);
  }

  #now(): number {
    return this.#clock.now().getTime();
  }

  #signal(): AbortSignal {
    return AbortSignal.timeout(answerSeconds * 1000);
  }
}
