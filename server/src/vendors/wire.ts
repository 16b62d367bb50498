// How an adapter talks to its vendor: JSON or a form over HTTP, an answer checked by schema, and every way it can fail told
// apart by whether anything can have happened.
import type { ZodType } from 'zod';
import { NotPerformed, OutcomeUnknown } from '../platform/jobs/vendor-calls.ts';

/** The vendor understood and refused. `body` may be looked at for its code, and is never logged. */
export class VendorRefused extends NotPerformed {
  readonly status: number;
  readonly body: unknown;

  constructor(vendor: string, status: number, body: unknown) {
    super(`${vendor} refused with ${status}`);
    this.status = status;
    this.body = body;
  }
}

export interface WireRequest<A> {
  readonly vendor: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly form?: Record<string, string>;
  readonly answer: ZodType<A>;
  readonly signal: AbortSignal;
}

/**
 * Throws `NotPerformed` where the vendor cannot have acted (no connection, or a 4xx answer), `OutcomeUnknown` where it may
 * have (a 5xx answer, a broken connection, no answer in time, an answer of another shape).
 */
export async function ask<A>(request: WireRequest<A>): Promise<A> {
  const { vendor } = request;
  let response: Response;
  try {
    response = await fetch(request.url, {
      method: request.method,
      headers: {
        accept: 'application/json',
        ...(request.json === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      signal: request.signal,
      ...(request.json === undefined ? {} : { body: JSON.stringify(request.json) }),
      ...(request.form === undefined ? {} : { body: new URLSearchParams(request.form) }),
    });
  } catch (error) {
    if (wasNeverReached(error)) throw new NotPerformed(`${vendor} cannot be reached`);
    throw new OutcomeUnknown(`${vendor} did not answer`);
  }
  let body: unknown;
  try {
    const text = await response.text();
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    if (response.ok) throw new OutcomeUnknown(`${vendor} broke off its answer`);
  }
  if (response.status >= 500) throw new OutcomeUnknown(`${vendor} answered ${response.status}`);
  if (!response.ok) throw new VendorRefused(vendor, response.status, body);
  const parsed = request.answer.safeParse(body);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new OutcomeUnknown(`${vendor} answered in another shape at ${where}`);
  }
  return parsed.data;
}

const neverReached = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function wasNeverReached(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof AggregateError) return cause.errors.every((one) => neverReached.has(codeOf(one)));
  return neverReached.has(codeOf(cause));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
