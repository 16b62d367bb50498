// How partners' servers and ours sign what they send one another, with the partner's key. A signature is valid for some minutes, so that
// an old request cannot be replayed.
import { createHmac, hash, timingSafeEqual } from 'node:crypto';

const freshSeconds = 300;
const scheme =
  /^HMAC-SHA256\s+keyId=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}),\s*timestamp=(\d{1,12}),\s*signature=([0-9a-f]{64})$/i;

interface SignedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body: Buffer;
}

interface GivenSignature {
  readonly keyId: string;
  readonly timestamp: number;
  readonly signature: string;
}

/** Undefined for another scheme, such as a bearer token. */
export function readSignature(authorization: string | undefined): GivenSignature | undefined {
  const [, keyId, timestamp, signature] = scheme.exec(authorization ?? '') ?? [];
  if (keyId === undefined || timestamp === undefined || signature === undefined) return undefined;
  return { keyId: keyId.toLowerCase(), timestamp: Number(timestamp), signature: signature.toLowerCase() };
}

export function isSignedBy(request: SignedRequest, given: GivenSignature, key: string, now: Date): boolean {
  if (Math.abs(now.getTime() / 1000 - given.timestamp) > freshSeconds) return false;
  const digest = hash('sha256', request.body);
  const signed = [given.timestamp, request.method, request.path, digest].join('\n');
  const expected = createHmac('sha256', key).update(signed).digest();
  return timingSafeEqual(expected, Buffer.from(given.signature, 'hex'));
}

/** The value of the Branchline-Signature header of what we post to a partner. */
export function signEvent(body: string, { id, key }: { id: string; key: string }, at: Date): string {
  const timestamp = Math.floor(at.getTime() / 1000);
  const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
  return `keyId=${id},t=${timestamp},v1=${signature}`;
}
