// Verify's one-time codes: one per phone and service, the same as long as it is valid.
import { randomInt } from 'node:crypto';
import type { Context } from '../../context.ts';
import { sid } from '../../state/identifiers.ts';

const lifetimeMs = 10 * 60_000;

export type Verification = {
  sid: string;
  service: string;
  recipient: string;
  code: string;
  status: 'pending' | 'approved' | 'max_attempts_reached' | 'expired';
  sends: { time: string; channel: string; attempt_sid: string }[];
  checks: number;
  createdAt: string;
  updatedAt: string;
};

/** Not yet approved or expired; its checks may be used up. */
export const isActive = (verification: Verification | undefined): verification is Verification =>
  verification?.status === 'pending' || verification?.status === 'max_attempts_reached';

export class Verifications {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  find(id: string): Verification | undefined {
    return this.#withAge(this.#context.db.readRecord('verification', id));
  }

  latest(service: string, recipient: string): Verification | undefined {
    const all = this.#context.db.listRecords<Verification>('verification');
    return this.#withAge(all.findLast((one) => one.service === service && one.recipient === recipient));
  }

  create(service: string, recipient: string): Verification {
    const now = this.#now();
    return {
      sid: sid('VE'),
      service,
      recipient,
      code: String(randomInt(1_000_000)).padStart(6, '0'),
      status: 'pending',
      sends: [],
      checks: 0,
      createdAt: now,
      updatedAt: now,
    };
  }

  /** Saves that the code is sent, and returns the ID of the attempt. */
  addSend(verification: Verification, channel: string): string {
    const attempt = `VL${sid('VE').slice(2)}`;
    verification.sends.push({ time: this.#now(), channel, attempt_sid: attempt });
    this.save(verification);
    return attempt;
  }

  save(verification: Verification): Verification {
    const saved = { ...verification, updatedAt: this.#now() };
    this.#context.db.saveRecord('verification', saved.sid, saved);
    return saved;
  }

  #now(): string {
    return this.#context.clock().toISOString();
  }

  #withAge(verification: Verification | undefined): Verification | undefined {
    if (!verification) return undefined;
    const age = this.#context.clock().getTime() - Date.parse(verification.createdAt);
    const isExpired = age >= lifetimeMs && verification.status !== 'approved';
    return isExpired ? { ...verification, status: 'expired' } : verification;
  }
}
