// Errors that are shown to the caller. The details of all other errors are only logged.
import { type ApiError, type ErrorCode, errorCodes } from '#contract/errors.ts';

/** The message for an unknown address. */
export const nothingHere = "There's nothing at this address.";

/** What an attack looks like, or a key that no longer fits. Counted and logged where a request is refused. */
export type SecurityEvent =
  | 'other-origin'
  /** A vendor's webhook without a signature: most likely a stranger's. */
  | 'webhook-unsigned'
  /** One whose signature is wrong: a forgery, or our key isn't the vendor's. */
  | 'webhook-forged'
  | 'foreign-id'
  /** A partner's key that was revoked or is another partner's. */
  | 'wrong-key'
  /** A key that we never made: most likely a stranger's. */
  | 'unknown-key'
  | 'phone-locked'
  | 'file-refused';

export class Failure extends Error {
  readonly status: number;
  readonly errors: readonly ApiError[];
  /** Sent as Retry-After; undefined if a retry does not help or the time is unknown. */
  readonly retryAfterSeconds: number | undefined;
  readonly securityEvent: SecurityEvent | undefined;

  constructor(
    errors: readonly [ApiError & { code: ErrorCode }, ...ApiError[]],
    retryAfterSeconds?: number,
    securityEvent?: SecurityEvent,
  ) {
    super(errors.map((error) => error.code).join(', '));
    this.name = 'Failure';
    this.status = errorCodes[errors[0].code].status;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
    this.securityEvent = securityEvent;
  }
}

export function fail(code: ErrorCode, message: string, field?: string): never {
  throw new Failure([{ code, message, ...(field === undefined ? {} : { field }) }]);
}

/** Like `fail`, and reports the request. */
export function failAsSuspect(event: SecurityEvent, code: ErrorCode, message: string, field?: string): never {
  throw new Failure([{ code, message, ...(field === undefined ? {} : { field }) }], undefined, event);
}

/** Whether the application cannot take this step now, perhaps because another request just took it. */
export function isNotNow(error: unknown): boolean {
  return error instanceof Failure && error.errors[0]?.code === 'not-now';
}

/** For `catch` where errors of a class are expected, or some of them. Any other error is thrown again. */
export const ifThrown =
  <E extends Error, T>(
    kind: abstract new (...args: never[]) => E,
    answer: (error: E) => T,
    isMeant: (error: E) => boolean = () => true,
  ) =>
  (error: unknown): T => {
    if (error instanceof kind && isMeant(error)) return answer(error);
    throw error;
  };

/** Undefined if there is no such file or folder. */
export const unlessMissing = <T>(read: Promise<T>): Promise<T | undefined> =>
  read.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** The product is set up wrong. The message is one plain sentence for the operator. */
export class SetupError extends Error {}
