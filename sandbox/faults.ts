// Fault injection: the console can make a vendor slow, broken or silent, or drop its connections.

import { EventEmitter, once } from 'node:events';
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
type FaultMode = (typeof faultModes)[number];
export type Fault = { mode: FaultMode; delayMs?: number; times?: number; path?: string };

export type Faults = {
  read: (vendor: string) => Fault;
  set: (vendor: string, fault: Fault) => Fault;
  /** The fault to apply to a call to this path; uses up one of its `times`. */
  consume: (vendor: string, path: string) => Fault;
  /** Waits as long as a slow response takes. */
  delay: (vendor: string, fault: Fault, sleep: (milliseconds: number) => Promise<unknown>) => Promise<void>;
};

const defaultDelayMs = 5000;
const none: Fault = { mode: 'none' };
const key = (vendor: string) => `fault:${vendor}`;

export function createFaults(db: Database): Faults {
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
    consume: (vendor, path) => {
      const fault = read(vendor);
      if (!path.includes(fault.path ?? '')) return none;
      if (fault.mode === 'none' || fault.times === undefined) return fault;
      save(vendor, fault.times > 1 ? { ...fault, times: fault.times - 1 } : none);
      return fault;
    },
    delay: async (vendor, fault, sleep) => {
      const over = new AbortController();
      const changed = once(changes, vendor, { signal: over.signal }).catch(() => {});
      await Promise.race([sleep(fault.delayMs ?? defaultDelayMs), changed]);
      over.abort();
    },
  };
}

/** Returns a message for the user when the value is not a fault. */
export function parseFault(value: unknown): Fault | string {
  if (typeof value !== 'object' || value === null) return 'Send an object with a mode.';
  const { mode, delayMs, times, path } = value as Record<string, unknown>;
  if (!faultModes.includes(mode as FaultMode)) return `mode must be one of ${faultModes.join(', ')}.`;
  const fault: Fault = { mode: mode as FaultMode };
  if (delayMs !== undefined) {
    if (!Number.isInteger(delayMs) || (delayMs as number) < 0 || (delayMs as number) > 600_000)
      return 'delayMs must be a whole number of milliseconds, at most ten minutes.';
    fault.delayMs = delayMs as number;
  }
  if (times !== undefined) {
    if (!Number.isInteger(times) || (times as number) < 1)
      return 'times must be a whole number of calls, at least 1.';
    fault.times = times as number;
  }
  if (path !== undefined) {
    if (typeof path !== 'string' || path === '') return 'path must be part of a URL.';
    fault.path = path;
  }
  return fault;
}
