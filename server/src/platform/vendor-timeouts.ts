// How long a vendor may take. Every call to one ends by a signal from here.

/** The longest that any call to a vendor may take, in seconds. */
const longestSeconds = 30;
/** Seconds to store a vendor's response. */
const writingSeconds = 10;

export class VendorTimeouts {
  readonly #scale: number;

  /** `scale` multiplies every timeout: a test on a busy machine is about something else than its speed. */
  constructor(scale: number) {
    this.#scale = scale;
  }

  seconds(declared: number): number {
    if (declared > longestSeconds)
      throw new Error(`A vendor may take ${longestSeconds} seconds at most, not ${declared}.`);
    return declared * this.#scale;
  }

  /** How long a process that stops waits for what runs: longer than any one call to a vendor. */
  get stopSeconds(): number {
    return this.seconds(longestSeconds) + writingSeconds;
  }

  signal(declaredSeconds: number): AbortSignal {
    return AbortSignal.timeout(Math.ceil(this.seconds(declaredSeconds) * 1000));
  }
}
