// The ways a call can fail, told apart by what the screen can do about them.
import type { Refusal } from '#contract/errors.ts';

/** The server answered, and said no (or said something nobody can read). */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  /** The parsed error body; undefined where it could not be read. */
  readonly body: unknown;
  /** After how long the same may be asked again, where the server says. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body?: unknown, retryAfterSeconds?: number) {
    super(`The server answered ${status}.`);
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The errors of the body; undefined where it has none that can be read. */
  get errors(): readonly Refusal[] | undefined {
    const errors = (this.body as { errors?: unknown } | null | undefined)?.errors;
    return Array.isArray(errors) && errors.length > 0 ? errors.filter((error) => error?.message) : undefined;
  }

  has(code: string): boolean {
    return this.errors?.some((error) => error.code === code) ?? false;
  }
}

/** No answer came: no network, or the server took too long. Whether the call arrived is unknown. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';
  readonly reason: 'unreachable' | 'too-slow';

  constructor(reason: 'unreachable' | 'too-slow', cause?: unknown) {
    super(reason === 'too-slow' ? 'The server did not answer in time.' : 'The server was not reached.', {
      cause,
    });
    this.reason = reason;
  }
}

/** Polling went on for as long as it may without a final answer. */
export class PollingTimedOut extends Error {
  override readonly name = 'PollingTimedOut';
}

/** True for what a caller aborted on purpose: nothing to tell anyone. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
