// Errors that are shown to the caller. The details of all other errors stay on the server.
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
  /** Sent as Retry-After; undefined if a retry does not help or the time is unknown. */
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

/** Whether the application cannot take this step now, perhaps because another request just took it. */
export function isNotNow(error: unknown): boolean {
  return error instanceof Failure && error.errors[0]?.code === 'not-now';
}

/** The product is set up wrong. The message is one plain sentence for the operator. */
export class SetupError extends Error {}
