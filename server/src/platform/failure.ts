// Errors that are shown to the caller. The details of all other errors are only logged.
import { type ApiError, type ErrorCode, errorCodes } from '#contract/errors.ts';

/** The message for an unknown address, and for one whose content belongs to another applicant. */
export const nothingHere = "There's nothing at this address.";

export class Failure extends Error {
  readonly status: number;
  readonly errors: readonly ApiError[];
  /** Sent as Retry-After; undefined if a retry does not help or the time is unknown. */
  readonly retryAfterSeconds: number | undefined;

  constructor(errors: readonly [ApiError & { code: ErrorCode }, ...ApiError[]], retryAfterSeconds?: number) {
    super(errors.map((error) => error.code).join(', '));
    this.name = 'Failure';
    this.status = errorCodes[errors[0].code].status;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function fail(code: ErrorCode, message: string, field?: string): never {
  throw new Failure([{ code, message, ...(field === undefined ? {} : { field }) }]);
}

/** Whether the application cannot take this step now, perhaps because another request just took it. */
export function isNotNow(error: unknown): boolean {
  return error instanceof Failure && error.errors[0]?.code === 'not-now';
}

/** The product is set up wrong. The message is one plain sentence for the operator. */
export class SetupError extends Error {}
