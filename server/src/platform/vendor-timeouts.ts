// How long a vendor may take. Every call to one ends by a signal from here.
export class VendorTimeouts {
  readonly #scale: number;

  /** `scale` multiplies every timeout: a test on a busy machine is about something else than its speed. */
  constructor(scale: number) {
    this.#scale = scale;
  }

  seconds(declared: number): number {
    return declared * this.#scale;
  }

  signal(declaredSeconds: number): AbortSignal {
    return AbortSignal.timeout(Math.ceil(this.seconds(declaredSeconds) * 1000));
  }
}
