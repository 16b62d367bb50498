// The latest calls to vendors, for the console. Bodies and headers are not stored, and keys in URLs are masked.

import { uuid } from './state/identifiers.ts';

/** `held`: the call took effect, but its response is withheld. */
export type Outcome = 'responded' | 'dropped' | 'no response' | 'held';
export type LoggedRequest = {
  id: string;
  at: string;
  vendor: string;
  method: string;
  path: string;
  status: number | null;
  outcome: Outcome;
  milliseconds: number;
};

const maxEntries = 200;
const secretNames = /([?&](?:key|secret|response|token|k|sdkKey)=)[^&]*/gi;
const longDigits = /\d{9,}/g;

const maskPath = (path: string): string =>
  path.replace(secretNames, '$1•••').replace(longDigits, (digits) => `•••${digits.slice(-4)}`);

export class RequestLog {
  #requests: LoggedRequest[] = [];

  add(request: Omit<LoggedRequest, 'id'>): void {
    const logged = { id: uuid(), ...request, path: maskPath(request.path) };
    this.#requests = [logged, ...this.#requests].slice(0, maxEntries);
  }

  list(): LoggedRequest[] {
    return this.#requests;
  }

  clear(): void {
    this.#requests = [];
  }
}
