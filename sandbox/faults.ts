// Fault injection: the console can make a vendor slow, broken or silent, or drop its connections.

import { EventEmitter, once } from 'node:events';
import * as z from 'zod';
import { refused } from './requests.ts';
import type { Database } from './state/database.ts';

const faultModes = ['none', 'slow', 'error', 'timeout', 'refused', 'twice', 'held'] as const;

/**
 * - slow: the response comes `delayMs` later (5 seconds by default), or as soon as the console sets another fault.
 * - error: the vendor's own internal error.
 * - timeout: no response until the client gives up.
 * - refused: the connection is dropped before anything happens.
 * - twice: the call takes effect, then the connection is dropped. A client that retries does it twice.
 * - held: the call takes effect, but no response comes until the client gives up or is killed.
 *
 * `times` limits the fault to that many calls ("twice" defaults to 1). `path` limits it to calls whose URL contains it.
 */
export type Fault = z.output<typeof faultSchema>;

const defaultDelayMs = 5000;
const none: Fault = { mode: 'none' };
const key = (vendor: string) => `fault:${vendor}`;

export function createFaults(db: Database) {
  const changes = new EventEmitter().setMaxListeners(0);
  const read = (vendor: string) => db.readSetting<Fault>(key(vendor), none);
  const save = (vendor: string, fault: Fault) => db.saveSetting(key(vendor), fault);
  const set = (vendor: string, fault: Fault) => {
    const stored: Fault =
      fault.mode === 'twice' && fault.times === undefined ? { ...fault, times: 1 } : fault;
    save(vendor, stored);
    changes.emit(vendor);
    return stored;
  };
  return {
    read,
    set,
    /** The fault to apply to a call to this path; uses up one of its `times`. */
    consume: (vendor: string, path: string): Fault => {
      const fault = read(vendor);
      if (!path.includes(fault.path ?? '')) return none;
      if (fault.mode === 'none' || fault.times === undefined) return fault;
      save(vendor, fault.times > 1 ? { ...fault, times: fault.times - 1 } : none);
      return fault;
    },
    delay: async (vendor: string, fault: Fault, sleep: (milliseconds: number) => Promise<unknown>) => {
      const over = new AbortController();
      const changed = once(changes, vendor, { signal: over.signal }).catch(() => {});
      await Promise.race([sleep(fault.delayMs ?? defaultDelayMs), changed]);
      over.abort();
    },
  };
}

const whole = (least: number, most: number, message: string) =>
  z.int(message).min(least, message).max(most, message).exactOptional();
const notPath = 'path must be part of a URL.';

const faultSchema = z.object({
  mode: z.enum(faultModes, `mode must be one of ${faultModes.join(', ')}.`),
  delayMs: whole(0, 600_000, 'delayMs must be a whole number of milliseconds, at most ten minutes.'),
  times: whole(1, Number.MAX_SAFE_INTEGER, 'times must be a whole number of calls, at least 1.'),
  path: z.string(notPath).min(1, notPath).exactOptional(),
});

export function parseFault(value: unknown): Fault {
  const { data, error } = faultSchema.safeParse(value);
  if (error) throw refused(400, error.issues[0]?.message ?? '');
  return data;
}
