// A time-stamping authority (RFC 3161), which confirms when a document was sealed. It receives a digest, never a document.
import { randomBytes } from 'node:crypto';
import type { TimestampRequest } from '#sealing/timestamp.ts';
import type { Clock } from '../../platform/clock.ts';
import { NotPerformed } from '../../platform/jobs/vendor-calls.ts';
import type { VendorTimeouts } from '../../platform/vendor-timeouts.ts';
import { send } from '../http-client.ts';

const vendor = 'timestamp-authority';

export interface Timestamps {
  /** The sealed PDF with the authority's timestamp. Rejects if there is none, with `NotPerformed` or `TimestampRefused`. */
  stamp(sealed: Buffer): Promise<Buffer>;
  /** Requests a timestamp of random bytes to check the connection, and rejects like `stamp`. */
  tryAuthority(): Promise<void>;
}

export function timestampAuthority(url: string, clock: Clock, timeouts: VendorTimeouts): Timestamps {
  async function once<T>({ query, stamp }: TimestampRequest<T>): Promise<T> {
    const signal = timeouts.signal(5);
    const headers = { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' };
    const request = new Request(url, { method: 'POST', headers, body: Uint8Array.from(query) });
    const response = await send(vendor, request, signal);
    if (!response.ok) throw new NotPerformed(`${vendor} answered ${response.status}`);
    return stamp(new Uint8Array(await response.arrayBuffer()), clock.now());
  }
  return {
    async stamp(sealed) {
      // PKI.js takes 12 MB, so a process that never asks for a timestamp does not load it.
      const { requestTimestamp } = await import('#sealing/timestamp.ts');
      const request = await requestTimestamp(sealed);
      // A timestamp changes nothing anywhere, so a failed request may be repeated.
      return once(request).catch(() => once(request));
    },
    async tryAuthority() {
      const { requestToken } = await import('#sealing/timestamp.ts');
      await once(await requestToken(randomBytes(32)));
    },
  };
}
