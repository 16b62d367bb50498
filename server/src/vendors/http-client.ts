// How an adapter calls its vendor. Errors are classified by whether the vendor may have acted.
import type { ZodType } from 'zod';
import { NotPerformed, OutcomeUnknown, type VendorUnavailable } from '../platform/jobs/vendor-calls.ts';
import { errorDetails } from './error-details.ts';

// Whether a failed call provably never reached its vendor. Only then may a call that must not be repeated be retried.

/** There was no address, or the connection was refused. These codes occur in no other phase. */
const beforeConnecting: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Only while connecting: an open connection fails with the same codes after the request went out. */
const whileConnecting: ReadonlySet<string> = new Set([
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ECONNRESET',
  'ETIMEDOUT',
]);

/** We did not accept the other side's certificate, or found no common protocol: no request is sent before that. */
const whileSecuring: ReadonlySet<string> = new Set([
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_UNSUPPORTED_PROTOCOL',
  'ERR_SSL_NO_PROTOCOLS_AVAILABLE',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
  'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE',
  'CERT_CHAIN_TOO_LONG',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERROR_IN_CERT_NOT_AFTER_FIELD',
  'ERROR_IN_CERT_NOT_BEFORE_FIELD',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Node's message, with the code of any reset, if the connection broke before TLS was established. */
const brokeBeforeTls = 'before secure TLS connection was established';

/**
 * True only for a DNS failure, a connection that was not made, or one without TLS. Reads the error itself and what caused it,
 * as `fetch` and the vendors' SDKs wrap it. Anything else, a timeout of ours included, may have reached the vendor.
 */
export function neverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // One attempt per address of the host, and each failed.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(neverSent);
  const code = 'code' in error ? String(error.code) : '';
  const isConnecting = 'syscall' in error && error.syscall === 'connect';
  return (
    beforeConnecting.has(code) ||
    whileSecuring.has(code) ||
    (whileConnecting.has(code) && isConnecting) ||
    (code === 'ECONNRESET' && error.message.includes(brokeBeforeTls)) ||
    neverSent(error.cause)
  );
}

/** Refusals that pass: wrong or expired credentials, which an operator renews, and too many requests. */
const passing: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

/** The vendor refused with a 4xx response. Read the error code from `body`, but never log it. */
export class VendorRefused extends NotPerformed {
  readonly status: number;
  readonly body: unknown;
  override readonly isFinal: boolean;

  /** `details` are the codes and field names that may be logged (`errorDetails`). */
  constructor(vendor: string, status: number, body: unknown, details = '') {
    super(`${vendor} refused with ${status}${inBrackets(details)}`);
    this.status = status;
    this.body = body;
    this.isFinal = !passing.has(status);
  }
}

/** The vendor failed with a 5xx response. Its body may explain why, but never log it. */
export class VendorFailed extends OutcomeUnknown {
  readonly body: unknown;

  constructor(vendor: string, status: number, body: unknown, details = '') {
    super(`${vendor} answered ${status}${inBrackets(details)}`);
    this.body = body;
  }
}

/** Never followed: the request may name a person and their SSN, and another host's answer is not the vendor's. */
export class VendorRedirected extends OutcomeUnknown {
  readonly host: string;

  constructor(vendor: string, status: number, location: string | null | undefined, url: string) {
    const host = URL.parse(location ?? '', url)?.host ?? 'no valid address';
    super(`${vendor} redirects to ${host} (${status})`);
    this.host = host;
  }
}

export const isRedirect = (status: number): boolean => status >= 300 && status < 400;

const inBrackets = (details: string) => (details === '' ? '' : ` (${details})`);

/** What an error becomes with which a call ended before there was a response. */
export const withoutResponse = (vendor: string, error: unknown): VendorUnavailable =>
  neverSent(error)
    ? new NotPerformed(`${vendor} cannot be reached`)
    : new OutcomeUnknown(`${vendor} did not answer`);

interface VendorRequest<A> {
  /** Names the vendor in errors and logs. */
  readonly vendor: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Record<string, string>;
  /** The body: one of `json`, `form` and `text`. */
  readonly json?: unknown;
  readonly form?: Record<string, string>;
  readonly text?: string;
  /** The shape of a successful response. An empty body is read as `{}`. */
  readonly response: ZodType<A>;
  readonly signal: AbortSignal;
}

/**
 * Throws `NotPerformed` or `OutcomeUnknown` if there is no response, or a redirect. The `Request` is made beforehand, because one that
 * cannot be made is a mistake of ours, not an outage.
 */
export async function send(vendor: string, request: Request, signal: AbortSignal): Promise<Response> {
  const response = await fetch(request, { signal, redirect: 'manual' }).catch((error: unknown) => {
    throw withoutResponse(vendor, error);
  });
  if (!isRedirect(response.status)) return response;
  await response.body?.cancel();
  throw new VendorRedirected(vendor, response.status, response.headers.get('location'), request.url);
}

/**
 * Throws `NotPerformed` if the vendor cannot have acted: no connection, or a 4xx response (then it is a `VendorRefused`).
 * Throws `OutcomeUnknown` if it may have: a 3xx or 5xx response, a broken connection, a timeout, or a response of another shape.
 */
export async function callVendor<A>(request: VendorRequest<A>): Promise<A> {
  const { vendor, method, url, headers, json, form, text } = request;
  const sent = new Request(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    ...(text === undefined ? {} : { body: text }),
  });
  const response = await send(vendor, sent, request.signal);
  let body: unknown;
  try {
    const received = await response.text();
    body = received === '' ? {} : JSON.parse(received);
  } catch {
    if (response.ok)
      throw new OutcomeUnknown(`${vendor} closed the connection before the end of its response`);
  }
  if (!response.ok) {
    const details = errorDetails(body, json, form, text, url, headers);
    const Refusal = response.status >= 500 ? VendorFailed : VendorRefused;
    throw new Refusal(vendor, response.status, body, details);
  }
  const parsed = request.response.safeParse(body);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new OutcomeUnknown(`${vendor} sent an unexpected response at ${where}`);
  }
  return parsed.data;
}
