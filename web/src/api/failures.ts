import type { Refusal } from '#contract/errors.ts';

/** The server refused the call, or its response cannot be read. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  /** The parsed error body; undefined when it cannot be read. */
  readonly body: unknown;
  /** When the call may be repeated, if the server sends a time. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body?: unknown, retryAfterSeconds?: number) {
    super(`The server answered ${status}.`);
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The body's errors; undefined when none can be read. */
  get errors(): readonly Refusal[] | undefined {
    const errors = (this.body as { errors?: unknown } | null | undefined)?.errors;
    return Array.isArray(errors) && errors.length > 0 ? errors.filter((error) => error?.message) : undefined;
  }

  has(code: string): boolean {
    return this.errors?.some((error) => error.code === code) ?? false;
  }
}

export const isRefusedAs = (failure: unknown, ...codes: readonly string[]): boolean =>
  failure instanceof ApiFailure && codes.some((code) => failure.has(code));

/** Whether the server refused because the offer has expired, or is void after another loan. */
export const isPast = (failure: unknown): boolean => isRefusedAs(failure, 'expired', 'offer-void');

/** Whether the server refused because the applicant cannot continue here: the step is over, or another application is open. */
export const isStepOver = (failure: unknown): boolean =>
  isPast(failure) || isRefusedAs(failure, 'not-now', 'other-application');

/** Whether the server refused for good, so that trying again would not help. */
export const isFinalRefusal = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.status < 500 && failure.status !== 429;

/** What the server wrote for the applicant, if it did. */
export const reasonOf = (failure: unknown): string | undefined =>
  failure instanceof ApiFailure
    ? failure.errors?.map(({ message }) => String(message)).join(' ') || undefined
    : undefined;

/** No response arrived: no network, or the server took too long. It is unknown whether the call arrived. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';
  readonly reason: 'unreachable' | 'too-slow';

  constructor(reason: 'unreachable' | 'too-slow', cause?: unknown) {
    super(`The server was ${reason}.`, { cause });
    this.reason = reason;
  }
}

export class PollingTimedOut extends Error {
  override readonly name = 'PollingTimedOut';
}
