// The last calls that reached a vendor, for the console. No body and no header is kept, and keys in addresses are masked.
import type { VendorName } from './context.ts';
import { uuid } from './state/identifiers.ts';

/** `held`: it has taken effect, and its answer is kept back. */
export type Outcome = 'answered' | 'dropped' | 'unanswered' | 'held';
export type LoggedRequest = {
  id: string;
  at: string;
  vendor: VendorName;
  method: string;
  path: string;
  /** Null when the connection ended without an answer. */
  status: number | null;
  outcome: Outcome;
  milliseconds: number;
};

export type RequestLog = {
  add: (request: Omit<LoggedRequest, 'id'>) => void;
  list: () => LoggedRequest[];
  clear: () => void;
};

const kept = 200;
const secretNames = /([?&](?:key|secret|response|token|k|sdkKey)=)[^&]*/gi;
const longDigits = /\d{9,}/g;

export const maskedPath = (path: string): string =>
  path.replace(secretNames, '$1•••').replace(longDigits, (digits) => `•••${digits.slice(-4)}`);

export function requestLog(): RequestLog {
  let requests: LoggedRequest[] = [];
  return {
    add: (request) => {
      requests = [{ id: uuid(), ...request, path: maskedPath(request.path) }, ...requests].slice(0, kept);
    },
    list: () => requests,
    clear: () => {
      requests = [];
    },
  };
}
