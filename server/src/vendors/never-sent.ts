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
