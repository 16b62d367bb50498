// The errors the product raises on purpose. Each carries what the caller is told; nothing else of an error reaches a caller.
import { type ApiError, type ErrorCode, errorCodes } from '#contract/errors.ts';

/** What an unknown address is told, and one whose content belongs to somebody else. */
export const nothingHere = 'There is nothing at this address.';

export class Failure extends Error {
  readonly status: number;
  readonly errors: readonly ApiError[];
  /** After how long the same may be asked again; where it is not known, or never, nothing. */
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

/** A refusal because the application may not take the step now: perhaps it took it a moment ago. */
export function isNotNow(error: unknown): boolean {
  return error instanceof Failure && error.errors[0]?.code === 'not-now';
}

/** A mistake in how the product was set up. Its message is one plain sentence for whoever started it. */
export class SetupError extends Error {}
