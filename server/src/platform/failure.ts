// The errors the product raises on purpose. Each carries what the caller is told; nothing else of an error reaches a caller.
import type { ApiError, ErrorCode } from '#contract/errors.ts';

const statusOf: Record<ErrorCode, number> = {
  invalid: 400,
  malformed: 400,
  'no-session': 401,
  'session-ended': 401,
  'wrong-key': 401,
  'not-found': 404,
  'not-now': 409,
  'lead-differs': 409,
  'other-origin': 403,
  'too-many': 429,
  captcha: 400,
  offline: 503,
  'wrong-code': 400,
  'code-expired': 400,
  'code-not-sent': 400,
  'out-of-state': 400,
  'too-young': 400,
  'term-gone': 409,
  'plan-changed': 409,
  'offer-void': 409,
  expired: 410,
  'try-again': 503,
  internal: 500,
};

export class Failure extends Error {
  readonly status: number;
  readonly errors: readonly ApiError[];
  /** After how long the same may be asked again; where it is not known, or never, nothing. */
  readonly retryAfterSeconds: number | undefined;

  constructor(errors: readonly [ApiError & { code: ErrorCode }, ...ApiError[]], retryAfterSeconds?: number) {
    super(errors.map((error) => error.code).join(', '));
    this.name = 'Failure';
    this.status = statusOf[errors[0].code];
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
