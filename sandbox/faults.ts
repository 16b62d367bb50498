// Faults that are switched on in the console: a vendor that is slow, broken, silent, gone, or that acts and says nothing.
import type { VendorName } from './context.ts';
import type { Database } from './state/database.ts';

export const faultModes = ['none', 'slow', 'error', 'timeout', 'refused', 'twice', 'held'] as const;

/**
 * - slow: the answer comes `delayMs` later (5 seconds unless told).
 * - error: the vendor's own internal error.
 * - timeout: no answer until the client gives up.
 * - refused: the connection is dropped before anything happens.
 * - twice: the call takes effect, then the connection is dropped, so that a client that repeats would do it twice.
 * - held: the call takes effect, and no answer comes until the client gives up or is killed.
 *
 * With `times`, only that many calls meet the fault; "twice" is for one call unless told otherwise. With `path`, only calls
 * whose address holds it do.
 */
export type FaultMode = (typeof faultModes)[number];
export type Fault = { mode: FaultMode; delayMs?: number; times?: number; path?: string };

export type Faults = {
  read: (vendor: VendorName) => Fault;
  set: (vendor: VendorName, fault: Fault) => Fault;
  /** The fault that a call to this address meets; counts it. */
  take: (vendor: VendorName, path: string) => Fault;
};

export const defaultDelayMs = 5000;
const none: Fault = { mode: 'none' };
const key = (vendor: VendorName) => `fault:${vendor}`;

export function faultsIn(db: Database): Faults {
  const read = (vendor: VendorName) => db.setting<Fault>(key(vendor), none);
  const set = (vendor: VendorName, fault: Fault) => {
    const kept: Fault = fault.mode === 'twice' && fault.times === undefined ? { ...fault, times: 1 } : fault;
    db.keep(key(vendor), kept);
    return kept;
  };
  return {
    read,
    set,
    take: (vendor, path) => {
      const fault = read(vendor);
      if (!path.includes(fault.path ?? '')) return none;
      if (fault.mode === 'none' || fault.times === undefined) return fault;
      set(vendor, fault.times > 1 ? { ...fault, times: fault.times - 1 } : none);
      return fault;
    },
  };
}

/** A readable reason when the value is not a fault. */
export function parseFault(value: unknown): Fault | string {
  if (typeof value !== 'object' || value === null) return 'Send an object with a mode.';
  const { mode, delayMs, times, path } = value as Record<string, unknown>;
  if (!faultModes.includes(mode as FaultMode)) return `mode is one of ${faultModes.join(', ')}.`;
  const fault: Fault = { mode: mode as FaultMode };
  if (delayMs !== undefined) {
    if (!Number.isInteger(delayMs) || (delayMs as number) < 0 || (delayMs as number) > 600_000)
      return 'delayMs is a whole number of milliseconds, at most ten minutes.';
    fault.delayMs = delayMs as number;
  }
  if (times !== undefined) {
    if (!Number.isInteger(times) || (times as number) < 1)
      return 'times is a whole number of calls, at least one.';
    fault.times = times as number;
  }
  if (path !== undefined) {
    if (typeof path !== 'string' || path === '') return 'path is a part of an address.';
    fault.path = path;
  }
  return fault;
}
